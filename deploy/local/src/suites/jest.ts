import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../project-root.ts';
import { type Counts, NONE } from './counts.ts';
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

/** Runs jest with what it is given after `npm test --`; answers with its status and its own counts. */
export async function runJest(
  run: RunAttached,
  suite: Suite,
  given: string[],
  env: NodeJS.ProcessEnv,
): Promise<{ status: number; counts: Counts }> {
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
    const counts = await readFile(file, 'utf8').then(
      (text) => JSON.parse(text) as Counts,
      () => NONE, // it did not get as far as counting: its status tells
    );
    return { status, counts };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
