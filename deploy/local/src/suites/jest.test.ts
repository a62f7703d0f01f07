import { writeFileSync } from 'node:fs';
import type { FileCounts } from './counts.ts';
import { runJestRepeating } from './jest.ts';
import type { RunAttached } from './run-attached.ts';

const SUITE = { title: 'Some tests', ignore: [], args: [] };

const went = (file: string, failed: number): FileCounts => ({ file, passed: 3 - failed, failed, skipped: 0 });

/** A jest whose files go as told, run after run. */
function jest(...runs: FileCounts[][]): { run: RunAttached; asked: string[][] } {
  const asked: string[][] = [];
  const run: RunAttached = async (_command, args, env) => {
    const files = runs[asked.length] ?? [];
    asked.push(args.slice(1, args.indexOf('-c')));
    writeFileSync(env.VITAE_COUNTS_FILE ?? '', JSON.stringify(files));
    return files.some(({ failed }) => failed > 0) ? 1 : 0;
  };
  return { run, asked };
}

let said: string[];
beforeEach(() => {
  said = [];
});

const repeating = (run: RunAttached) => runJestRepeating(run, SUITE, {}, (line) => said.push(line));

test('nothing is run again where all passes', async () => {
  const { run, asked } = jest([went('a', 0), went('b', 0)]);
  expect((await repeating(run)).status).toBe(0);
  expect(asked).toEqual([['--forceExit']]);
});

test('a file that fails is run once more, and counts as it went then', async () => {
  const passes = jest([went('a', 0), went('b', 1)], [went('b', 0)]);
  expect(await repeating(passes.run)).toEqual({ status: 0, files: [went('a', 0), went('b', 0)] });
  expect(passes.asked).toEqual([['--forceExit'], ['--forceExit', '--runTestsByPath', 'b']]);
  expect(said).toEqual(['Run once more, alone: b', expect.stringMatching(/^UNSTEADY: b failed, and passed/)]);

  const fails = jest([went('a', 0), went('b', 1)], [went('b', 2)]);
  expect(await repeating(fails.run)).toEqual({ status: 1, files: [went('a', 0), went('b', 2)] });
  expect(fails.asked).toHaveLength(2);
  expect(said.filter((line) => line.startsWith('UNSTEADY'))).toHaveLength(1);
});

test('three files that fail are no accident', async () => {
  const { run, asked } = jest([went('a', 1), went('b', 1), went('c', 1)]);
  expect((await repeating(run)).status).toBe(1);
  expect(asked).toHaveLength(1);
});
