import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../project-root.ts';
import { type FileCounts, failedFiles, withRepeated } from './counts.ts';
import type { RunAttached } from './run-attached.ts';

/** Which tests, and how many at a time. */
export type Suite = { title: string; ignore: string[]; args: string[] };

const NEVER = ['/node_modules/', '/dist/'];
const WHOLE_SYSTEMS = '/test/(e2e|fault|browser)/';

/** Tests that need nothing but the source. */
export const UNIT: Suite = {
  title: 'Unit tests',
  ignore: ['\\.integration\\.test\\.', '/test/(e2e|fault|browser|contract)/'],
  args: ['--maxWorkers=2'],
};

export const ALL: Suite[] = [
  // Two at a time: more than the cores of a small machine only adds waiting. A worker's memory grows with the modules it has loaded.
  {
    title: 'Unit and integration tests',
    ignore: [WHOLE_SYSTEMS],
    args: ['--maxWorkers=2', '--workerIdleMemoryLimit=1GB'],
  },
  // One at a time: each starts a whole system.
  {
    title: 'Tests of the whole system',
    ignore: [],
    args: ['--runInBand', '--testMatch=**/test/{e2e,fault,browser}/**/*.test.ts'],
  },
];

/** How jest ended, and its own counts for each file. */
export type JestRun = { status: number; files: FileCounts[] };

// More than this is no accident of timing.
const REPEATED_AT_MOST = 2;
// A file that could not end what it began would keep jest from ending: what failed could not be run again.
const END_ALL_THE_SAME = '--forceExit';

/**
 * Runs jest; a file or two that fail are run once more, alone, and named when they pass then. For the run that decides
 * whether a change lands: one test in thousands that lost a race on a machine of somebody else's should not undo a
 * day's work, and must not go unseen either.
 */
export async function runJestRepeating(
  run: RunAttached,
  suite: Suite,
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<JestRun> {
  const first = await runJest(run, suite, [END_ALL_THE_SAME], env);
  const failed = failedFiles(first.files);
  if (failed.length === 0 || failed.length > REPEATED_AT_MOST) return first;
  say(`Run once more, alone: ${failed.join(', ')}`);
  const again = await runJest(run, suite, [END_ALL_THE_SAME, '--runTestsByPath', ...failed], env);
  const files = withRepeated(first.files, again.files);
  const failedAgain = failedFiles(files);
  for (const file of failed)
    if (!failedAgain.includes(file))
      say(`UNSTEADY: ${file} failed, and passed when it was run again. Its failure is above: find its cause.`);
  return { status: again.status, files };
}

/** Runs jest with what it is given after `npm test --`. */
export async function runJest(
  run: RunAttached,
  suite: Suite,
  given: string[],
  env: NodeJS.ProcessEnv,
): Promise<JestRun> {
  const folder = await mkdtemp(join(tmpdir(), 'vitae-counts-'));
  const file = join(folder, 'counts.json');
  // What was given comes first: jest's list options swallow the words that follow them.
  const args = [
    join(projectRoot, 'node_modules/jest/bin/jest.js'),
    ...given,
    '-c',
    join(projectRoot, 'jest.config.mjs'),
    '--passWithNoTests',
    ...suite.args,
  ];
  for (const pattern of [...NEVER, ...suite.ignore]) args.push(`--testPathIgnorePatterns=${pattern}`);
  args.push('--reporters=default', `--reporters=${join(projectRoot, 'deploy/local/dist/suites/counts-reporter.js')}`);
  try {
    const status = await run(process.execPath, args, {
      ...env,
      VITAE_COUNTS_FILE: file,
      NODE_OPTIONS: `${env.NODE_OPTIONS ?? ''} --experimental-vm-modules --disable-warning=ExperimentalWarning`.trim(),
    });
    const files = await readFile(file, 'utf8').then(
      (text) => JSON.parse(text) as FileCounts[],
      () => [], // it did not get as far as counting: its status tells
    );
    return { status, files };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
