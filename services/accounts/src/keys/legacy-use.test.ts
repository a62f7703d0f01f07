import { createLogger } from '@vitae/kit/log';
import { createLegacyUseCounter, type LegacyUse, type LegacyUseStore } from './legacy-use.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const clock = { now: () => Date.UTC(2026, 0, 1) };

function store(failures: number) {
  const written = new Map<number, LegacyUse[]>();
  let left = failures;
  const fake: LegacyUseStore = {
    add: async (keyId, use) => {
      if (left-- > 0) throw new Error('unavailable');
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

  test('retries a failed write without counting twice', async () => {
    const { fake, total } = store(1);
    const counter = createLegacyUseCounter(fake, clock, log);
    counter.record(7, false, 'a');
    counter.record(8, false, 'a');
    await expect(counter.close()).rejects.toThrow('unavailable');
    counter.record(7, false, 'b');
    await counter.close();
    expect([total(7), total(8)]).toEqual([2, 1]);
  });
});
