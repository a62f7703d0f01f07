import type { Role } from '@vitae/accounts/administrators/administrator-roles';
import { Option } from 'commander';
import { type CliContext, choosePassword, readEmail, readId, requireCompany } from './cli-context.ts';

type CreateOptions = { company: number; email: string; role: Role; password?: string };

export function defineAdminCommands({ program, system, print }: CliContext): void {
  const admin = program.command('admin').description('Manage administrators');

  admin
    .command('create')
    .description('Create an administrator. Without --password, generate a password and show it once.')
    .requiredOption('--company <id>', 'company ID', readId)
    .requiredOption('--email <address>', 'email address for signing in', readEmail)
    .addOption(
      new Option('--role <role>', 'role; the first administrator of a company is always an owner')
        .choices(['owner', 'administrator', 'viewer'])
        .default('administrator'),
    )
    .option('--password <password>', 'password with at least 8 characters; common passwords are rejected')
    .action(async ({ company, email, role, password }: CreateOptions) => {
      const running = await system();
      const chosen = await choosePassword(password, [email]);
      await requireCompany(running, company);
      const { administrators, record } = running;
      const { administratorTarget } = await import('@vitae/accounts/audit/audit-log');
      const created = await administrators.create(company, email, chosen, role, (stored, session) =>
        record(company, 'administratorCreated', administratorTarget(stored), { role: stored.role }, session),
      );
      print({ id: created.id, email, password: chosen }, [
        `Administrator ${created.id} (${created.role})`,
        `  sign-in   ${email}`,
        `  password  ${chosen}`,
      ]);
    });

  admin
    .command('reset')
    .description('Create a link with which an administrator can choose a new password. Valid once, for 30 minutes.')
    .requiredOption('--email <address>', 'email address for signing in', readEmail)
    .option('--second-factor', 'also turn off the second factor, if the device and the recovery codes are lost')
    .action(async ({ email, secondFactor }: { email: string; secondFactor?: true }) => {
      const { settings, transact, administrators, secondFactors, links, record } = await system();
      const administrator = await administrators.findByEmail(email);
      const [{ notFound }, { administratorTarget }, { linkAddress, linkExpiry }] = await Promise.all([
        import('@vitae/kit/errors'),
        import('@vitae/accounts/audit/audit-log'),
        import('@vitae/accounts/links/one-time-links'),
        import('@vitae/accounts/links/one-time-links'),
      ]);
      if (!administrator) throw notFound('administrator_not_found', 'No administrator has this email address.');
      const { id: administratorId, companyId } = administrator;
      const target = administratorTarget(administrator);
      const token = await transact(async (session) => {
        if (secondFactor) {
          await secondFactors.turnOff(administratorId, session);
          await record(companyId, 'secondFactorOff', target, undefined, session);
        }
        await record(companyId, 'resetLinkMade', target, undefined, session);
        return links.create({ purpose: 'reset', companyId, administratorId, email: administrator.email }, session);
      });
      const url = linkAddress(settings.SITE_URL, 'reset', token);
      const expiresAt = linkExpiry('reset', { now: Date.now }).toISOString();
      print({ email: administrator.email, url, expiresAt }, [url, `Valid once, until ${expiresAt}.`]);
    });
}
