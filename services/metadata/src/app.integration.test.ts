import { type Caller, companyCaller } from '@vitae/kit/caller';
import { contracts } from '@vitae/proto/contract';
import type { MetadataServiceDefinition } from '@vitae/proto/gen/cv/metadata/v1/MetadataService';
import type { MetadataChange } from '@vitae/proto/metadata-request';
import { openServiceFixture, type ServiceFixture } from '@vitae/test/support/kit/service-fixture';
import { createMetadataApp } from './app.ts';

const acme = companyCaller(1, 'test');
const globex = companyCaller(2, 'test');
const application: Caller = { ...acme, applicationId: 9 };
const owner: Caller = { ...application, userId: 1 };
let service: ServiceFixture<MetadataServiceDefinition>;

beforeAll(async () => {
  service = await openServiceFixture(contracts.metadata(), (connection) => createMetadataApp({ connection }));
});
afterAll(() => service.close());

const change = (partial: Partial<MetadataChange>): MetadataChange => ({
  userIds: [],
  reset: false,
  unassign: [],
  assign: [],
  ...partial,
});
const update = async (caller: Caller, ...changes: Partial<MetadataChange>[]) => {
  const { users } = await service.call.UpdateMetadata({ changes: changes.map(change) }, { caller });
  return Object.fromEntries(users.map((user) => [user.userId, user.keys]));
};
const keysOf = async (...users: [Caller, number][]) => {
  const { items } = await service.call.BatchGetMetadata({
    items: users.map(([caller, userId]) => ({ caller, userId })),
  });
  return items.map((item) => item.status?.reason || item.keys);
};
const search = (caller: Caller, query: string, limit = 100, cursor = '') =>
  service.call.SearchUsers({ query, limit, cursor }, { caller });
const match = async (caller: Caller, query: string, candidates: number[]) =>
  (await service.call.MatchUsers({ query, candidates }, { caller })).userIds;

describe('metadata', () => {
  test('are reset, unassigned and assigned in this order, and returned in the order of the request', async () => {
    expect(await update(acme, { userIds: [2, 1], assign: ['com.acme.kind:cat', 'org.other:1'] })).toEqual({
      1: ['com.acme.kind:cat', 'org.other:1'],
      2: ['com.acme.kind:cat', 'org.other:1'],
    });
    expect(await update(acme, { userIds: [1], unassign: ['com.acme.kind:*'], assign: ['com.acme.kind:star'] })).toEqual(
      {
        1: ['com.acme.kind:star', 'org.other:1'],
      },
    );
    expect(await update(acme, { userIds: [2], reset: true, assign: ['fresh'] })).toEqual({ 2: ['fresh'] });
    const { users } = await service.call.UpdateMetadata(
      { changes: [change({ userIds: [9, 3, 7] })] },
      { caller: acme },
    );
    expect(users.map((user) => user.userId)).toEqual([9, 3, 7]);
  });

  test('cannot be read or changed by another company', async () => {
    await update(globex, { userIds: [1], assign: ['globex'] });
    expect(await keysOf([acme, 1], [globex, 1], [globex, 2], [companyCaller(0, 'test'), 1])).toEqual([
      ['com.acme.kind:star', 'org.other:1'],
      ['globex'],
      [],
      'caller_missing',
    ]);
    expect((await search(globex, 'com.acme.*')).userIds).toEqual([]);
    expect(await match(globex, 'com.acme.kind:star', [1, 2])).toEqual([]);
  });

  test('of other users are not available with an owner’s token', async () => {
    expect(await keysOf([owner, 1], [owner, 2])).toEqual([['com.acme.kind:star', 'org.other:1'], 'user_not_found']);
    await expect(update(owner, { userIds: [1, 2], assign: ['x'] })).rejects.toMatchObject({ reason: 'user_not_found' });
    expect(await keysOf([acme, 2])).toEqual([['fresh']]);
  });

  test('are removed when the user is erased, which can be repeated', async () => {
    await update(acme, { userIds: [40], assign: ['x'] });
    await service.call.EraseUser({ userId: 40 }, { caller: acme });
    await service.call.EraseUser({ userId: 40 }, { caller: acme });
    expect(await keysOf([acme, 40])).toEqual([[]]);
    expect(await service.connection.collection('metadata').countDocuments({ companyId: 1, userId: 40 })).toBe(0);
  });

  test('are not changed if one user of the request would have too many', async () => {
    const many = (from: number) => Array.from({ length: 1_000 }, (_, index) => `k${from + index}`);
    await update(acme, { userIds: [50], assign: many(0) });
    await update(acme, { userIds: [50], assign: many(1_000) });
    await expect(update(acme, { userIds: [51, 50], assign: ['one more'] })).rejects.toMatchObject({
      code: 'ABORTED',
      reason: 'metadata_limit',
    });
    expect(await keysOf([acme, 51])).toEqual([[]]);
  });

  test('are changed by concurrent requests even if some of them fail', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        update(acme, {
          userIds: [50, 60],
          ...(index % 4 === 0 ? { assign: ['too many'] } : { userIds: [60], assign: [`c${index}`] }),
        }),
      ),
    );
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(5);
    expect((await keysOf([acme, 60]))[0]).toHaveLength(15);
  });
});

