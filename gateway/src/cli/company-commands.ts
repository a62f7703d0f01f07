import type { Company } from '@vitae/accounts/companies/company-store';
import type { Limits } from '@vitae/accounts/quota/quota-types';
import { type CliContext, readId, readLimit, readName, readTimeZone } from './cli-context.ts';
import { columns } from './output.ts';
import type { RunningSystem } from './running-system.ts';

export function defineCompanyCommands({ program, system, print }: CliContext): void {
  const company = program.command('company').description('Manage companies and their quotas');

  company
    .command('create')
    .description('Create a company')
    .requiredOption('--name <name>', 'name', readName)
    .option(
      '--slug <slug>',
      'address of the sign-in page, for example acme for /acme/sign-in (default: derived from the name)',
    )
    .option('--time-zone <zone>', 'IANA time zone of the company', readTimeZone, 'Europe/Paris')
    .action(async ({ name, timeZone, slug }: { name: string; timeZone: string; slug?: string }) => {
      const running = await system();
      const created = await withSignInUrls([await running.companies.create(name, timeZone, slug)], running);
      print(created[0], describe(created));
    });

  company
    .command('list')
    .description('List all companies')
    .action(async () => {
      const running = await system();
      const companies = await withSignInUrls(await running.companies.list(), running);
      print(companies, describe(companies));
    });

  company
    .command('update')
    .description('Change the address of the sign-in page. The former address no longer works.')
    .requiredOption('--company <id>', 'company ID', readId)
    .requiredOption('--slug <slug>', 'address of the sign-in page, for example acme for /acme/sign-in')
    .action(async ({ company: id, slug }: { company: number; slug: string }) => {
      const running = await system();
      const { version, ...changed } = await running.companies.setSlug(id, slug, (after, before, session) => {
        const target = { kind: 'company', id: String(id), name: after.name } as const;
        const detail = { from: before.slug ?? String(id), to: slug };
        return running.record(id, 'companyAddressChanged', target, detail, session);
      });
      await running.announcer.announce(id, version);
      const shown = await withSignInUrls([changed], running);
      print(shown[0], describe(shown));
    });

  company
    .command('set-limits')
    .description('Set the quotas of a company, in requests per minute')
    .requiredOption('--company <id>', 'company ID', readId)
    .option('--standard <requests>', 'standard requests per minute', readLimit)
    .option('--intensive <requests>', 'intensive requests per minute', readLimit)
    .action(async ({ company: id, ...limits }: { company: number; standard?: number; intensive?: number }) => {
      const running = await system();
      const { companies, announcer, record } = running;
      const { version, ...changed } = await companies.setLimits(id, limits, (after, before, session) => {
        const target = { kind: 'company', id: String(id), name: after.name } as const;
        const detail = { from: limitsText(before.limits), to: limitsText(after.limits) };
        return record(id, 'limitsChanged', target, detail, session);
      });
      await announcer.announce(id, version);
      const shown = await withSignInUrls([changed], running);
      print(shown[0], describe(shown));
    });
}

function limitsText({ standard, intensive }: Limits): string {
  return `${standard}/${intensive}`;
}

type Listed = Company & { signInUrl: string };

async function withSignInUrls(companies: readonly Company[], { settings }: RunningSystem): Promise<Listed[]> {
  const { companySignInPath } = await import('@vitae/accounts/companies/company-store');
  return companies.map((company) => ({ ...company, signInUrl: `${settings.SITE_URL}${companySignInPath(company)}` }));
}

function describe(companies: readonly Listed[]): string[] {
  const rows = companies.map(({ id, name, timeZone, limits, signInUrl }) => [
    id,
    name,
    timeZone,
    limits.standard,
    limits.intensive,
    signInUrl,
  ]);
  return columns([['ID', 'NAME', 'TIME ZONE', 'STANDARD/MIN', 'INTENSIVE/MIN', 'SIGN-IN PAGE'], ...rows]);
}
