import { createLogger } from '@vitae/kit/log';
import { retryStartOnce } from './retry-start.ts';

const log = createLogger({ name: 'test', level: 'silent' });

/** Fails so often, each time after so long. */
function program({ failures, takingMs = 0 }: { failures: number; takingMs?: number }) {
  const made = { starts: 0, now: 0 };
  const start = async () => {
    made.starts += 1;
    made.now += takingMs;
    if (made.starts <= failures) throw new Error(`start ${made.starts}`);
    return made.starts;
  };
  return { made, start, clock: { now: () => made.now } };
}

test('what ends while it starts is started once more', async () => {
  const { start, clock } = program({ failures: 1 });
  expect(await retryStartOnce(start, { log, clock, isNeeded: () => true })).toBe(2);
});

test.each([
  ['it fails again', { failures: 2 }, true, 'start 2'],
  ['the first start took long', { failures: 1, takingMs: 40_000 }, true, 'start 1'],
  ['nobody wants it any more', { failures: 1 }, false, 'start 1'],
])('it is given up when %s', async (_, how, wanted, reason) => {
  const { start, clock } = program(how);
  await expect(retryStartOnce(start, { log, clock, isNeeded: () => wanted })).rejects.toThrow(reason);
});
