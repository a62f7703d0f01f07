import { createHash } from 'node:crypto';
import { type Caller, companyCaller } from '@vitae/kit/caller';
import { contracts } from '@vitae/proto/contract';
import type { StatsServiceDefinition } from '@vitae/proto/gen/cv/stats/v1/StatsService';
import { userStatistics } from '@vitae/proto/user-statistics';
import { profileQueries } from '@vitae/test/support/kit/query-profile';
import { openServiceFixture, type ServiceFixture } from '@vitae/test/support/kit/service-fixture';
import { createStatsApp } from './app.ts';

const acme = companyCaller(1, 'test');
const globex = companyCaller(2, 'test');
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0';
const DAY_MS = 86_400_000;
const MAX_DAILY_VISITORS = 150;
// In the future, because MongoDB removes expired documents within a minute.
let now = Date.UTC(2036, 2, 1, 10, 0, 0);
let seed = 0;
let service: ServiceFixture<StatsServiceDefinition>;
let replica: ServiceFixture<StatsServiceDefinition>;

beforeAll(async () => {
  const random = (size: number) => createHash('sha256').update(String(++seed)).digest().subarray(0, size);
  const build = (connection: typeof service.connection) =>
    createStatsApp({ connection, clock: { now: () => now }, random, maxDailyVisitors: MAX_DAILY_VISITORS });
  service = await openServiceFixture(contracts.stats(), build);
  replica = await openServiceFixture(contracts.stats(), () => build(service.connection.useDb(service.connection.name)));
});
afterAll(async () => {
  await replica.close();
  await service.close();
});
beforeEach(() => {
  now = Date.UTC(2036, 2, 1, 10, 0, 0);
});

const visit = async (caller: Caller, userId: number, ip: string, userAgent = firefox, through = service) =>
  (await through.call.RecordVisit({ userId, ip, userAgent }, { caller })).counted;
const statistics = async (...users: [Caller, number, number?][]) => {
  const { items } = await service.call.BatchGetStats({
    items: users.map(([caller, userId, userUpdated = 0]) => ({ caller, userId, userUpdated })),
  });
  return items.map(({ status, json }) =>
    status?.reason ? status.reason : userStatistics.parse(JSON.parse(String(json))),
  );
};
const visitCv = (caller: Caller, userId: number, cvId: number, ip: string, through = service) =>
  through.call.RecordVisit({ userId, cvId, ip, userAgent: firefox }, { caller });
const dailyVisits = async (caller: Caller, userId: number, cvId = 0, days = 365) => {
  const visits = await service.call.GetDailyVisits({ userId, cvId, days }, { caller });
  return visits.days.map(({ date, visitors }) => `${date}: ${visitors}`);
};
const visitsOf = async (caller: Caller, userId: number) => {
  const [result] = await statistics([caller, userId]);
  return typeof result === 'object'
    ? Object.fromEntries(result.visits.visit.filter(({ value }) => value > 0).map(({ date, value }) => [date, value]))
    : result;
};
const stored = (collection: string, filter = {}) => service.connection.collection(collection).find(filter).toArray();

