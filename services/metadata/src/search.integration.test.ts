import { companyCaller } from '@vitae/kit/caller';
import type { CallOptions } from '@vitae/kit/grpc-client';
import { contracts } from '@vitae/proto/contract';
import type { MetadataServiceDefinition } from '@vitae/proto/gen/cv/metadata/v1/MetadataService';
import { type ProfiledQuery, profileQueries, slowFinds } from '@vitae/test/support/kit/query-profile';
import { openServiceFixture, type ServiceFixture } from '@vitae/test/support/kit/service-fixture';
import { until } from '@vitae/test/support/until';
import fc from 'fast-check';
import { createMetadataApp } from './app.ts';
import { indexTerms } from './keys/index-terms.ts';

let service: ServiceFixture<MetadataServiceDefinition>;
beforeAll(async () => {
  service = await openServiceFixture(contracts.metadata(), (connection) => createMetadataApp({ connection }));
});
afterAll(() => service.close());

/** Inserts users as an update would store them. */
function seed(companyId: number, users: { userId: number; keys: string[] }[]) {
  const documents = users.map(({ userId, keys }) => ({
    companyId,
    userId,
    keys: keys.toSorted(),
    ...indexTerms(keys),
    hidden: false,
    revision: 1,
  }));
  return service.connection.collection('metadata').insertMany(documents);
}

async function searchAll(companyId: number, query: string, limit: number) {
  const [ids, pages] = [[] as number[], [] as number[]];
  for (let cursor = ''; ; ) {
    const page = await service.call.SearchUsers({ query, limit, cursor }, { caller: companyCaller(companyId, 'test') });
    ids.push(...page.userIds);
    pages.push(page.userIds.length);
    if (page.next === '') return { ids, pages };
    cursor = page.next;
  }
}

test('a search finds the same users as a full comparison for any keys and prefixes', async () => {
  const part = fc.constantFrom('a', 'b', 'ab', 'é', '日', '\u{d7ff}', '\u{e000}', '😀', '1', '^', '(', '[', '\\', '$');
  const separator = fc.constantFrom('.', ':', '->', '_', '');
  const key = fc.array(fc.tuple(part, separator), { minLength: 1, maxLength: 4 }).map((parts) => parts.flat().join(''));
  const users = fc.array(fc.uniqueArray(key, { maxLength: 5 }), { minLength: 1, maxLength: 12 });
  const query = fc
    .tuple(key, fc.nat(6), fc.boolean())
    .map(([whole, length, isPrefix]) => (isPrefix ? `${[...whole].slice(0, length).join('')}*` : whole));
  let companyId = 1_000;
  await fc.assert(
    fc.asyncProperty(
      users,
      fc.array(query, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 5 }),
      async (keysByUser, queries, limit) => {
        companyId += 1;
        await seed(
          companyId,
          keysByUser.map((keys, index) => ({ userId: index + 1, keys })),
        );
        for (const text of queries) {
          const expected = keysByUser.flatMap((keys, index) =>
            keys.some((k) => (text.endsWith('*') ? k.startsWith(text.slice(0, -1)) : k === text)) ? [index + 1] : [],
          );
          expect((await searchAll(companyId, text, limit)).ids).toEqual(expected);
          const candidates = keysByUser.map((_keys, index) => index + 1);
          const caller = companyCaller(companyId, 'test');
          expect((await service.call.MatchUsers({ query: text, candidates }, { caller })).userIds).toEqual(expected);
          expect((await service.call.MatchUsers({ query: `!${text}`, candidates }, { caller })).userIds).toEqual(
            candidates.filter((id) => !expected.includes(id)),
          );
        }
      },
    ),
    { numRuns: 60 },
  );
}, 120_000);

