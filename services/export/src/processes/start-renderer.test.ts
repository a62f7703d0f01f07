import { createLogger } from '@vitae/kit/log';
import { retryStartOnce } from './start-renderer.ts';

const log = createLogger({ name: 'test', level: 'silent' });

/** Its first starts fail, each after `durationMs`. */
function failingProcess({ failures, durationMs = 0 }: { failures: number; durationMs?: number }) {
  let now = 0;
  let starts = 0;
  const start = async () => {
    starts += 1;
    now += durationMs;
    if (starts <= failures) throw new Error(`start ${starts}`);
    return starts;
  };
  return { start, clock: { now: () => now } };
}

describe('retryStartOnce', () => {
  test('starts a process again after its first start failed', async () => {
    const { start, clock } = failingProcess({ failures: 1 });
    expect(await retryStartOnce(start, { log, clock, isNeeded: () => true })).toBe(2);
  });

  test.each([
    ['the second start fails too', { failures: 2 }, true, 'start 2'],
    ['the first start failed slowly', { failures: 1, durationMs: 40_000 }, true, 'start 1'],
    ['the process is no longer needed', { failures: 1 }, false, 'start 1'],
  ])('rejects when %s', async (_, failure, isNeeded, message) => {
    const { start, clock } = failingProcess(failure);
    await expect(retryStartOnce(start, { log, clock, isNeeded: () => isNeeded })).rejects.toThrow(message);
  });
});