describe('statistics', () => {
  test('cover 30 days, the oldest first, in the format of the specification', async () => {
    await visit(acme, 7, '192.0.2.1');
    const { items } = await service.call.BatchGetStats({
      items: [{ caller: acme, userId: 7, userUpdated: 1_700_000_000 }],
    });
    const json = String(items[0]?.json);
    expect(json.slice(0, 100)).toBe(
      '{"offer":30,"last_update":1700000000,"visits":{"visit":[{"date":"01/02/2036","value":0},{"date":"02/0'.slice(
        0,
        100,
      ),
    );
    const { visits } = userStatistics.parse(JSON.parse(json));
    expect(visits.visit).toHaveLength(30);
    expect(visits.visit.map(({ date }) => date)).toEqual(expect.arrayContaining(['29/02/2036']));
    expect(visits.visit.at(-1)).toEqual({ date: '01/03/2036', value: 1 });
  });

  test('use the time of the last visit if the update of the user is not known', async () => {
    await visit(acme, 8, '192.0.2.1');
    expect(await statistics([acme, 8], [acme, 9])).toMatchObject([{ last_update: now / 1000 }, { last_update: 0 }]);
  });

  test('cover the number of days that was set for the user', async () => {
    await service.call.SetOffer({ userId: 10, days: 3 }, { caller: acme });
    await service.call.SetOffer({ userId: 11, days: 365 }, { caller: acme });
    await service.call.SetOffer({ userId: 11, days: 90 }, { caller: acme });
    await visit(acme, 10, '192.0.2.1');
    await visit(acme, 11, '192.0.2.1');
    now += 40 * DAY_MS;
    const results = await statistics([acme, 10], [acme, 11], [globex, 10]);
    expect(
      results.map((result) =>
        typeof result === 'object'
          ? [result.offer, result.visits.visit.length, result.visits.visit.reduce((sum, { value }) => sum + value, 0)]
          : result,
      ),
    ).toEqual([
      [3, 3, 0],
      [90, 90, 1],
      [30, 30, 0],
    ]);
    for (const days of [0, 366, -1]) {
      await expect(service.call.SetOffer({ userId: 10, days }, { caller: acme })).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
      });
    }
  });

  test('of several users are returned in order, each limited to its own company', async () => {
    await visit(acme, 20, '192.0.2.1');
    await visit(globex, 20, '192.0.2.1');
    await visit(globex, 20, '192.0.2.2');
    const results = await statistics(
      [globex, 20],
      [acme, 20],
      [companyCaller(0, 'test'), 20],
      [{ ...acme, userId: 21 }, 20],
      [globex, 20],
    );
    expect(results.map((result) => (typeof result === 'object' ? result.visits.visit.at(-1)?.value : result))).toEqual([
      2,
      1,
      'caller_missing',
      'user_not_found',
      2,
    ]);
  });

  test('are removed with their settings when the user is erased', async () => {
    await visit(acme, 22, '192.0.2.1');
    await service.call.SetOffer({ userId: 22, days: 5 }, { caller: acme });
    await service.call.EraseUser({ userId: 22 }, { caller: acme });
    await service.call.EraseUser({ userId: 22 }, { caller: acme });
    for (const collection of ['dailyVisits', 'visitors', 'owners'])
      expect(await stored(collection, { userId: 22 })).toEqual([]);
    expect(await statistics([acme, 22])).toMatchObject([{ offer: 30 }]);
  });
});

