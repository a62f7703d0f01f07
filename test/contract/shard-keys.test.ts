import { readFileSync } from 'node:fs';
import { projectRoot } from '../support/project-root.ts';
import { targetOf, unlimitedReadOf, violationOf } from '../support/sharding/query-target.ts';
import { broadcastQueries, shardKeys, unshardedCollections } from '../support/sharding/shard-keys.ts';
import { shardingTables } from '../support/sharding/write-tables.ts';

test('the documentation lists all shard keys and broadcast queries', () => {
  expect(readFileSync(`${projectRoot}/docs/sharding.md`, 'utf8')).toContain(shardingTables());
});

test('names a collection once, and exceptions only for sharded collections', () => {
  for (const name of Object.keys(unshardedCollections)) expect(shardKeys).not.toHaveProperty([name]);
  for (const query of Object.keys(broadcastQueries)) expect(shardKeys).toHaveProperty([query.split(' ')[1] ?? '']);
});

test.each([
  [{ companyId: 1, _id: 2 }, 'targeted'],
  [{ companyId: { $eq: 1 }, _id: { $in: [2, 3] } }, 'targeted'],
  [{ $and: [{ companyId: 1 }, { _id: 2 }] }, 'targeted'],
  [
    {
      $or: [
        { companyId: 1, _id: 2 },
        { companyId: 2, _id: 3 },
      ],
    },
    'targeted',
  ],
  [{ companyId: 1, status: 'draft' }, 'tenant'],
  [{ companyId: { $in: [1, 2] }, _id: { $gt: 2 } }, 'tenant'],
  [{ $or: [{ companyId: 1 }, { token: 'a' }] }, 'broadcast'],
  [{ companyId: { $ne: 1 }, _id: 2 }, 'broadcast'],
  [{ companyId: { $gt: 1 } }, 'broadcast'],
  [{ companyId: null, _id: 2 }, 'broadcast'],
  [{ _id: 2 }, 'broadcast'],
  [{}, 'broadcast'],
])('determines which shards the filter %j needs', (filter, target) => {
  expect(targetOf('cvs', filter)).toBe(target);
});

test.each([
  { find: 'cvs', filter: { userId: 1 } },
  { find: 'cvs', filter: { token: 'a' } },
  { count: 'cvs', query: { userId: 1 } },
  { distinct: 'cvs', key: 'slug', query: {} },
  { aggregate: 'cvs', pipeline: [{ $match: { userId: 1 } }, { $match: { slug: 'a' } }] },
  { aggregate: 'cvs', pipeline: [{ $unwind: '$tagIds' }, { $match: { companyId: 1 } }] },
  { findAndModify: 'cvs', query: { userId: 1 } },
  { update: 'cvs', updates: [{ q: { companyId: 1 } }, { q: { userId: 1 } }] },
  { delete: 'cvs', deletes: [{ q: { userId: 1 } }] },
  { find: 'notListed', filter: { companyId: 1 } },
  { count: 'preferences', query: { companyId: 1, userId: 2 } },
  { update: 'cvs', updates: [{ q: { companyId: 1 }, upsert: true }] },
  { createIndexes: 'cvs', indexes: [{ key: { recipient: 1 }, unique: true }] },
  { createIndexes: 'comments', indexes: [{ key: { companyId: 1, 'idempotency.key': 1 }, unique: true }] },
])('rejects %j', (command) => {
  expect(violationOf(command)).toBeDefined();
});

test.each([
  { find: 'cvs', filter: { companyId: 1, userId: 1 } },
  { find: 'cvs', filter: { nameTerms: { $exists: false } } },
  { find: 'names', filter: { _id: { $in: ['slug:jane', 'slug:jane-2'] } } },
  { find: 'sequences', filter: { _id: 'cv' } },
  { aggregate: 'cvs', pipeline: [{ $match: { userId: 1 } }, { $match: { companyId: 1 } }, { $count: 'n' }] },
  { update: 'metadata', updates: [{ q: { companyId: 1, userId: 2 }, upsert: true }] },
  { insert: 'cvs', documents: [{}] },
  { createIndexes: 'metadata', indexes: [{ key: { companyId: 1, userId: 1 }, unique: true }] },
  { createIndexes: 'cvs', indexes: [{ key: { slug: 1 } }] },
])('accepts %j', (command) => {
  expect(violationOf(command)).toBeUndefined();
});

test.each([
  { find: 'cvs', filter: { companyId: 1 } },
  { find: 'cvs', filter: { companyId: 1 }, maxTimeMS: 0 },
  { count: 'cvs', query: { companyId: 1 } },
  { distinct: 'cvs', key: 'slug', query: { companyId: 1 } },
  { aggregate: 'cvs', pipeline: [{ $match: { companyId: 1 } }] },
])('rejects %j, which has no time limit', (command) => {
  expect(unlimitedReadOf(command)).toMatch(/^read without maxTimeMS: "\w+ cvs companyId"$/);
});

test.each([
  { find: 'cvs', filter: { companyId: 1 }, maxTimeMS: 1 },
  { find: 'cvs', filter: { nameTerms: { $exists: false } } },
  { update: 'cvs', updates: [{ q: { companyId: 1 } }] },
  { getMore: 1, collection: 'cvs' },
])('accepts %j as limited, listed or not a read', (command) => {
  expect(unlimitedReadOf(command)).toBeUndefined();
});
