import { randomInt } from 'node:crypto';
import { type DatabaseFixture, openDatabaseFixture, withDatabase } from '@vitae/test/support/kit/database-fixture';
import { profileQueries } from '@vitae/test/support/kit/query-profile';
import { createIndexes } from '../indexes.ts';
import type { AccessLog, AccessPage, CountedAccess, LoggedAccess } from './access-log.ts';
import { createAccessLog } from './access-log-mongo-store.ts';

const DAY = 86_400_000;
/** In the future, because MongoDB deletes expired documents at any time. */
const TODAY = Date.UTC(2036, 2, 31);
const COMPANY = 7;
const APPLICATION = 5;
let database: DatabaseFixture;
let log: AccessLog;
let userId = randomInt(2 ** 30, 2 ** 40);

beforeAll(async () => {
  database = await openDatabaseFixture(process.env.MONGODB_URI);
  log = createAccessLog(database.connection);
  await createIndexes(database.connection);
});
afterAll(() => database.drop());
beforeEach(() => {
  userId += 1;
});

function access(at: number, more: Partial<CountedAccess> = {}): CountedAccess {
  const [firstAt, lastAt] = [new Date(at), new Date(at)];
  const of = { companyId: COMPANY, userId, applicationId: APPLICATION };
  return { ...of, data: 'profile', cvId: 0, count: 1, firstAt, lastAt, ...more };
}

const pageAt = (cursor = '', limit = 100, applicationId = APPLICATION): Promise<AccessPage> =>
  log.page({ companyId: COMPANY, userId, applicationId }, { limit, cursor });
const rows = ({ accesses }: AccessPage) => accesses.map(({ day, data, cvId }) => [day.getTime(), data, cvId]);

test('adds up the accesses of a day, also those that several gateways write at the same time', async () => {
  await withDatabase(database.uri, database.name, async (connection) => {
    const replicas = [log, createAccessLog(connection)];
    const hours = [3, 1, 2, 23.9];
    const adds = hours.map((hour, index) =>
      replicas[index % 2]?.add([access(TODAY + (hour / 24) * DAY, { count: 2 })]),
    );
    await Promise.all(adds);
  });
  await log.add([access(TODAY + DAY)]);
  const [firstAt, lastAt] = [1, 23.9].map((hour) => new Date(TODAY + (hour / 24) * DAY));
  const tomorrow = new Date(TODAY + DAY);
  expect((await pageAt()).accesses).toEqual<LoggedAccess[]>([
    { day: tomorrow, data: 'profile', cvId: 0, count: 1, firstAt: tomorrow, lastAt: tomorrow },
    { day: new Date(TODAY), data: 'profile', cvId: 0, count: 8, firstAt, lastAt } as LoggedAccess,
  ]);
});

test('returns pages with the newest day first, and each access once', async () => {
  const days = [0, 1, 2].map((day) => TODAY + day * DAY);
  const kinds = [{ data: 'cv', cvId: 3 }, { data: 'cv', cvId: 20 }, { data: 'cv list' }, { data: 'labels' }] as const;
  await log.add(days.flatMap((day) => kinds.map((kind) => access(day, kind))));
  const expected = days.toReversed().flatMap((day) => [
    [day, 'cv', 3],
    [day, 'cv', 20],
    [day, 'cv list', 0],
    [day, 'labels', 0],
  ]);
  const found: unknown[] = [];
  let cursor: string | undefined = '';
  while (cursor !== undefined) {
    const page: AccessPage = await pageAt(cursor, 3);
    found.push(...rows(page));
    cursor = page.next;
  }
  expect(found).toEqual(expected);
  await expect(pageAt('nonsense')).rejects.toMatchObject({ reason: 'invalid_cursor' });
  const { next = '' } = await pageAt('', 1);
  await expect(pageAt(next, 1, APPLICATION + 1)).rejects.toMatchObject({ reason: 'invalid_cursor' });
});

test('returns only accesses of the application to the owner, and the last access of each application', async () => {
  await log.add([
    access(TODAY),
    access(TODAY + 3, { data: 'labels' }),
    access(TODAY + DAY, { applicationId: 6 }),
    access(TODAY + 2 * DAY, { userId: userId + 5_000 }),
    access(TODAY + 2 * DAY, { companyId: COMPANY + 1 }),
  ]);
  expect(rows(await pageAt())).toEqual([
    [TODAY, 'labels', 0],
    [TODAY, 'profile', 0],
  ]);
  expect([...(await log.lastAccesses(COMPANY, userId))]).toEqual([
    [6, new Date(TODAY + DAY)],
    [APPLICATION, new Date(TODAY + 3)],
  ]);
});

test('is erased with the owner', async () => {
  await log.add([access(TODAY), access(TODAY, { applicationId: 6 }), access(TODAY, { companyId: COMPANY + 1 })]);
  await log.erase(COMPANY, userId);
  expect((await log.lastAccesses(COMPANY, userId)).size).toBe(0);
  expect((await log.lastAccesses(COMPANY + 1, userId)).size).toBe(1);
});

test('reads and writes only the index entries of the application', async () => {
  await log.add(
    [0, 1, 2, 3].flatMap((day) => [5, 6].map((applicationId) => access(TODAY + day * DAY, { applicationId }))),
  );
  const { next = '' } = await pageAt('', 2);
  const found = await profileQueries(database.connection, async () => {
    await pageAt(next, 1);
    await log.add([access(TODAY)]);
    await log.lastAccesses(COMPANY, userId);
  });
  const plan = 'IXSCAN { companyId: 1, userId: 1, applicationId: 1, day: -1, data: 1, cvId: 1 }';
  const queries = found.filter(({ collection }) => collection === 'applicationAccesses');
  expect(queries.map((query) => [query.op, query.plan, query.sorted])).toEqual([
    ['query', plan, false],
    ['update', plan, false],
    ['command', plan, expect.any(Boolean)],
  ]);
  expect(queries[0]?.keysExamined).toBeLessThanOrEqual(4);
});
