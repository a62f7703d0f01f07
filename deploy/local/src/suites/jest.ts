import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../project-root.ts';
import type { FileCounts } from './counts.ts';
import type { RunAttached } from './run-attached.ts';
import { canShare, kindOf } from './test-files.ts';

/** Test files that run together. */
export type Suite = { title: string; files: string[]; jestOptions: string[] };

export type JestRun = { status: number; files: FileCounts[] };

type Options = { env: NodeJS.ProcessEnv; say(line: string): void };

// Jest ends a second after the last test, unless a test has left a timer, server or connection open.
const EXIT_TIMEOUT_MS = 30_000;
const POLL_INTERVAL_MS = 500;

// For a machine with two cores. The memory of a worker grows with the modules that it has loaded.
const TWO_AT_A_TIME = ['--maxWorkers=2', '--workerIdleMemoryLimit=1GB'];
export const ONE_AT_A_TIME = ['--runInBand'];

/** Divides test files into suites, which run one after the other. */
export function suitesOf(files: string[]): Suite[] {
  const system = files.filter((file) => kindOf(file) === 'system');
  const suites = [
    {
      title: 'Unit, integration and browser tests',
      files: files.filter((file) => kindOf(file) !== 'system'),
      jestOptions: TWO_AT_A_TIME,
    },
    { title: 'System tests that can share the machine', files: system.filter(canShare), jestOptions: TWO_AT_A_TIME },
    { title: 'System tests', files: system.filter((file) => !canShare(file)), jestOptions: ONE_AT_A_TIME },
  ];
  return suites.filter((suite) => suite.files.length > 0);
}

/** Adds options to those of a suite. Given options about parallelism replace its own, which jest would reject. */
export function withOptions(suite: Suite, given: string[]): Suite {
  const isParallelism = (option: string) => /^(--runInBand|-i|--maxWorkers|-w)(=|$)/.test(option);
  const own = given.some(isParallelism) ? suite.jestOptions.filter((one) => !isParallelism(one)) : suite.jestOptions;
  return { ...suite, jestOptions: [...own, ...given] };
}

/** Runs the files of a suite. A jest that does not exit is killed, and the run fails. */
export async function runJest(run: RunAttached, suite: Suite, { env, say }: Options): Promise<JestRun> {
  const folder = await mkdtemp(join(tmpdir(), 'vitae-counts-'));
  const countsFile = join(folder, 'counts.json');
  const hung = new AbortController();
  const stopWaiting = abortAfterResults(countsFile, hung);
  try {
    const status = await run(process.execPath, jestArguments(suite), jestEnvironment(env, countsFile), hung.signal);
    if (hung.signal.aborted)
      say('Jest did not exit: a test has left a timer, server or connection open. Find it with --detectOpenHandles.');
    const files = await readFile(countsFile, 'utf8').then(
      (text) => JSON.parse(text) as FileCounts[],
      () => [], // it failed before the first test: the status tells
    );
    return { status, files };
  } finally {
    stopWaiting();
    await rm(folder, { recursive: true, force: true });
  }
}

function jestArguments({ files, jestOptions }: Suite): string[] {
  return [
    join(projectRoot, 'node_modules/jest/bin/jest.js'),
    '--config',
    join(projectRoot, 'jest.config.mjs'),
    `--reporters=${join(projectRoot, 'deploy/local/dist/suites/failure-reporter.js')}`,
    '--reporters=summary',
    `--reporters=${join(projectRoot, 'deploy/local/dist/suites/counts-reporter.js')}`,
    ...jestOptions,
    '--runTestsByPath',
    ...files,
  ];
}

const jestEnvironment = (env: NodeJS.ProcessEnv, countsFile: string): NodeJS.ProcessEnv => ({
  ...env,
  VITAE_COUNTS_FILE: countsFile,
  NODE_OPTIONS: `${env.NODE_OPTIONS ?? ''} --experimental-vm-modules --disable-warning=ExperimentalWarning`.trim(),
});

/** The reporter writes the counts when all tests have ended. */
function abortAfterResults(countsFile: string, hung: AbortController): () => void {
  let timeout: NodeJS.Timeout | undefined;
  const poll = setInterval(() => {
    if (timeout || !existsSync(countsFile)) return;
    timeout = setTimeout(() => hung.abort(), EXIT_TIMEOUT_MS);
  }, POLL_INTERVAL_MS);
  return () => {
    clearInterval(poll);
    clearTimeout(timeout);
  };
}
