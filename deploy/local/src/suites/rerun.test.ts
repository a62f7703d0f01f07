import { writeFileSync } from 'node:fs';
import type { FileCounts } from './counts.ts';
import { runWithReruns } from './rerun.ts';
import type { RunAttached } from './run-attached.ts';

const WORKER = 'services/export/src/worker.integration.test.ts';
const FORMATS = 'services/export/src/formats/pdf.integration.test.ts';
const KILLS = 'test/fault/kill-exports.test.ts';
const QUOTA = 'gateway/src/quota/company-quota.integration.test.ts';

const result = (file: string, failed: number): FileCounts => ({ file, passed: 3 - failed, failed, skipped: 0 });

/** A fake jest that reports the given results, run after run. */
function fakeJest(...runs: FileCounts[][]): { run: RunAttached; requested: string[][]; isAlone: boolean[] } {
  const requested: string[][] = [];
  const isAlone: boolean[] = [];
  const run: RunAttached = async (_command, args, env) => {
    const files = runs[requested.length] ?? [];
    requested.push(args.slice(args.indexOf('--runTestsByPath') + 1));
    isAlone.push(args.includes('--runInBand') && !args.includes('--maxWorkers=2'));
    writeFileSync(env.VITAE_COUNTS_FILE ?? '', JSON.stringify(files));
    return files.some(({ failed }) => failed > 0) ? 1 : 0;
  };
  return { run, requested, isAlone };
}

let said: string[];
beforeEach(() => {
  said = [];
});

const runAll = (run: RunAttached, files: string[]) =>
  runWithReruns(
    run,
    { title: 'Tests', files, jestOptions: ['--maxWorkers=2'] },
    { env: {}, say: (line) => said.push(line) },
  );

describe('a run with reruns', () => {
  test('runs each file once if all pass', async () => {
    const { run, requested } = fakeJest([result(WORKER, 0), result(FORMATS, 0)]);
    expect(await runAll(run, [WORKER, FORMATS])).toMatchObject({ status: 0, unsteady: [] });
    expect(requested).toEqual([[WORKER, FORMATS]]);
  });

  test('reports a file that passes the second time, alone, as unsteady', async () => {
    const { run, requested, isAlone } = fakeJest([result(WORKER, 0), result(FORMATS, 1)], [result(FORMATS, 0)]);
    expect(await runAll(run, [WORKER, FORMATS])).toEqual({
      status: 0,
      files: [result(WORKER, 0), result(FORMATS, 0)],
      unsteady: [FORMATS],
    });
    expect(requested).toEqual([[WORKER, FORMATS], [FORMATS]]);
    expect(isAlone).toEqual([false, true]);
    expect(said).toEqual([`Rerunning ${FORMATS}`, expect.stringMatching(/^UNSTEADY: services\/export/)]);
  });

  test('fails if a file fails twice', async () => {
    const { run, requested } = fakeJest([result(WORKER, 0), result(FORMATS, 1)], [result(FORMATS, 2)]);
    expect(await runAll(run, [WORKER, FORMATS])).toEqual({
      status: 1,
      files: [result(WORKER, 0), result(FORMATS, 2)],
      unsteady: [],
    });
    expect(requested).toHaveLength(2);
  });

  test.each([
    ['three failed files', [WORKER, FORMATS, KILLS]],
    ['a failed quota test', [QUOTA]],
    ['a failed quota test among others', [WORKER, QUOTA]],
  ])('does not rerun %s', async (_what, files) => {
    const { run, requested } = fakeJest(files.map((file) => result(file, 1)));
    expect(await runAll(run, files)).toMatchObject({ status: 1, unsteady: [] });
    expect(requested).toHaveLength(1);
  });
});