describe('in a company of 12,000 users', () => {
  beforeAll(async () => {
    // Every user has a kind; every hundredth user is a star; two users have more keys than the index limit.
    const keysOf = (userId: number) => [
      `com.acme.kind:${userId % 100 === 0 ? 'star' : 'user'}`,
      `com.acme.id:${userId}`,
      'org.site.seen',
      `org.site.day_${userId % 7}`,
    ];
    const users = Array.from({ length: 12_000 }, (_, index) => ({ userId: index + 1, keys: keysOf(index + 1) }));
    const heavy = [12_001, 12_002].map((userId) => ({
      userId,
      keys: Array.from({ length: 500 }, (_, index) => `com.heavy.k${index}:x`),
    }));
    await seed(1, [...users, ...heavy]);
    await seed(2, users.slice(0, 2_000));
  }, 120_000);

  const profiled = async (work: () => Promise<unknown>) => {
    const queries = await profileQueries(service.connection, work);
    for (const query of queries) {
      expect(query.plan).toMatch(/^IXSCAN/);
      expect(query.sorted).toBe(false);
    }
    return queries;
  };
  const sum = (queries: ProfiledQuery[], field: 'docsExamined' | 'keysExamined') =>
    queries.reduce((total, query) => total + query[field], 0);
  const caller = companyCaller(1, 'test');

  test.each([
    ['an exact key', 'com.acme.kind:star', 120],
    ['an exact key of all users', 'org.site.seen', 12_000],
    ['a namespace', 'com.acme.*', 12_000],
    ['every key', '*', 12_002],
    ['a key of users above the index limit', 'com.heavy.k400:x', 2],
    ['a namespace of users above the index limit', 'com.heavy.k400:*', 2],
  ])('a page by %s reads one row for each returned user at any depth', async (_what, query, total) => {
    const { ids } = await searchAll(1, query, 1_000);
    expect(ids).toHaveLength(total);
    const limit = Math.min(50, total);
    const first = await service.call.SearchUsers({ query, limit, cursor: '' }, { caller });
    for (const cursor of ['', first.next]) {
      const queries = await profiled(() => service.call.SearchUsers({ query, limit, cursor }, { caller }));
      // Includes the row after the page and the two users above the index limit.
      expect(sum(queries, 'docsExamined')).toBeLessThanOrEqual(limit + 3);
      expect(sum(queries, 'keysExamined')).toBeLessThanOrEqual(limit + 10);
    }
  });

  test('a page by a rare prefix examines a limited number of users', async () => {
    const { ids, pages } = await searchAll(1, 'com.acme.kind:st*', 100);
    expect(ids).toEqual(Array.from({ length: 120 }, (_, index) => (index + 1) * 100));
    expect(pages).toHaveLength(3);
    const queries = await profiled(() =>
      service.call.SearchUsers({ query: 'com.acme.kind:st*', limit: 100, cursor: '' }, { caller }),
    );
    expect(sum(queries, 'docsExamined')).toBeLessThanOrEqual(5_010);
  });

  test('a match examines only the candidates', async () => {
    const candidates = Array.from({ length: 200 }, (_, index) => index + 50);
    for (const query of ['com.acme.kind:star', '!com.acme.kind:star', 'com.acme.k*', '!*']) {
      const [read, ...more] = await profiled(() => service.call.MatchUsers({ query, candidates }, { caller }));
      expect(more).toEqual([]);
      expect(read?.keysExamined).toBeLessThanOrEqual(201);
      expect(read?.docsExamined).toBeLessThanOrEqual(200);
    }
  });

  const search = (query: string) => (options: CallOptions) =>
    service.call.SearchUsers({ query, limit: 50, cursor: '' }, options);
  const match = (query: string) => (options: CallOptions) =>
    service.call.MatchUsers({ query, candidates: [1, 2, 3] }, options);
  test.each([
    ['a search by key', search('org.site.seen')],
    ['a search by prefix', search('com.acme.kind:st*')],
    ['a match', match('org.site.seen')],
    ['a negated match', match('!org.site.seen')],
  ])('the queries of %s end on the server when the client disconnects', async (_what, request) => {
    const { running, restore } = slowFinds(service.connection, 'metadata', '"companyId":1');
    const client = new AbortController();
    try {
      const ended = expect(request({ caller, signal: client.signal })).rejects.toMatchObject({ code: 'CANCELLED' });
      await until('a query is running', async () => (await running()) > 0);
      client.abort();
      await ended;
      await until('the queries have ended', async () => (await running()) === 0);
    } finally {
      client.abort();
      restore();
    }
  });

  test('reads, updates, hiding and erasing examine only the named users', async () => {
    const change = { userIds: [1, 2, 3], reset: false, unassign: ['org.*'], assign: ['x'] };
    const queries = await profiled(async () => {
      await service.call.BatchGetMetadata({ items: [1, 2, 3].map((userId) => ({ caller, userId })) });
      await service.call.UpdateMetadata({ changes: [change] }, { caller });
      await service.call.HideUser({ userId: 4 }, { caller });
      await service.call.EraseUser({ userId: 5 }, { caller });
    });
    expect(queries.length).toBeGreaterThanOrEqual(5);
    for (const query of queries) expect(query.docsExamined).toBeLessThanOrEqual(3);
  });
});
