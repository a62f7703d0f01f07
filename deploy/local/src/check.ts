import { join } from 'node:path';
import { projectRoot } from './project-root.ts';
import { messageFor } from './setup-error.ts';
import { checkGeneratedTypes } from './suites/generated-types.ts';
import { runJest } from './suites/jest.ts';
import type { RunAttached } from './suites/run-attached.ts';
import { createBufferedRun } from './suites/run-buffered.ts';
import { findTestFiles, kindOf } from './suites/test-files.ts';
import { typeCheck } from './suites/type-check.ts';

// npm run check: everything that needs no database, in less than a minute. `--static` omits the unit tests.

type Check = { title: string; passes(run: RunAttached): Promise<boolean> };

const PROPERTY_TIME_LIMIT_MS = '200';
const SOURCES = ['gateway/src', 'proto/src', 'services', 'deploy/local/src', 'sdk', 'test'];
const { env } = process;
const tool = (name: string) => join(projectRoot, 'node_modules/.bin', name);
const program =
  (command: string, ...args: string[]) =>
  async (run: RunAttached) =>
    (await run(command, args, env)) === 0;

const checks: Check[] = [
  { title: 'Types (tsc)', passes: async (run) => (await typeCheck(run, env)) === 0 },
  { title: 'Format and lint (biome)', passes: program(tool('biome'), 'check', '.') },
  {
    title: 'Architecture (dependency-cruiser)',
    passes: program(tool('depcruise'), '--config', '.dependency-cruiser.mjs', ...SOURCES),
  },
  { title: 'Words (glossary)', passes: program(process.execPath, 'deploy/local/dist/check-words.js') },
  { title: 'Generated types match the contracts', passes: () => checkGeneratedTypes(env) },
];
if (!process.argv.includes('--static')) checks.push({ title: 'Unit tests (jest)', passes: runUnitTests });

const failed: string[] = [];
await Promise.all(checks.map(runCheck));
if (failed.length > 0) process.stderr.write(`\nFailed: ${failed.join(', ')}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;

/** Shows the output only if the check fails, because the checks run in parallel. */
async function runCheck({ title, passes }: Check): Promise<void> {
  const began = performance.now();
  const { run, output } = createBufferedRun();
  const error = await passes(run).then(
    (ok) => (ok ? undefined : output()),
    (cause: unknown) => `${output()}${messageFor(cause)}\n`,
  );
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stderr.write(`${error ?? ''}${error === undefined ? '+' : 'x'} ${title} ${seconds} s\n`);
  if (error !== undefined) failed.push(title);
}

async function runUnitTests(run: RunAttached): Promise<boolean> {
  const files = findTestFiles(projectRoot).filter((file) => kindOf(file) === 'unit');
  const suite = { title: 'Unit tests', files, jestOptions: ['--maxWorkers=2', '--silent'] };
  const { status } = await runJest(run, suite, {
    env: { ...env, PROPERTY_TIME_LIMIT_MS },
    say: (line) => void process.stderr.write(`${line}\n`),
  });
  return status === 0;
}
