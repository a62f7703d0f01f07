import type { ConsumptionStore } from '@vitae/accounts/consumption/consumption-store';
import { minuteKey, minutesKey } from '@vitae/accounts/quota/redis-keys';
import { type FlusherFixture, listKeys, openFlusherFixture } from '@vitae/test/support/gateway/flusher-fixture';
import { until } from '@vitae/test/support/until';

const { jest } = import.meta;
let fixture: FlusherFixture;
let companyId: number;

beforeAll(async () => {
  fixture = await openFlusherFixture(process.env);
});
beforeEach(async () => {
  companyId = await fixture.reset();
});
afterAll(() => fixture.close());

/** A store that records the companies whose minutes were written. */
function recordingStore(flush: ConsumptionStore['flush']) {
  const written: number[] = [];
  return {
    written,
    flush: async (minutes: Parameters<typeof flush>[0]) => {
      await flush(minutes);
      // A group whose transaction fails is written again, minute by minute.
      written.push(...minutes.map(({ minute }) => minute.companyId));
    },
  };
}

/** Returns how many commands Redis has processed, including those of scripts. */
async function commandsProcessed(): Promise<number> {
  const [, processed] = /total_commands_processed:(\d+)/.exec(await fixture.redis.info('stats')) ?? [];
  return Number(processed);
}

describe('flusher', () => {
  test('sends Redis the same few commands with 20,000 idle companies as with one', async () => {
    const flusher = fixture.createFlusher();
    await flusher.flush(); // loads the script
    const commandsOfPass = async () => {
      const before = await commandsProcessed();
      await flusher.flush();
      return (await commandsProcessed()) - before - 1; // without INFO
    };
    const withOne = await commandsOfPass();
    await fixture.createMany(Array.from({ length: 20_000 }, (_none, index) => companyId + 1 + index));
    expect(await commandsOfPass()).toBe(withOne);
    expect(withOne).toBeLessThan(5); // one script with its commands
  });

  test('flushes 3,000 companies in one pass', async () => {
    const ids = await fixture.countMany(3_000);
    await fixture.endMinutes();
    const store = recordingStore(async () => undefined);
    await fixture.createFlusher({ store }).flush();
    expect(store.written.sort((a, b) => a - b)).toEqual(ids);
    expect([await fixture.listed(), await fixture.claimable()]).toEqual([[], []]);
    expect(await fixture.redis.keys('*:use*')).toEqual([]);
  });

  test('claims 200 minutes at a time, and writes at most 4 groups of 25 together', async () => {
    await fixture.countMany(250);
    await fixture.endMinutes();
    const claims: number[] = [];
    const sizes: number[] = [];
    let writing = 0;
    let maxWriting = 0;
    const flusher = fixture.createFlusher({
      list: {
        claim: async (max) => {
          const claimed = await fixture.list.claim(max);
          claims.push(claimed.minutes.length);
          return claimed;
        },
      },
      store: {
        flush: async (minutes) => {
          sizes.push(minutes.length);
          writing += 1;
          maxWriting = Math.max(maxWriting, writing);
          await fixture.redis.ping();
          writing -= 1;
        },
      },
    });
    await flusher.flush();
    expect([claims, sizes]).toEqual([[200, 50, 0], Array.from({ length: 10 }, () => 25)]);
    expect(maxWriting).toBeLessThanOrEqual(4);
  });

  test('runs every 10 seconds until it is closed', async () => {
    let claims = 0;
    const claim = async () => {
      claims += 1;
      return { leaseEnd: 0, minutes: [] };
    };
    jest.useFakeTimers();
    try {
      const flusher = fixture.createFlusher({ list: { claim } });
      flusher.start();
      await jest.advanceTimersByTimeAsync(9_999);
      expect(claims).toBe(1);
      await jest.advanceTimersByTimeAsync(1);
      expect(claims).toBe(2);
      await flusher.close();
      await jest.advanceTimersByTimeAsync(60_000);
      expect(claims).toBe(2);
    } finally {
      jest.useRealTimers();
    }
  });

  test('shares the minutes with other gateways that flush at the same time', async () => {
    const ids = await fixture.countMany(450);
    await fixture.endMinutes();
    const store = recordingStore(fixture.store.flush);
    await Promise.all([1, 2, 3].map(() => fixture.createFlusher({ store }).flush()));
    expect(store.written.sort((a, b) => a - b)).toEqual(ids);
    expect(await fixture.listed()).toEqual([]);
    const stored = fixture.connection.collection('consumption_spans');
    const years = { companyId: { $in: ids }, span: /^y/, source: '', endpoint: '', calls: 1 };
    expect(await stored.countDocuments(years)).toBe(ids.length);
  });

  test('counts nothing twice when several gateways flush repeatedly', async () => {
    await fixture.count(20);
    const before = await fixture.totals.of(companyId);
    await fixture.endMinutes();
    for (let pass = 0; pass < 2; pass += 1) {
      await fixture.endLeases();
      await Promise.all([1, 2, 3, 4].map(() => fixture.createFlusher().flush()));
    }
    expect(await fixture.totals.of(companyId)).toEqual(before);
    expect(await fixture.buffer.all(companyId)).toEqual([]);
    expect(await fixture.storedRequests()).toBe(20);
  });

  test('stores the minutes of each company in its time zone', async () => {
    const ids = [...(await fixture.countMany(30)), 0];
    await fixture.count(1, 0);
    await fixture.endMinutes();
    const stored: [number, string][] = [];
    const timeZonesOf = async (asked: readonly number[]) => new Map(asked.map((id) => [id, `zone of ${id}`]));
    const flush: ConsumptionStore['flush'] = async (minutes) =>
      void stored.push(...minutes.map(({ minute, timeZone }): [number, string] => [minute.companyId, timeZone]));
    await fixture.createFlusher({ companies: { timeZonesOf }, store: { flush } }).flush();
    expect(new Map(stored)).toEqual(new Map(ids.map((id) => [id, id === 0 ? 'UTC' : `zone of ${id}`])));
  });

  describe('with a backlog', () => {
    const countMinutes = async (number: number) => {
      for (let minute = 0; minute < number; minute += 1) {
        await fixture.count();
        await fixture.endMinutes();
      }
    };
    /** A flusher that claims one minute at a time, and the number of minutes in each of its writes. */
    const slowFlusher = () => {
      const sizes: number[] = [];
      const flusher = fixture.createFlusher({
        list: { claim: () => fixture.list.claim(1) },
        store: {
          flush: async (minutes) => {
            sizes.push(minutes.length);
            await fixture.store.flush(minutes);
          },
        },
      });
      return { sizes, flush: flusher.flush };
    };

    test('writes up to 21 minutes of a company together', async () => {
      await countMinutes(23);
      const { sizes, flush } = slowFlusher();
      await flush();
      expect(sizes).toEqual([21, 2]);
      expect([await fixture.storedRequests(), await fixture.listed(), await fixture.claimable()]).toEqual([23, [], []]);
      expect(await fixture.buffer.minutes(companyId)).toEqual([]);
    });

    test('leaves minutes to another gateway that has leased them', async () => {
      await countMinutes(3);
      const { minutes } = await fixture.list.claim(1);
      const { sizes, flush } = slowFlusher();
      await flush();
      expect(sizes).toEqual([2]);
      expect(await fixture.listed()).toEqual(minutes.map(({ minute }) => `${companyId}:${minute}`));
      expect([await fixture.storedRequests(), await fixture.requestsOf()]).toEqual([2, 3]);
    });

    test('writes several minutes of a company in one group', async () => {
      await countMinutes(2);
      await fixture.countMany(30);
      await fixture.endMinutes();
      const groups: number[][] = [];
      const flush: ConsumptionStore['flush'] = async (minutes) =>
        void groups.push(minutes.map(({ minute }) => minute.companyId));
      await fixture.createFlusher({ store: { flush } }).flush();
      expect(groups.filter((ids) => ids.includes(companyId))).toHaveLength(1);
    });
  });

  test('does not flush the current minute', async () => {
    await until('enough of the minute is left', async () => Number((await fixture.redis.time())[0]) % 60 < 50);
    await fixture.count();
    const before = await fixture.buffer.all(companyId);
    await fixture.createFlusher().flush();
    expect(await fixture.buffer.all(companyId)).toEqual(before);
    expect(await fixture.listed()).toHaveLength(1);
  });

  test('flushes requests with unknown keys', async () => {
    await fixture.count(1, 0);
    await fixture.endMinutes();
    await fixture.createFlusher().flush();
    expect(await fixture.storedRequests(0)).toBe(1);
  });
});

