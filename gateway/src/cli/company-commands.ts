import type { Company } from '@vitae/accounts/companies/company-store';
import type { Limits } from '@vitae/accounts/quota/quota-types';
import { type CliContext, readId, readLimit, readName, readTimeZone } from './cli-context.ts';
import { columns } from './output.ts';

export function defineCompanyCommands({ program, system, print }: CliContext): void {
  const company = program.command('company').description('Manage companies and their quotas');

  company
    .command('create')
    .description('Create a company')
    .requiredOption('--name <name>', 'name', readName)
    .option('--time-zone <zone>', 'IANA time zone of the company', readTimeZone, 'Europe/Paris')
    .action(async ({ name, timeZone }: { name: string; timeZone: string }) => {
      const created = await (await system()).companies.create(name, timeZone);
      print(created, describe([created]));
    });

  company
    .command('list')
    .description('List all companies')
    .action(async () => {
      const companies = await (await system()).companies.list();
      print(companies, describe(companies));
    });

  company
    .command('set-limits')
    .description('Set the quotas of a company, in requests per minute')
    .requiredOption('--company <id>', 'company ID', readId)
    .option('--standard <requests>', 'standard requests per minute', readLimit)
    .option('--intensive <requests>', 'intensive requests per minute', readLimit)
    .action(async ({ company: id, ...limits }: { company: number; standard?: number; intensive?: number }) => {
      const { companies, announcer, record } = await system();
      const { version, ...changed } = await companies.setLimits(id, limits, (after, before, session) => {
        const target = { kind: 'company', id: String(id), name: after.name } as const;
        const detail = { from: limitsText(before.limits), to: limitsText(after.limits) };
        return record(id, 'limitsChanged', target, detail, session);
      });
      await announcer.announce(id, version);
      print(changed, describe([changed]));
    });
}

function limitsText({ standard, intensive }: Limits): string {
  return `${standard}/${intensive}`;
}

function describe(companies: readonly Company[]): string[] {
  const rows = companies.map(({ id, name, timeZone, limits }) => [
    id,
    name,
    timeZone,
    limits.standard,
    limits.intensive,
  ]);
  return columns([['ID', 'NAME', 'TIME ZONE', 'STANDARD/MIN', 'INTENSIVE/MIN'], ...rows]);
}
