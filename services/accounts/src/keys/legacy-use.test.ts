import { createLogger } from '@vitae/kit/log';
import { createLegacyUseCounter, type LegacyUse, type LegacyUseStore } from './legacy-use.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const clock = { now: () => Date.UTC(2026, 0, 1) };

function store(failures: number) {
  const kept = new Map<number, LegacyUse[]>();
  let left = failures;
  const fake: LegacyUseStore = {
    add: async (keyId, use) => {
      if (left-- > 0) throw new Error('away');
      kept.set(keyId, [...(kept.get(keyId) ?? []), use]);
    },
    findAll: async () => new Map(),
  };
  return { fake, total: (keyId: number) => (kept.get(keyId) ?? []).reduce((sum, { uses }) => sum + uses, 0), kept };
}

test('uses are summed and written together, with the last user agent', async () => {
  const { fake, kept } = store(0);
  const counter = createLegacyUseCounter(fake, clock, log);
  counter.used(7, false, 'PHP/5.3');
  counter.used(7, true, 'PHP/5.4 \u0000é');
  counter.used(8, false, undefined);
  await counter.close();
  expect(kept.get(7)).toEqual([
    { uses: 2, lateUses: 1, lastUsedAt: new Date(clock.now()), lastUserAgent: 'PHP/5.4 ??' },
  ]);
  expect(kept.get(8)).toMatchObject([{ uses: 1, lastUserAgent: '' }]);
});

test('what could not be written is written later, and counted once', async () => {
  const { fake, total } = store(1);
  const counter = createLegacyUseCounter(fake, clock, log);
  counter.used(7, false, 'a');
  counter.used(8, false, 'a');
  await expect(counter.close()).rejects.toThrow('away');
  counter.used(7, false, 'b');
  await counter.close();
  expect([total(7), total(8)]).toEqual([2, 1]);
});