describe('a metadata search', () => {
  beforeAll(async () => {
    await update(
      acme,
      { userIds: [101, 102, 103], assign: ['net.find.a', 'net.find.b'] },
      { userIds: [103, 104], assign: ['net.find.ab:1'] },
      { userIds: [105], assign: ['net.finder'] },
    );
  });

  test.each([
    ['an exact key', 'net.find.a', [101, 102, 103]],
    ['a namespace', 'net.find.*', [101, 102, 103, 104]],
    ['a prefix that ends before a separator', 'net.find*', [101, 102, 103, 104, 105]],
    ['a prefix that ends within a part of a key', 'net.find.a*', [101, 102, 103, 104]],
    ['a regular expression', 'net.find..*', []],
    ['an unused key', 'net.find.c', []],
  ])('by %s returns each matching user once, by id', async (_what, query, expected) => {
    expect((await search(acme, query)).userIds).toEqual(expected);
    expect(await match(acme, query, [106, 105, 104, 103, 102, 101])).toEqual(expected.toReversed());
    expect(await match(acme, `!${query}`, [106, 105, 104, 103, 102, 101, 106])).toEqual(
      [106, 105, 104, 103, 102, 101].filter((id) => !expected.includes(id)),
    );
  });

  test('continues with a cursor and includes users added in the meantime', async () => {
    const first = await search(acme, 'net.find.*', 2);
    expect(first.userIds).toEqual([101, 102]);
    await update(acme, { userIds: [90, 108], assign: ['net.find.late'] });
    const second = await search(acme, 'net.find.*', 2, first.next);
    const third = await search(acme, 'net.find.*', 2, second.next);
    expect([second.userIds, third.userIds, third.next]).toEqual([[103, 104], [108], '']);
  });

  test('rejects a cursor of another query or company', async () => {
    const { next } = await search(acme, 'net.find.*', 1);
    await expect(search(acme, 'net.*', 1, next)).rejects.toMatchObject({ reason: 'invalid_cursor' });
    await expect(search(globex, 'net.find.*', 1, next)).rejects.toMatchObject({ reason: 'invalid_cursor' });
    await expect(search(acme, 'net.find.*', 1, 'invalid')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  test('excludes deleted and erased users', async () => {
    await update(acme, { userIds: [201, 202, 203], assign: ['gone.by'] });
    await service.call.HideUser({ userId: 202 }, { caller: acme });
    await service.call.HideUser({ userId: 299 }, { caller: acme });
    await update(acme, { userIds: [202], assign: ['gone.later'] });
    expect((await search(acme, 'gone.*')).userIds).toEqual([201, 203]);
    expect(await match(acme, 'gone.by', [201, 202, 203])).toEqual([201, 203]);
    expect(await match(acme, '!nothing', [201, 202, 203])).toEqual([201, 203]);
    await service.call.EraseUser({ userId: 203 }, { caller: acme });
    expect((await search(acme, 'gone.*')).userIds).toEqual([201]);
  });

  test('of a whole company is rejected for an application, which can match its own users', async () => {
    await expect(search(application, 'net.find.*')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(await match(application, 'net.find.*', [102, 104, 107])).toEqual([102, 104]);
    await expect(match(owner, 'net.find.*', [1, 102])).rejects.toMatchObject({ reason: 'user_not_found' });
  });

  test('is rejected if it is negated', async () => {
    await expect(search(acme, '!net.find.*')).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: [expect.objectContaining({ field: 'query' })],
    });
  });
});

describe('invalid metadata', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  const keys = (count: number) => Array.from({ length: count }, (_, index) => `k${index}`);

  test.each<[string, Partial<MetadataChange>]>([
    ['no users', { assign: ['x'] }],
    ['1,001 users', { userIds: ids(1_001) }],
    ['1,001 keys', { userIds: [500], assign: keys(600), unassign: keys(1_001).slice(600) }],
    ['an empty key', { userIds: [500], assign: [''] }],
    ['256 characters', { userIds: [500], assign: ['x'.repeat(256)] }],
    ['a control character', { userIds: [500], assign: ['a\u0000b'] }],
    ['a line break', { userIds: [500], unassign: ['a\nb'] }],
    ['a * to assign', { userIds: [500], assign: ['a*'] }],
    ['a * in the middle', { userIds: [500], unassign: ['a*b'] }],
    ['two trailing *', { userIds: [500], unassign: ['a**'] }],
    ['a user id of 0', { userIds: [0] }],
    ['a negative user id', { userIds: [-7] }],
  ])('%s is rejected without a change', async (_what, invalid) => {
    await update(acme, { userIds: [500], reset: true, assign: ['unchanged'] });
    const others = invalid.userIds ? [{ userIds: [500], reset: true }] : [];
    await expect(update(acme, ...others, invalid)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(await keysOf([acme, 500])).toEqual([['unchanged']]);
  });

  test('1,000 users and 255 characters of any script are accepted', async () => {
    const key = `${'日'.repeat(254)}😀`;
    const changed = await update(acme, { userIds: ids(1_000).map((id) => id + 10_000), assign: [key] });
    expect(Object.values(changed).every(([only]) => only === key)).toBe(true);
    expect((await search(acme, '日*', 1_000)).userIds).toHaveLength(1_000);
  });

  test.each([['**'], ['a*b'], [''], ['!'], ['a\u0007'], ['x'.repeat(256)]])(
    'the query %j is rejected',
    async (query) => {
      await expect(search(acme, query)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
      await expect(match(acme, query, [1])).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    },
  );

  test('a page of 0 or 1,001 users and 1,001 candidates are rejected', async () => {
    for (const limit of [0, -1, 1_001])
      await expect(search(acme, 'x', limit)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(match(acme, 'x', ids(1_001))).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  test('a call without a company is rejected', async () => {
    const noCompany = companyCaller(0, 'test');
    await expect(update(noCompany, { userIds: [1], reset: true })).rejects.toMatchObject({ reason: 'caller_missing' });
    await expect(search(noCompany, 'x')).rejects.toMatchObject({ reason: 'caller_missing' });
    await expect(match(noCompany, 'x', [1])).rejects.toMatchObject({ reason: 'caller_missing' });
  });
});
