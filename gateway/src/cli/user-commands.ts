import { randomUUID } from 'node:crypto';
import { Option } from 'commander';
import { choosePassword } from './choose-password.ts';
import { type CliContext, readEmail, readId } from './cli-context.ts';

type UserOptions = {
  company: number;
  username: string;
  email: string;
  firstname: string;
  lastname: string;
  kind: string;
  password?: string;
  idOrigin?: string;
};

export function defineUserCommands({ program, system, print }: CliContext): void {
  program
    .command('user')
    .description('users of companies')
    .command('create')
    .description('make a user who can sign in; a password that is not given is made and shown once')
    .requiredOption('--company <id>', 'the company', readId)
    .requiredOption('--username <name>', 'the sign-in')
    .requiredOption('--email <address>', 'the e-mail address', readEmail)
    .requiredOption('--firstname <name>', 'the first name')
    .requiredOption('--lastname <name>', 'the last name')
    .addOption(
      new Option('--kind <kind>', 'what the user is')
        .choices(['user', 'candidate', 'manager', 'admin', 'other'])
        .default('user'),
    )
    .option('--password <password>', 'at least 10 characters')
    .option('--id-origin <id>', "the id in the company's own system")
    .action(async ({ company, password, idOrigin, ...fields }: UserOptions) => {
      const { companies, owners, resume } = await system();
      const { companyNotFound } = await import('@vitae/accounts/companies/company-store');
      if (!(await companies.find(company))) throw companyNotFound(company);
      const chosen = await choosePassword(password);
      const { companyCaller } = await import('@vitae/kit/caller');
      const input = { ...fields, phone: '', id_origin: idOrigin ?? null };
      const created = await (await resume()).call.CreateUser(
        { user: Buffer.from(JSON.stringify(input)), idempotencyKey: randomUUID() },
        { caller: companyCaller(company, randomUUID()) },
      );
      const user = JSON.parse(created.json.toString('utf8')) as { id: number; username: string; email: string };
      await owners.set({
        userId: user.id,
        companyId: company,
        username: user.username,
        email: user.email,
        password: chosen,
      });
      const lines = [`User ${user.id}`, `  sign-in   ${user.username}`];
      print(
        password === undefined ? { ...user, password: chosen } : user,
        password === undefined ? [...lines, `  password  ${chosen}`] : lines,
      );
    });
}
