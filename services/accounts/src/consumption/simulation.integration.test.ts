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
/** Within an hour, and in the future, because MongoDB removes expired documents. */
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

const requests = (source: string, counts: Record<string, number>, endpoint = 'cv.read'): Counter[] =>
  Object.entries(counts).map(([name, count]) => ({ source, endpoint, name, count }));

const stored = (minute: number, ...counters: Counter[][]) =>
  store.flush([
    {
      minute: { companyId: company, minute, generation: 'g', counters: counters.flat() },
      timeZone: 'Europe/Paris',
    },
  ]);

/** Counts in Redis, like the gateway. */
async function buffered(minute: number, ...counters: Counter[][]): Promise<void> {
  await redis.sadd(minutesKey(company), minute);
  const fields = counters
    .flat()
    .flatMap(({ source, endpoint, name, count }) => [fieldOf(source, endpoint, name), count]);
  await redis.hset(minuteKey(company, minute), 'generation', 'g', ...fields);
}

const simulate = (limits: { standard: number; intensive: number }, minutesKept = 8): Promise<Simulation> =>
  createSimulation({ buffer, store, minutesKept })({ companyId: company }, limits, NOW);

describe('limits simulation', () => {
  test('replays exactly the last seven days', async () => {
    const first = NOW - 7 * DAY + 1;
    const counts = { accepted_standard: 5 };
    for (const minute of [first - 1, first, first + 30, NOW - 3 * DAY, NOW])
      await stored(minute, requests('k1', counts));
    const { standard, from } = await simulate({ standard: 2, intensive: 0 });
    expect(from).toBe(first);
    expect(standard).toEqual({ rejected: 12, minutes: 4, highest: 5 });
  });

  test('counts buffered minutes, including the current one, exactly once', async () => {
    await stored(NOW - 2, requests('k1', { accepted_standard: 6 }));
    // Flushed but not removed yet.
    await buffered(NOW - 2, requests('k1', { accepted_standard: 6 }));
    await buffered(NOW - 1, requests('k1', { accepted_standard: 4, limited_standard: 3 }));
    await buffered(NOW, requests('k2', { accepted_intensive: 2 }), requests('k1', { accepted_standard: 1 }));
    const simulation = await simulate({ standard: 5, intensive: 1 });
    expect(simulation).toMatchObject({
      standard: { rejected: 1 + 2, minutes: 2, highest: 7 },
      intensive: { rejected: 1, minutes: 1, highest: 2 },
      bySource: [
        { source: 'k1', rejected: { standard: 3, intensive: 0 } },
        { source: 'k2', rejected: { standard: 0, intensive: 1 } },
      ],
    });
  });

  test('distributes rejected requests among keys in proportion to their demand', async () => {
    await stored(NOW - 100, requests('k1', { accepted_standard: 50, limited_standard: 10 }, 'cv.read'));
    const counters = [7, 7, 7, 1].map((count, index) => requests(`k${index + 1}`, { accepted_standard: count }));
    await stored(NOW - 50, ...counters, requests('a9', { accepted_application: 1_000 }));
    const { standard, bySource, others } = await simulate({ standard: 11, intensive: 0 });
    expect(standard.rejected).toBe(49 + 11);
    expect(bySource.map(({ source, rejected }) => [source, rejected.standard])).toEqual([
      ['k1', 49 + 4],
      ['k2', 4],
      ['k3', 3],
    ]);
    expect(others).toEqual({ standard: 0, intensive: 0 });
  });

  test('sums up the keys that are not listed', async () => {
    await stored(
      NOW - 10,
      ...Array.from({ length: 130 }, (_none, index) => requests(`k${index + 1}`, { accepted_standard: 2 })),
    );
    const { standard, bySource, others } = await simulate({ standard: 0, intensive: 0 });
    expect([standard.rejected, bySource.length, others]).toEqual([260, 100, { standard: 60, intensive: 0 }]);
  });

  test('replays only as many days as minutes are retained', async () => {
    await stored(NOW - 2 * DAY, requests('k1', { accepted_standard: 9 }));
    await buffered(NOW - DAY, requests('k1', { accepted_standard: 9 }));
    await buffered(NOW - DAY + 1, requests('k1', { accepted_standard: 4 }));
    const { standard, from } = await simulate({ standard: 0, intensive: 0 }, 1);
    expect([standard.rejected, from]).toEqual([4, NOW - DAY + 1]);
  });
});
