import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from './project-root.ts';

/** The targets of docs/backup.md, in seconds. */
const TARGETS = { 'Recovery point': 60, 'Recovery time': 1_800 } as const;

/** Prints whether a measured time meets its target. Tests do not assert it, because the machine may be busy. */
export function reportRecovery(name: keyof typeof TARGETS, seconds: number, what: string): void {
  const verdict = seconds <= TARGETS[name] ? 'within' : 'MISSES';
  process.stdout.write(`${name}: ${seconds.toFixed(1)} s ${what} (${verdict} the target of ${TARGETS[name]} s)\n`);
}

/** Returns the targets that docs/backup.md does not state. */
export async function undocumentedTargets(): Promise<string[]> {
  const text = await readFile(join(projectRoot, 'docs/backup.md'), 'utf8');
  return Object.entries(TARGETS)
    .map(([name, seconds]) => `| ${name} | ${seconds} s`)
    .filter((row) => !text.includes(row));
}
