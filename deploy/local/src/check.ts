import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from './project-root.ts';
import { checkGeneratedTypes } from './suites/generated-types.ts';
import { runJest, UNIT } from './suites/jest.ts';
import type { RunAttached } from './suites/run-attached.ts';
import { typeCheck } from './suites/type-check.ts';

// npm run check: types, lint, generated types, unit tests, in under a minute and without a database.
// `--static` leaves the tests out, for those who run them all anyway.

const staticOnly = process.argv.includes('--static');
const given = process.argv.slice(2).filter((argument) => argument !== '--static');

const run: RunAttached = async (command, args, env) =>
  spawnSync(command, args, { cwd: projectRoot, env, stdio: ['ignore', 'inherit', 'inherit'] }).status ?? 1;

const parts: [string, () => Promise<boolean>][] = [
  ['Types (tsc)', async () => (await typeCheck(run, process.env)) === 0],
  [
    'Lint (biome)',
    async () => (await run(join(projectRoot, 'node_modules/.bin/biome'), ['check', '.'], process.env)) === 0,
  ],
  ['Generated types are those of the protos', () => checkGeneratedTypes(process.env)],
];
if (!staticOnly) parts.push([UNIT.title, async () => (await runJest(run, UNIT, given, process.env)).status === 0]);

const failed: string[] = [];
for (const [title, holds] of parts) {
  const began = performance.now();
  const ok = await holds();
  process.stderr.write(`${ok ? '+' : 'x'} ${title} ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
  if (!ok) failed.push(title);
}
if (failed.length > 0) process.stderr.write(`\nNot in order: ${failed.join(', ')}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;
