import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { AREA_NAMES, filesOf } from './mutation/areas.ts';
import { testsThatLoad } from './mutation/importers.ts';
import { type Mutant, mutantsOf } from './mutation/mutants.ts';
import { parseMutationArguments } from './mutation/options.ts';
import { sampleOf } from './mutation/sample.ts';
import { projectRoot } from './project-root.ts';
import { messageFor, SetupError } from './setup-error.ts';
import { createBufferedRun } from './suites/run-buffered.ts';
import { withDatabases } from './suites/with-databases.ts';

// npm run test:mutation: changes the code in one place at a time and reports the changes (mutants) that no test beside
// the code detects. Fails if more than a tenth survives.

const MIN_CAUGHT = 0.9;
// A mutant may make a test wait, or loop forever.
const TEST_TIMEOUT_MS = 60_000;
/** The tests of a mutant may also take twice as long as all tests without a mutant, for a slow or busy machine. */
const MIN_TIMEOUT_MS = 240_000;
const UNMUTATED_TIMEOUT_MS = 3_600_000;

// Such a mutant could not be released, so it says nothing about the tests.
const INVALID = /SyntaxError|Error compiling script/;

/** A mutant that ran into the time limit counts as detected, as in other mutation tools. */
type Outcome = 'detected' | 'timed out' | 'survived' | 'invalid';

try {
  const options = parseMutationArguments(process.argv.slice(2), AREA_NAMES);
  await withDatabases(process.env, async (_run, env) => {
    const results: Outcome[] = [];
    for (const area of options.areas) results.push(...(await testArea(area, options, env)));
    return report(results, options.seed);
  });
} catch (error) {
  process.stderr.write(`${messageFor(error)}\n`);
  process.exitCode = 1;
}

async function testArea(
  area: string,
  { sample, seed }: { sample: number; seed: number },
  env: NodeJS.ProcessEnv,
): Promise<Outcome[]> {
  const { sources, tests } = filesOf(area, projectRoot);
  const startedAt = Date.now();
  const { status, output } = await runTests(tests, env, UNMUTATED_TIMEOUT_MS);
  if (status !== 0) throw new SetupError(`The tests of ${area} fail without a mutant:\n${output}`);
  const timeoutMs = Math.max(MIN_TIMEOUT_MS, 2 * (Date.now() - startedAt));
  const mutants = sources.flatMap((file) => mutantsOf(file, readFileSync(join(projectRoot, file), 'utf8')));
  const chosen = sampleOf(mutants, sample, seed);
  process.stdout.write(`${area}: ${chosen.length} of ${mutants.length} mutants, ${tests.length} test files\n`);
  const outcomes: Outcome[] = [];
  for (const mutant of chosen) {
    const withFault = { ...env, VITAE_MUTANT: JSON.stringify(mutant) };
    const candidates = nearestFirst(testsThatLoad(mutant.file, tests, projectRoot), mutant.file);
    const outcome = candidates.length === 0 ? 'survived' : outcomeOf(await runTests(candidates, withFault, timeoutMs));
    outcomes.push(outcome);
    if (outcome !== 'detected') process.stdout.write(`${outcome.toUpperCase()} ${describe(mutant)}\n`);
  }
  return outcomes;
}

/** Tests of the mutant's file, and then tests in its folder, usually detect it, and jest stops at the first failure. */
function nearestFirst(tests: readonly string[], file: string): string[] {
  const name = basename(file).replace(/(-mongo-store)?\.tsx?$/, '');
  const distance = (test: string) =>
    Number(dirname(test) !== dirname(file)) + Number(!basename(test).startsWith(`${name}.`));
  return tests.toSorted((one, other) => distance(one) - distance(other));
}

function outcomeOf({ status, output, isTimeout }: TestRun): Outcome {
  if (isTimeout) return 'timed out';
  if (status === 0) return 'survived';
  return INVALID.test(output) ? 'invalid' : 'detected';
}

type TestRun = { status: number; output: string; isTimeout: boolean };

async function runTests(tests: string[], env: NodeJS.ProcessEnv, timeoutMs: number): Promise<TestRun> {
  const { run, output } = createBufferedRun();
  const jest = [join(projectRoot, 'node_modules/jest/bin/jest.js'), '--config', join(projectRoot, 'jest.config.mjs')];
  // Failed tests may leave connections open. `--bail=1` would be ignored.
  const flags = [
    '--runInBand',
    '--bail',
    '--forceExit',
    '--silent',
    `--testTimeout=${TEST_TIMEOUT_MS}`,
    '--runTestsByPath',
  ];
  const nodeOptions = '--experimental-vm-modules --disable-warning=ExperimentalWarning';
  const withOptions = { ...env, NODE_OPTIONS: `${env.NODE_OPTIONS ?? ''} ${nodeOptions}`.trim() };
  const args = [...jest, `--testSequencer=${join(projectRoot, 'deploy/local/given-order.mjs')}`, ...flags, ...tests];
  const timeout = AbortSignal.timeout(timeoutMs);
  const status = await run(process.execPath, args, withOptions, timeout);
  return { status, output: output(), isTimeout: timeout.aborted };
}

function report(outcomes: Outcome[], seed: number): number {
  const count = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length;
  const valid = outcomes.length - count('invalid');
  const caught = valid - count('survived');
  const percent = Math.floor((100 * caught) / valid);
  process.stdout.write(
    `${caught} of ${valid} mutants detected (${percent} %), ${count('timed out')} of them by a timeout; ${count('invalid')} invalid; seed ${seed}\n`,
  );
  return caught / valid >= MIN_CAUGHT ? 0 : 1;
}

function describe({ file, line, original, replacement }: Mutant): string {
  const shorten = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 160);
  return `${file}:${line}\n  - ${shorten(original)}\n  + ${shorten(replacement)}`;
}
