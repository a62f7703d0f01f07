import { createReadStream } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import type { CliContext } from './cli-context.ts';
import { columns } from './output.ts';

type RepeatOptions = { after: number; dryRun: boolean };

/** Completes the restore of a backup (docs/backup.md). */
export function defineRecoveryCommand({ program, system, print }: CliContext): void {
  program
    .command('recovery')
    .description('Complete the restore of a backup')
    .command('repeat <file>')
    .description('Repeat deletions and revocations that were made after the restored time. "-" reads standard input.')
    .requiredOption(
      '--after <time>',
      'the restored time, such as 2026-11-27T10:00:00Z, or seconds since 1970',
      readTime,
    )
    .option('--dry-run', 'only list what would be repeated', false)
    .action(async (file: string, { after, dryRun }: RepeatOptions) => {
      const [{ findRemovals }, { repeatRemovals }] = await Promise.all([
        import('./recovery/oplog-removals.ts'),
        import('./recovery/repeat-removals.ts'),
      ]);
      const removals = await findRemovals(file === '-' ? process.stdin : createReadStream(file), after);
      const { review, ...repeatable } = removals;
      const found = Object.entries(repeatable).map(([name, items]) => [name, items.length] as const);
      const counts: Record<string, number> = dryRun
        ? Object.fromEntries(found)
        : await repeatRemovals(await system(), removals);
      print({ dryRun, ...counts, review }, [
        ...columns([
          ['', 'FOUND', dryRun ? '' : 'REPEATED'],
          ...found.map(([name, items]) => [name, items, dryRun ? '' : (counts[name] ?? 0)]),
        ]),
        ...(review.length > 0 ? ['', 'Review these changes, which were not repeated:'] : []),
        ...review.map(({ at, companyId, action, name }) => `  ${at}  company ${companyId}  ${action}  ${name}`),
      ]);
    });
}

function readTime(text: string): number {
  const seconds = /^\d{1,11}$/.test(text) ? Number(text) : Math.floor(Date.parse(text) / 1_000);
  if (Number.isFinite(seconds)) return seconds;
  throw new InvalidArgumentError('It must be a time such as 2026-11-27T10:00:00Z.');
}
