import {
  type ConsumptionFixture,
  openConsumptionFixture,
  removeBufferedMinutes,
} from '@vitae/test/support/gateway/consumption-fixtures';
import type { Redis } from 'ioredis';
import { minuteKey, minutesKey } from '../quota/redis-keys.ts';
import type { ConsumptionStore } from './consumption-store.ts';
import { type Counter, fieldOf } from './counter.ts';
import type { MinuteBuffer } from './minute-buffer.ts';
import { createSimulation, type Simulation } from './simulation.ts';

const DAY = 1_440;
/** Not at an hour's turn; still to come: MongoDB removes within a minute what is past its time. */
const NOW = Date.parse('2036-11-21T11:23Z') / 60_000;

let consumption: ConsumptionFixture;
let redis: Redis;
let buffer: MinuteBuffer;
let store: ConsumptionStore;
let company = Math.floor(Math.random() * 2 ** 40);

beforeAll(async () => {
  consumption = await openConsumptionFixture(process.env);
  ({ redis, buffer, store } = consumption);
});
beforeEach(() => {
  company += 1;
});
afterEach(async () => {
  await removeBufferedMinutes(redis, company);
});
afterAll(async () => {
  await consumption.close();
});

const called = (source: string, counts: Record<string, number>, endpoint = 'cv.read'): Counter[] =>
  Object.entries(counts).map(([name, count]) => ({ source, endpoint, name, count }));

const stored = (minute: number, ...counters: Counter[][]) =>
  store.put({ companyId: company, minute, generation: 'g', counters: counters.flat() }, 'Europe/Paris');

/** As the gate counts, in Redis. */
async function counted(minute: number, ...counters: Counter[][]): Promise<void> {
  await redis.sadd(minutesKey(company), minute);
  const fields = counters
    .flat()
    .flatMap(({ source, endpoint, name, count }) => [fieldOf(source, endpoint, name), count]);
  await redis.hset(minuteKey(company, minute), 'generation', 'g', ...fields);
}

const simulate = (limits: { standard: number; intensive: number }, minutesKept = 8): Promise<Simulation> =>
  createSimulation({ buffer, store, minutesKept })(company, limits, NOW);

test('all of the seven days is replayed, to the minute, and nothing before', async () => {
  const first = NOW - 7 * DAY + 1;
  const asked = { accepted_standard: 5 };
  for (const minute of [first - 1, first, first + 30, NOW - 3 * DAY, NOW]) await stored(minute, called('k1', asked));
  const { standard, from } = await simulate({ standard: 2, intensive: 0 });
  expect(from).toBe(first);
  expect(standard).toEqual({ refused: 12, minutes: 4, highest: 5 });
});

test('what is in Redis still counts as what was moved does, the running minute too, and none of it twice', async () => {
  await stored(NOW - 2, called('k1', { accepted_standard: 6 }));
  // Moved already, and not removed yet.
  await counted(NOW - 2, called('k1', { accepted_standard: 6 }));
  await counted(NOW - 1, called('k1', { accepted_standard: 4, limited_standard: 3 }));
  await counted(NOW, called('k2', { accepted_intensive: 2 }), called('k1', { accepted_standard: 1 }));
  const simulation = await simulate({ standard: 5, intensive: 1 });
  expect(simulation).toMatchObject({
    standard: { refused: 1 + 2, minutes: 2, highest: 7 },
    intensive: { refused: 1, minutes: 1, highest: 2 },
    bySource: [
      { source: 'k1', refused: { standard: 3, intensive: 0 } },
      { source: 'k2', refused: { standard: 0, intensive: 1 } },
    ],
  });
});

test('a key alone in a minute loses exactly what is over, others in proportion, and the sum is the total', async () => {
  await stored(NOW - 100, called('k1', { accepted_standard: 50, limited_standard: 10 }, 'cv.read'));
  const calls = [7, 7, 7, 1].map((count, index) => called(`k${index + 1}`, { accepted_standard: count }));
  await stored(NOW - 50, ...calls, called('a9', { accepted_application: 1_000 }));
  const { standard, bySource, others } = await simulate({ standard: 11, intensive: 0 });
  expect(standard.rejected).toBe(49 + 11);
  expect(bySource.map(({ source, rejected: refused }) => [source, refused.standard])).toEqual([
    ['k1', 49 + 4],
    ['k2', 4],
    ['k3', 3],
  ]);
  expect(others).toEqual({ standard: 0, intensive: 0 });
});

test('those of many keys that are not listed are given together', async () => {
  await stored(
    NOW - 10,
    ...Array.from({ length: 130 }, (_none, index) => called(`k${index + 1}`, { accepted_standard: 2 })),
  );
  const { standard, bySource, others } = await simulate({ standard: 0, intensive: 0 });
  expect([standard.rejected, bySource.length, others]).toEqual([260, 100, { standard: 60, intensive: 0 }]);
});

test('where minutes are kept for less than a week, only so many days are replayed', async () => {
  await stored(NOW - 2 * DAY, called('k1', { accepted_standard: 9 }));
  await stored(NOW - DAY, called('k1', { accepted_standard: 9 }));
  await stored(NOW - DAY + 1, called('k1', { accepted_standard: 4 }));
  const { standard, from } = await simulate({ standard: 0, intensive: 0 }, 1);
  expect([standard.rejected, from]).toEqual([4, NOW - DAY + 1]);
});