describe('counts that are not listed because a failover lost the entry', () => {
  /** Counts a request without listing the minute. */
  async function countUnlisted(minute: number, id = companyId): Promise<void> {
    await fixture.redis.hset(minuteKey(id, minute), { generation: 'g', 'k1 cv.read invalid_signature': 1 });
    await fixture.redis.sadd(minutesKey(id), minute);
  }

  test('are flushed with the next counts of the company', async () => {
    await countUnlisted(1_000);
    await fixture.count();
    await fixture.endMinutes();
    await fixture.createFlusher().flush();
    expect(await fixture.storedRequests()).toBe(2);
    expect(await fixture.buffer.minutes(companyId)).toEqual([]);
  });
});

test('removes the search for unlisted minutes that gateways of release 0.2.0 schedule', async () => {
  await fixture.count();
  await fixture.endMinutes();
  await fixture.redis.zadd(listKeys.claimable, 1, 'search');
  await fixture.createFlusher().flush();
  expect([await fixture.storedRequests(), await fixture.claimable()]).toEqual([1, []]);
});

test('keeps the ids of flushed minutes for one day after their removal from Redis', async () => {
  await fixture.connection.collection('consumption_moved').deleteMany({});
  await fixture.count();
  await fixture.endMinutes();
  const remove = async () => Promise.reject(new Error('Connection is closed.'));
  await fixture.createFlusher({ buffer: { ...fixture.buffer, remove } }).flush();
  expect(await markers()).toEqual([{ movedAt: expect.any(Date) }]);
  await fixture.endLeases();
  await fixture.createFlusher().flush();
  const [marker] = await markers();
  const hours = (Number(marker?.expiresAt) - Number(marker?.movedAt)) / 3_600_000;
  expect(Math.round(hours)).toBe(24);
  expect(await fixture.storedRequests()).toBe(1);
});

function markers() {
  return fixture.connection
    .collection('consumption_moved')
    .find({}, { projection: { _id: 0 } })
    .toArray();
}
