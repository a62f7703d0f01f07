import { setImmediate as nextTurn } from 'node:timers/promises';
import { runInSlices, type SlicedWork } from './slices.ts';

const { jest } = import.meta;

describe('work in slices', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  test('does one slice per turn of the event loop, however much work is waiting', async () => {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const steps: string[] = [];
    function* work(name: string): SlicedWork<string> {
      for (let step = 1; step <= 3; step += 1) {
        now += 10;
        steps.push(`${name}${step}`);
        yield;
      }
      return name;
    }
    const done = Promise.all([runInSlices(work('a')), runInSlices(work('b')), runInSlices(work('c'))]);
    const stepsInTurns: number[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      const before = steps.length;
      await nextTurn();
      stepsInTurns.push(steps.length - before);
    }
    await expect(done).resolves.toEqual(['a', 'b', 'c']);
    expect(steps).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3']);
    expect(Math.max(...stepsInTurns)).toBe(1);
  });

  test('stops before the next slice when it is aborted', async () => {
    const controller = new AbortController();
    let slices = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => slices * 10);
    function* work(): SlicedWork<void> {
      for (;;) {
        slices += 1;
        if (slices === 3) controller.abort(new Error('gone'));
        yield;
      }
    }
    await expect(runInSlices(work(), controller.signal)).rejects.toThrow('gone');
    expect(slices).toBe(3);
  });

  test('continues with other work after one has failed', async () => {
    // biome-ignore lint/correctness/useYield: fails before the first yield
    function* failing(): SlicedWork<never> {
      throw new Error('failed');
    }
    function* succeeding(): SlicedWork<number> {
      yield;
      return 1;
    }
    const failed = runInSlices(failing());
    const succeeded = runInSlices(succeeding());
    await expect(failed).rejects.toThrow('failed');
    await expect(succeeded).resolves.toBe(1);
  });
});
