import type { Company } from '@vitae/accounts/companies/company-store';
import type { Limits } from '@vitae/accounts/keys/api-key';
import { type CliContext, readId, readLimit, readName, readTimeZone } from './cli-context.ts';
import { columns } from './output.ts';

export function defineCompanyCommands({ program, system, print }: CliContext): void {
  const company = program.command('company').description('companies and their quotas');

  company
    .command('create')
    .description('make a company')
    .requiredOption('--name <name>', 'its name', readName)
    .option('--time-zone <zone>', 'the zone of the times that it is told', readTimeZone, 'Europe/Paris')
    .action(async ({ name, timeZone }: { name: string; timeZone: string }) => {
      const created = await (await system()).companies.create(name, timeZone);
      print(created, describe([created]));
    });

  company
    .command('list')
    .description('all companies')
    .action(async () => {
      const companies = await (await system()).companies.list();
      print(companies, describe(companies));
    });

  company
    .command('set-limits')
    .description('change how many calls a minute a company may make')
    .requiredOption('--company <id>', 'the company', readId)
    .option('--standard <calls>', 'standard calls', readLimit)
    .option('--intensive <calls>', 'intensive calls', readLimit)
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