describe('daily visits', () => {
  test('count a visitor once a day for the owner and once for each CV, even through several processes', async () => {
    const visits = Array.from({ length: 40 }, (_, index) =>
      visitCv(acme, 50, 1 + (index % 2), `192.0.2.${1 + (index % 3)}`, index % 4 < 2 ? service : replica),
    );
    await Promise.all(visits);
    await visitCv(acme, 50, 2, '192.0.2.4');
    await visit(acme, 50, '192.0.2.5');
    expect(await dailyVisits(acme, 50)).toEqual(['2036-03-01: 5']);
    expect(await dailyVisits(acme, 50, 1)).toEqual(['2036-03-01: 3']);
    expect(await dailyVisits(acme, 50, 2)).toEqual(['2036-03-01: 4']);
    expect(await visitsOf(acme, 50)).toEqual({ '01/03/2036': 5 });
  });

  test('start on the first of the requested days and omit days without visits', async () => {
    await visitCv(acme, 51, 1, '192.0.2.1');
    now += 29 * DAY_MS;
    await visitCv(acme, 51, 1, '192.0.2.1');
    expect(await dailyVisits(acme, 51, 0, 30)).toEqual(['2036-03-01: 1', '2036-03-30: 1']);
    expect(await dailyVisits(acme, 51, 1, 29)).toEqual(['2036-03-30: 1']);
    expect(await dailyVisits(acme, 51, 3, 30)).toEqual([]);
    const { today } = await service.call.GetDailyVisits({ userId: 52, days: 1 }, { caller: acme });
    expect(today).toBe('2036-03-30');
  });

  test('are those of the owner in the owner’s company', async () => {
    await visitCv(acme, 53, 1, '192.0.2.1');
    expect(await dailyVisits({ ...acme, userId: 53 }, 53, 1)).toEqual(['2036-03-01: 1']);
    expect(await dailyVisits(globex, 53, 1)).toEqual([]);
    await expect(dailyVisits({ ...acme, userId: 54 }, 53, 1)).rejects.toMatchObject({ reason: 'user_not_found' });
    for (const days of [0, 366])
      await expect(dailyVisits(acme, 53, 0, days)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  test('cannot link a visitor of two CVs', async () => {
    await visitCv(acme, 55, 1, '192.0.2.1');
    await visitCv(acme, 55, 2, '192.0.2.1');
    const hashes = (await stored('visitors', { userId: 55 })).map(({ visitor }) => visitor.toString('hex'));
    expect(new Set(hashes).size).toBe(3);
  });
});

describe('a visitor', () => {
  test('counts once a day for each owner, even through several processes', async () => {
    const visits = Array.from({ length: 60 }, (_, index) =>
      visit(acme, 30 + (index % 2), `192.0.2.${1 + (index % 3)}`, firefox, index % 4 < 2 ? service : replica),
    );
    expect(new Set(await Promise.all(visits))).toEqual(new Set([true]));
    expect([await visitsOf(acme, 30), await visitsOf(acme, 31)]).toEqual([{ '01/03/2036': 3 }, { '01/03/2036': 3 }]);
    now += DAY_MS;
    await visit(acme, 30, '192.0.2.1');
    expect(await visitsOf(acme, 30)).toEqual({ '01/03/2036': 3, '02/03/2036': 1 });
  });

  test('is identified by the address or IPv6 network, regardless of the User-Agent', async () => {
    await visit(acme, 32, '2001:db8::1');
    await visit(acme, 32, '2001:db8::2');
    for (let index = 0; index < 20; index += 1) await visit(acme, 32, '2001:db8::2', `${firefox} (${index})`);
    expect(await visitsOf(acme, 32)).toEqual({ '01/03/2036': 1 });
  });

  test('is not counted if it is a crawler', async () => {
    expect(
      await visit(acme, 33, '192.0.2.1', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'),
    ).toBe(false);
    expect(await visit(acme, 33, '192.0.2.1', '')).toBe(false);
    expect(await stored('visitors', { userId: 33 })).toEqual([]);
  });

  test('takes one small document, regardless of the number of visitors that day', async () => {
    await Promise.all(Array.from({ length: 120 }, (_, index) => visit(acme, 34, `10.0.0.${index}`)));
    expect(await visitsOf(acme, 34)).toEqual({ '01/03/2036': 120 });
    for (const collection of await service.connection.listCollections()) {
      const sizes = await service.connection
        .collection(collection.name)
        .aggregate([{ $match: { userId: 34 } }, { $project: { size: { $bsonSize: '$$ROOT' } } }])
        .toArray();
      for (const { size } of sizes) expect(size).toBeLessThan(200);
    }
  });

  test('is not stored once the owner has the maximum number of visitors for the day', async () => {
    for (let index = 0; index < MAX_DAILY_VISITORS + 20; index += 1)
      await visit(acme, 36, `10.0.1.${index}`, firefox, index % 2 ? service : replica);
    const [day] = await stored('dailyVisits', { userId: 36 });
    // The second process learns with its next visitor that the maximum is reached.
    expect(day?.visitors).toBeLessThanOrEqual(MAX_DAILY_VISITORS + 1);
    expect(await stored('visitors', { userId: 36 })).toHaveLength(day?.visitors);
    now += DAY_MS;
    await visit(acme, 36, '10.0.1.1');
    expect(await visitsOf(acme, 36)).toMatchObject({ '02/03/2036': 1 });
  });

  test('is counted by the next visit if the number of visitors was not stored', async () => {
    const failing = await openServiceFixture(contracts.stats(), () => {
      const connection = service.connection.useDb(service.connection.name, { useCache: false });
      const app = createStatsApp({ connection, clock: { now: () => now } });
      const { collection } = connection.model('Visits');
      collection.findOneAndUpdate = (() => Promise.reject(new Error('connection closed'))) as never;
      return app;
    });
    await expect(visit(acme, 37, '10.0.2.1', firefox, failing)).rejects.toThrow();
    await expect(visitCv(acme, 37, 1, '10.0.2.1', failing)).rejects.toThrow();
    await failing.close();
    await visitCv(acme, 37, 1, '10.0.2.1');
    expect(await dailyVisits(acme, 37, 1)).toEqual(['2036-03-01: 1']);
    expect(await visitsOf(acme, 37)).toEqual({ '01/03/2036': 1 });
  });

  test('is counted by the next visit if only one of its two documents was stored', async () => {
    const failing = await openServiceFixture(contracts.stats(), () => {
      const connection = service.connection.useDb(service.connection.name, { useCache: false });
      const app = createStatsApp({ connection, clock: { now: () => now } });
      const { collection } = connection.model('Visitor');
      const update = collection.updateOne.bind(collection);
      let calls = 0;
      // The visitor of the owner is stored first, that of the CV second.
      collection.updateOne = ((...given: Parameters<typeof update>) =>
        ++calls % 2 === 0 ? Promise.reject(new Error('connection closed')) : update(...given)) as never;
      return app;
    });
    await expect(visitCv(acme, 38, 1, '10.0.2.2', failing)).rejects.toThrow();
    await failing.close();
    expect(await stored('visitors', { userId: 38 })).toEqual([]);
    await visitCv(acme, 38, 1, '10.0.2.2');
    expect(await dailyVisits(acme, 38, 1)).toEqual(['2036-03-01: 1']);
    expect(await visitsOf(acme, 38)).toEqual({ '01/03/2036': 1 });
  });

  test.each([
    ['no address', { userId: 35, ip: '', userAgent: firefox }],
    ['an invalid address', { userId: 35, ip: '192.0.2.256', userAgent: firefox }],
    ['a host name', { userId: 35, ip: 'example.com', userAgent: firefox }],
    ['a user agent that is too long', { userId: 35, ip: '192.0.2.1', userAgent: 'x'.repeat(8_193) }],
    ['no owner', { userId: 0, ip: '192.0.2.1', userAgent: firefox }],
  ])('is rejected with %s', async (_what, request) => {
    await expect(service.call.RecordVisit(request, { caller: acme })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
  });
});

describe('stored visitor data', () => {
  test('is a hash with a salt that expires with its day', async () => {
    now = Date.UTC(2036, 5, 1, 23, 59, 59);
    await visit(acme, 40, '192.0.2.99');
    const collections = ['dailyVisits', 'visitors', 'owners', 'salts'];
    const documents = JSON.stringify(await Promise.all(collections.map((name) => stored(name))));
    expect(documents).not.toContain('192.0.2.99');
    expect(documents).not.toContain('Firefox');

    const [salt, ...more] = await stored('salts', { _id: '2036-06-01' as never });
    expect(more).toEqual([]);
    expect(salt?.salt.buffer).toHaveLength(32);
    expect(salt?.expiresAt).toEqual(new Date(Date.UTC(2036, 5, 2, 0, 5)));
    const indexes = await service.connection.collection('salts').indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }));

    now += 1_000;
    await visit(acme, 40, '192.0.2.99');
    const hashes = (await stored('visitors', { userId: 40 })).map(({ visitor }) => visitor.toString('hex'));
    expect(new Set(hashes).size).toBe(2);
  });

  test('is reduced to the number of visitors an hour after the day', async () => {
    const indexes = await service.connection.collection('visitors').indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { day: 1 }, expireAfterSeconds: 25 * 3_600 }));
    const [visitor] = await stored('visitors');
    expect(visitor?.day.getTime() % DAY_MS).toBe(0);
  });

  test('is deleted after the longest possible period', async () => {
    const indexes = await service.connection.collection('dailyVisits').indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { day: 1 }, expireAfterSeconds: 367 * 86_400 }));
  });
});

test('all queries use an index', async () => {
  now = Date.UTC(2036, 8, 1, 12);
  await Promise.all(
    Array.from({ length: 90 }, (_, index) =>
      visit(companyCaller(3 + (index % 3), 'test'), 1_000 + (index % 30), `10.1.0.${index}`),
    ),
  );
  const caller = companyCaller(3, 'test');
  const queries = await profileQueries(service.connection, async () => {
    await statistics([caller, 1_000], [companyCaller(4, 'test'), 1_001]);
    await visit(caller, 1_000, '10.1.0.0');
    await visitCv(caller, 1_000, 7, '10.1.0.0');
    await dailyVisits(caller, 1_000, 7);
    await service.call.SetOffer({ userId: 1_000, days: 9 }, { caller });
    await service.call.EraseUser({ userId: 1_000 }, { caller });
  });
  expect(queries.map(({ collection }) => collection)).toEqual(
    expect.arrayContaining(['dailyVisits', 'visitors', 'owners']),
  );
  for (const query of queries) {
    expect(query.plan).toMatch(/^(IXSCAN|IDHACK)/);
    expect(query.docsExamined).toBeLessThanOrEqual(12);
  }
});
