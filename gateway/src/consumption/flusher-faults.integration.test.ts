import { MINUTE_LISTS, minuteKey, minutesKey } from '@vitae/accounts/quota/redis-keys';
import { unavailable } from '@vitae/kit/errors';
import {
  type FlusherFixture,
  type FlusherParts,
  HOUR,
  killed,
  listKeys,
  openFlusherFixture,
} from '@vitae/test/support/gateway/flusher-fixture';
import { createMinuteLists } from './unflushed-minutes.ts';

let fixture: FlusherFixture;
let companyId: number;

beforeAll(async () => {
  fixture = await openFlusherFixture(process.env);
});
beforeEach(async () => {
  companyId = await fixture.reset();
});
afterAll(() => fixture.close());

describe('flusher', () => {
  test('waits for MongoDB instead of trying each minute while it is unavailable', async () => {
    await fixture.countMany(3);
    await fixture.endMinutes();
    let writes = 0;
    const flush = async () => {
      writes += 1;
      throw unavailable('dependency_unavailable', 'MongoDB is unavailable.');
    };
    await expect(fixture.createFlusher({ store: { flush } }).flush()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(writes).toBe(1);
    expect(await fixture.listed()).toHaveLength(3);
  });

  test('keeps a minute that has ended by the clock of the list but not by that of the counts', async () => {
    await fixture.count();
    await fixture.endMinutes();
    const [minute = 0] = await fixture.buffer.minutes(companyId);
    // On a cluster, both are on different nodes.
    const buffer = { ...fixture.buffer, ended: async () => ({ current: minute, ended: [] }) };
    await fixture.createFlusher({ buffer }).flush();
    expect(await fixture.listed()).toEqual([`${companyId}:${minute}`]);
    await fixture.endLeases();
    await fixture.createFlusher().flush();
    expect(await fixture.storedRequests()).toBe(1);
  });

  test('removes a minute without counts from the list, because its gateway was killed before counting', async () => {
    await fixture.unflushed.add([{ companyId, minute: 1_000 }]);
    await fixture.createFlusher().flush();
    expect([await fixture.listed(), await fixture.claimable()]).toEqual([[], []]);
  });

  test.each([
    ['before the write to MongoDB', (): FlusherParts => ({ store: { flush: killed } })],
    [
      'between the write to MongoDB and the removal from Redis',
      (): FlusherParts => ({ buffer: { ...fixture.buffer, remove: killed } }),
    ],
    [
      'between the removal of the counts and that of the list entry',
      (): FlusherParts => ({ list: { complete: killed } }),
    ],
  ])('loses nothing and counts nothing twice when it is killed %s', async (_when, parts) => {
    await fixture.count(3);
    await fixture.endMinutes();
    await fixture.count(2);
    await fixture.endMinutes();
    const claim = () => fixture.list.claim(1); // the other minute is written with the claimed one
    const killedParts = parts();
    await fixture
      .createFlusher({ ...killedParts, list: { ...killedParts.list, claim } })
      .flush()
      .catch(() => undefined); // killed
    expect(await fixture.requestsOf()).toBe(5);
    expect(await fixture.listed()).not.toEqual([]);
    await fixture.endLeases();
    await fixture.createFlusher().flush();
    expect([await fixture.requestsOf(), await fixture.storedRequests()]).toEqual([5, 5]);
    expect([await fixture.listed(), await fixture.claimable()]).toEqual([[], []]);
  });

  test('flushes the other lists of a cluster while one of them fails', async () => {
    await fixture.count();
    await fixture.endMinutes();
    const failing = { ...fixture.list, claim: killed };
    const flusher = fixture.createFlusher({
      unflushed: { ...fixture.unflushed, lists: [failing, fixture.list, failing] },
    });
    await expect(flusher.flush()).rejects.toThrow('killed');
    expect([await fixture.storedRequests(), await fixture.listed()]).toEqual([1, []]);
  });

  test.each(['ended', 'one', 'remove'] as const)(
    'flushes other companies while the command "%s" fails for one company',
    async (command) => {
      const [other = 0] = await fixture.countMany(1);
      await fixture.count(2);
      await fixture.endMinutes();
      const failing = async (minute: number | { companyId: number }, ...rest: number[]) => {
        const id = typeof minute === 'number' ? minute : minute.companyId;
        if (id === companyId) throw new Error('Connection is closed.');
        return (fixture.buffer[command] as (...args: unknown[]) => Promise<never>)(minute, ...rest);
      };
      await fixture.createFlusher({ buffer: { ...fixture.buffer, [command]: failing } }).flush();
      expect([await fixture.storedRequests(other), await fixture.buffer.minutes(other)]).toEqual([1, []]);
      expect(await fixture.listed()).toHaveLength(1);
      await fixture.endLeases();
      await fixture.createFlusher().flush();
      expect([await fixture.requestsOf(), await fixture.storedRequests()]).toEqual([2, 2]);
      expect(await fixture.listed()).toEqual([]);
    },
  );

  test('counts a minute only once if it is in two lists of a cluster', async () => {
    const lists = createMinuteLists(fixture.redis, MINUTE_LISTS);
    expect(lists).toHaveLength(16);
    const ids = fixture.connection.collection('consumption_moved');
    await ids.deleteMany({});
    await fixture.count(3);
    await fixture.endMinutes();
    const [minute = 0] = await fixture.buffer.minutes(companyId);
    await lists[15]?.add([{ companyId, minute }]);
    const unflushed = { ...fixture.unflushed, lists };
    await Promise.all([1, 2].map(() => fixture.createFlusher({ unflushed }).flush()));
    expect([await fixture.requestsOf(), await fixture.storedRequests()]).toEqual([3, 3]);
    expect(await fixture.redis.keys('{c:0*')).toEqual([]);
    // A failover of another master than that of the list can bring the minute back.
    expect((await ids.find().toArray()).map(({ expiresAt }) => expiresAt)).toEqual([undefined]);
  });

  test('leaves a minute to the gateway that has leased it', async () => {
    await fixture.count();
    await fixture.endMinutes();
    await fixture.list.claim(10);
    await fixture.createFlusher().flush();
    expect(await fixture.storedRequests()).toBe(0);
  });

  test.each(['reads the counts', 'writes to MongoDB', 'has written to MongoDB'])(
    'does no harm when it %s, is paused until its lease has ended, and continues',
    async (step) => {
      await fixture.count(5);
      await fixture.endMinutes();
      const { promise: paused, resolve: pause } = Promise.withResolvers<void>();
      const { promise: resumed, resolve: resume } = Promise.withResolvers<void>();
      const pauseAt = async (name: string) => {
        if (name !== step) return;
        pause();
        await resumed;
      };
      const holder = fixture
        .createFlusher({
          buffer: {
            ...fixture.buffer,
            one: async (id, minute) => {
              await pauseAt('reads the counts');
              return fixture.buffer.one(id, minute);
            },
          },
          store: {
            flush: async (minutes) => {
              await pauseAt('writes to MongoDB');
              await fixture.store.flush(minutes);
              await pauseAt('has written to MongoDB');
            },
          },
        })
        .flush();
      await paused;
      await fixture.endLeases();
      await fixture.createFlusher().flush();
      expect(await fixture.storedRequests()).toBe(5);
      // The company counts requests while the holder is paused.
      await fixture.count(2);
      await fixture.endMinutes(2 * HOUR);
      resume();
      await holder;
      await fixture.endLeases();
      await fixture.createFlusher().flush();
      expect([await fixture.requestsOf(), await fixture.storedRequests()]).toEqual([7, 7]);
      expect([await fixture.listed(), await fixture.claimable()]).toEqual([[], []]);
    },
  );

  test('does not remove a list entry whose lease has ended and that another gateway has leased', async () => {
    const entry = { companyId, minute: 1_000 };
    await fixture.unflushed.add([entry]);
    const first = await fixture.list.claim(10);
    await fixture.redis.zadd(listKeys.claimable, first.leaseEnd + 60, `${companyId}:1000`); // the lease of another gateway
    await fixture.list.complete(first.leaseEnd, [entry]);
    expect(await fixture.listed()).toEqual([`${companyId}:1000`]);
    await fixture.list.complete(first.leaseEnd + 60, [entry]);
    expect(await fixture.listed()).toEqual([]);
  });

  test('does not remove counts that were rewritten during the flush', async () => {
    await fixture.count();
    await fixture.endMinutes();
    const [stale] = await fixture.buffer.all(companyId);
    if (!stale) throw new Error('No minute was counted');
    await fixture.buffer.remove({ ...stale, generation: 'another' });
    expect(await fixture.buffer.all(companyId)).toHaveLength(1);
  });

  test('separates two records of one minute after the clock of Redis was set back', async () => {
    for (let record = 0; record < 2; record += 1) {
      await fixture.unflushed.add([{ companyId, minute: 1_000 }]);
      await fixture.redis.sadd(minutesKey(companyId), 1_000);
      const counts = { generation: `g${record}`, 'k1 cv.read invalid_signature': 1 };
      await fixture.redis.hset(minuteKey(companyId, 1_000), counts);
      await fixture.createFlusher().flush();
    }
    expect(await fixture.storedRequests()).toBe(2);
  });

  test('flushes other companies and minutes when one minute fails', async () => {
    const [other = 0] = await fixture.countMany(1);
    await fixture.count();
    await fixture.endMinutes(2 * HOUR);
    await fixture.count(2);
    await fixture.endMinutes();
    const store: FlusherParts['store'] = {
      flush: async (minutes) => {
        if (minutes.some(({ minute }) => minute.companyId === companyId && minute.counters[0]?.count === 1))
          throw new Error('too large a document');
        await fixture.store.flush(minutes);
      },
    };
    await fixture.createFlusher({ store }).flush();
    expect([await fixture.storedRequests(other), await fixture.storedRequests()]).toEqual([1, 2]);
    expect(await fixture.listed()).toHaveLength(1);
  });
});
