import type { Role } from '@vitae/accounts/administrators/administrator-roles';
import { Option } from 'commander';
import { choosePassword } from './choose-password.ts';
import { type CliContext, readEmail, readId } from './cli-context.ts';

type CreateOptions = { company: number; email: string; role: Role; password?: string };

export function defineAdminCommands({ program, system, print }: CliContext): void {
  const admin = program.command('admin').description('administrators of companies');

  admin
    .command('create')
    .description('make an administrator; a password that is not given is made and shown once')
    .requiredOption('--company <id>', 'the company', readId)
    .requiredOption('--email <address>', 'the sign-in', readEmail)
    .addOption(
      new Option('--role <role>', 'what the administrator may do; the first of a company is its owner')
        .choices(['owner', 'administrator', 'viewer'])
        .default('administrator'),
    )
    .option('--password <password>', 'at least 8 characters')
    .action(async ({ company, email, role, password }: CreateOptions) => {
      const { companies, administrators, record } = await system();
      const chosen = await choosePassword(password);
      const { companyNotFound } = await import('@vitae/accounts/companies/company-store');
      if (!(await companies.find(company))) throw companyNotFound(company);
      const { administratorTarget } = await import('@vitae/accounts/audit/audit-entry');
      const made = await administrators.create(company, email, chosen, role, (one, session) =>
        record(company, 'administratorCreated', administratorTarget(one), { role: one.role }, session),
      );
      print({ id: made.id, email, password: chosen }, [
        `Administrator ${made.id} (${made.role})`,
        `  sign-in   ${email}`,
        `  password  ${chosen}`,
      ]);
    });

  admin
    .command('reset')
    .description('make a link by which an administrator chooses a new password; it works once, for 30 minutes')
    .requiredOption('--email <address>', 'the sign-in', readEmail)
    .option('--second-factor', 'turn off the second factor too, when the device and the recovery codes are lost')
    .action(async ({ email, secondFactor }: { email: string; secondFactor?: true }) => {
      const { settings, transact, administrators, secondFactors, links, record } = await system();
      const found = await administrators.findByEmail(email);
      const [{ notFound }, { administratorTarget }, { resetAddress }, { LINK_MINUTES }] = await Promise.all([
        import('@vitae/kit/errors'),
        import('@vitae/accounts/audit/audit-entry'),
        import('@vitae/accounts/administrators/link-addresses'),
        import('@vitae/accounts/administrators/one-time-links'),
      ]);
      if (!found) throw notFound('administrator_not_found', 'There is no administrator with this e-mail address.');
      const { id: administratorId, companyId } = found;
      const target = administratorTarget(found);
      const token = await transact(async (session) => {
        if (secondFactor) {
          await secondFactors.turnOff(administratorId, session);
          await record(companyId, 'secondFactorOff', target, undefined, session);
        }
        await record(companyId, 'resetLinkMade', target, undefined, session);
        return links.make({ purpose: 'reset', companyId, administratorId, email: found.email }, session);
      });
      const url = resetAddress(settings.SITE_URL, token);
      const expiresAt = new Date(Date.now() + LINK_MINUTES.reset * 60_000).toISOString();
      print({ email: found.email, url, expiresAt }, [url, `It works once, until ${expiresAt}.`]);
    });
}
