import { companyCaller } from '@vitae/kit/caller';
import { type ProfiledQuery, profileQueries } from '@vitae/test/support/kit/query-profile';
import { openServiceFixture, type ServiceFixture } from '@vitae/test/support/kit/service-fixture';
import { contracts } from '@vitae/proto/contract';
import type { MetadataServiceDefinition } from '@vitae/proto/gen/cv/metadata/v1/MetadataService';
import fc from 'fast-check';
import { createMetadataApp } from './app.ts';
import { indexTerms } from './keys/index-terms.ts';

let service: ServiceFixture<MetadataServiceDefinition>;
beforeAll(async () => {
  service = await openServiceFixture(contracts.metadata(), (connection) => createMetadataApp({ connection }));
});
afterAll(() => service.close());

/** Puts users there as an update would leave them. */
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

test('a search finds whom one would find by hand, for any keys and any prefix', async () => {
  const part = fc.constantFrom('a', 'b', 'ab', 'é', '日', '\u{d7ff}', '\u{e000}', '😀', '1', '^', '(', '[', '\\', '$');
  const separator = fc.constantFrom('.', ':', '->', '_', '');
  const key = fc.array(fc.tuple(part, separator), { minLength: 1, maxLength: 4 }).map((parts) => parts.flat().join(''));
  const users = fc.array(fc.uniqueArray(key, { maxLength: 5 }), { minLength: 1, maxLength: 12 });
  const query = fc
    .tuple(key, fc.nat(6), fc.boolean())
    .map(([one, length, prefix]) => (prefix ? `${[...one].slice(0, length).join('')}*` : one));
  let companyId = 1_000;
  await fc.assert(
    fc.asyncProperty(
      users,
      fc.array(query, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 5 }),
      async (held, queries, limit) => {
        companyId += 1;
        await seed(
          companyId,
          held.map((keys, index) => ({ userId: index + 1, keys })),
        );
        for (const one of queries) {
          const byHand = held.flatMap((keys, index) =>
            keys.some((k) => (one.endsWith('*') ? k.startsWith(one.slice(0, -1)) : k === one)) ? [index + 1] : [],
          );
          expect((await searchAll(companyId, one, limit)).ids).toEqual(byHand);
          const candidates = held.map((_keys, index) => index + 1);
          const caller = companyCaller(companyId, 'test');
          expect((await service.call.MatchUsers({ query: one, candidates }, { caller })).userIds).toEqual(byHand);
          expect((await service.call.MatchUsers({ query: `!${one}`, candidates }, { caller })).userIds).toEqual(
            candidates.filter((id) => !byHand.includes(id)),
          );
        }
      },
    ),
    { numRuns: 60 },
  );
}, 120_000);

describe('in a company of 12,000 users', () => {
  beforeAll(async () => {
    // Everybody is of some kind; every hundredth is a star; two hold more than is indexed one by one.
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
    ['an exact key that all have', 'org.site.seen', 12_000],
    ['a namespace', 'com.acme.*', 12_000],
    ['every key', '*', 12_002],
    ['a key of one who holds very many', 'com.heavy.k400:x', 2],
    ['a namespace of those', 'com.heavy.k400:*', 2],
  ])(
    'a page by %s reads one row for each user that it answers, the deepest like the first',
    async (_what, query, total) => {
      const { ids } = await searchAll(1, query, 1_000);
      expect(ids).toHaveLength(total);
      const limit = Math.min(50, total);
      const first = await service.call.SearchUsers({ query, limit, cursor: '' }, { caller });
      for (const cursor of ['', first.next]) {
        const queries = await profiled(() => service.call.SearchUsers({ query, limit, cursor }, { caller }));
        // One more row tells whether there is a next page; the two who hold very many are looked at as well.
        expect(sum(queries, 'docsExamined')).toBeLessThanOrEqual(limit + 3);
        expect(sum(queries, 'keysExamined')).toBeLessThanOrEqual(limit + 10);
      }
    },
  );

  test('a prefix that few holders of a namespace have is answered in pages that each look at a bounded number', async () => {
    const { ids, pages } = await searchAll(1, 'com.acme.kind:st*', 100);
    expect(ids).toEqual(Array.from({ length: 120 }, (_, index) => (index + 1) * 100));
    expect(pages).toHaveLength(3);
    const queries = await profiled(() =>
      service.call.SearchUsers({ query: 'com.acme.kind:st*', limit: 100, cursor: '' }, { caller }),
    );
    expect(sum(queries, 'docsExamined')).toBeLessThanOrEqual(5_010);
  });

  test('candidates are looked up one by one, negated or not', async () => {
    const candidates = Array.from({ length: 200 }, (_, index) => index + 50);
    for (const query of ['com.acme.kind:star', '!com.acme.kind:star', 'com.acme.k*', '!*']) {
      const [one, ...more] = await profiled(() => service.call.MatchUsers({ query, candidates }, { caller }));
      expect(more).toEqual([]);
      expect(one?.keysExamined).toBeLessThanOrEqual(201);
      expect(one?.docsExamined).toBeLessThanOrEqual(200);
    }
  });

  test('reads, updates, hiding and erasing look at the users that they name', async () => {
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
