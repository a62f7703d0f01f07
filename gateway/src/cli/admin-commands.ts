import { choosePassword } from './choose-password.ts';
import { type CliContext, readEmail, readId } from './cli-context.ts';

export function defineAdminCommands({ program, system, print }: CliContext): void {
  program
    .command('admin')
    .description('administrators of companies')
    .command('create')
    .description('make an administrator; a password that is not given is made and shown once')
    .requiredOption('--company <id>', 'the company', readId)
    .requiredOption('--email <address>', 'the sign-in', readEmail)
    .option('--password <password>', 'at least 10 characters')
    .action(async ({ company, email, password }: { company: number; email: string; password?: string }) => {
      const { companies, administrators } = await system();
      const chosen = await choosePassword(password);
      const { companyNotFound } = await import('../companies/company-store.ts');
      if (!(await companies.find(company))) throw companyNotFound(company);
      const { id } = await administrators.create(company, email, chosen);
      print({ id, email, password: chosen }, [`Administrator ${id}`, `  sign-in   ${email}`, `  password  ${chosen}`]);
    });
}
