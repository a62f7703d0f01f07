import { createLogger } from '@vitae/kit/log';
import { createLegacyUseCounter, type LegacyUse, type LegacyUseStore } from './legacy-use.ts';

const { jest } = import.meta;
const log = createLogger({ name: 'test', level: 'silent' });
const clock = { now: () => Date.UTC(2026, 0, 1) };

/** A store whose given write fails. */
function store(failing: number) {
  const written = new Map<number, LegacyUse[]>();
  let writes = 0;
  const fake: LegacyUseStore = {
    add: async (keyId, use) => {
      writes += 1;
      if (writes === failing) throw new Error('unavailable');
      written.set(keyId, [...(written.get(keyId) ?? []), use]);
    },
    findAll: async () => new Map(),
  };
  return {
    fake,
    total: (keyId: number) => (written.get(keyId) ?? []).reduce((sum, { uses }) => sum + uses, 0),
    written,
  };
}

describe('legacy use counter', () => {
  test('sums up uses and writes them with the last user agent', async () => {
    const { fake, written } = store(0);
    const counter = createLegacyUseCounter(fake, clock, log);
    counter.record(7, false, 'PHP/5.3');
    counter.record(7, true, 'PHP/5.4 \u0000é');
    counter.record(8, false, undefined);
    await counter.close();
    expect(written.get(7)).toEqual([
      { uses: 2, lateUses: 1, lastUsedAt: new Date(clock.now()), lastUserAgent: 'PHP/5.4 ??' },
    ]);
    expect(written.get(8)).toMatchObject([{ uses: 1, lastUserAgent: '' }]);
  });

  test.each([1, 2])('retries failed write %d without counting twice', async (failing) => {
    const { fake, total, written } = store(failing);
    const counter = createLegacyUseCounter(fake, clock, log);
    counter.record(7, true, 'a');
    counter.record(8, false, 'a');
    await expect(counter.close()).rejects.toThrow('unavailable');
    for (const key of [7, 8]) counter.record(key, true, 'b');
    await counter.close();
    expect([total(7), total(8)]).toEqual([2, 2]);
    for (const key of [7, 8]) expect(written.get(key)?.at(-1)?.lastUserAgent).toBe('b');
    const late = [7, 8].map((key) => (written.get(key) ?? []).reduce((sum, { lateUses }) => sum + lateUses, 0));
    expect(late).toEqual([2, 1]);
  });
});

test('uses are written every second', async () => {
  jest.useFakeTimers();
  try {
    const written: number[] = [];
    const add = async () => void written.push(1);
    const counter = createLegacyUseCounter({ ...store(0).fake, add }, clock, log);
    await jest.advanceTimersByTimeAsync(0); // the first run, without uses
    counter.record(7, false, undefined);
    await jest.advanceTimersByTimeAsync(999);
    expect(written).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(written).toEqual([1]);
    await counter.close();
  } finally {
    jest.useRealTimers();
  }
});
