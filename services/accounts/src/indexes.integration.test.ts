import { randomBytes } from 'node:crypto';
import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import type { IndexDefinition, IndexOptions } from 'mongoose';
import { createAdministrators } from './administrators/administrator-mongo-store.ts';
import { createApplicationStore } from './applications/application-mongo-store.ts';
import { createAuditLog } from './audit/audit-mongo-store.ts';
import { createCompanyStore } from './companies/company-mongo-store.ts';
import { createConsumptionStore } from './consumption/consumption-mongo-store.ts';
import { DEFAULT_RETENTION } from './consumption/retention.ts';
import { createOwnerCredentials } from './credentials/owner-credentials-mongo-store.ts';
import { createPendingLoginStore } from './credentials/pending-login-mongo-store.ts';
import { createPendingDeletionStore } from './erasure/pending-deletion-mongo-store.ts';
import { createAccessLog } from './grants/access-log-mongo-store.ts';
import { createGrantStore } from './grants/grant-mongo-store.ts';
import { createRequestTokenStore } from './grants/request-token-mongo-store.ts';
import { createIndexes } from './indexes.ts';
import { createExpiryWarningStore } from './keys/expiry-warning-mongo-store.ts';
import { createFenceObservationStore } from './keys/fence-observation-mongo-store.ts';
import { createKeyStore } from './keys/key-mongo-store.ts';
import { createKeyUseStore } from './keys/key-use-mongo-store.ts';
import { createLegacyUseStore } from './keys/legacy-use-mongo-store.ts';
import { createOneTimeLinks } from './links/one-time-link-mongo-store.ts';
import { createOutbox } from './mail/outbox-mongo-store.ts';
import { createSecretBox } from './secrets/secret-box.ts';

let database: DatabaseFixture;

beforeAll(async () => {
  database = await openDatabaseFixture(process.env.MONGODB_URI);
  const { connection } = database;
  const clock = { now: Date.now };
  for (const create of [
    createAccessLog,
    createApplicationStore,
    createCompanyStore,
    createExpiryWarningStore,
    createGrantStore,
    createKeyStore,
    createKeyUseStore,
    createLegacyUseStore,
    createOwnerCredentials,
    createPendingLoginStore,
    createPendingDeletionStore,
    createRequestTokenStore,
  ])
    create(connection);
  for (const create of [createAdministrators, createAuditLog, createFenceObservationStore, createOneTimeLinks])
    create(connection, clock);
  createOutbox(connection, createSecretBox([{ id: 'a', key: randomBytes(32) }]), clock);
  createConsumptionStore(connection, DEFAULT_RETENTION);
  await createIndexes(connection);
});
afterAll(() => database.drop());

const DAY = 86_400;
const unique = { unique: true };
const uniqueText = (field: string) => ({ ...unique, partialFilterExpression: { [field]: { $type: 'string' } } });
const refused = { refused: { $gt: 0 } };
const sources = { source: { $gt: '' } };
const cells = { ...sources, endpoint: { $gt: '' } };

const EXPECTED: Record<string, [IndexDefinition, IndexOptions?][]> = {
  administrators: [[{ emailKey: 1 }, unique], [{ companyId: 1, _id: 1 }]],
  applicationAccesses: [
    [{ companyId: 1, userId: 1, applicationId: 1, day: -1, data: 1, cvId: 1 }, unique],
    [{ day: 1 }, { expireAfterSeconds: 90 * DAY }],
  ],
  applications: [
    [{ consumerKey: 1 }, unique],
    [{ apiKeyDigest: 1 }, unique],
    [{ companyId: 1, _id: 1 }],
    [{ origins: 1 }, { sparse: true }],
  ],
  auditEntries: [
    [{ companyId: 1, _id: -1 }],
    [{ companyId: 1, action: 1, _id: -1 }],
    [{ companyId: 1, 'actor.id': 1, _id: -1 }],
    [{ companyId: 1, at: -1, _id: -1 }],
  ],
  companies: [
    [{ slug: 1 }, { ...unique, partialFilterExpression: { slug: { $exists: true } } }],
    [{ _id: 1, slug: 1 }, { partialFilterExpression: { slug: null } }],
  ],
  consumption_moved: [
    [{ movedAt: 1 }, { expireAfterSeconds: 30 * DAY }],
    [{ expiresAt: 1 }, { expireAfterSeconds: 0, partialFilterExpression: { expiresAt: { $exists: true } } }],
  ],
  consumption_spans: [
    [{ companyId: 1, span: 1, source: 1, endpoint: 1 }],
    [{ companyId: 1, span: 1, endpoint: 1, calls: -1, source: 1 }, { partialFilterExpression: sources }],
    [{ companyId: 1, span: 1, calls: -1, source: 1, endpoint: 1 }, { partialFilterExpression: cells }],
    [
      { companyId: 1, span: 1, endpoint: 1, refused: -1, source: 1 },
      { partialFilterExpression: { ...sources, ...refused } },
    ],
    [
      { companyId: 1, span: 1, refused: -1, source: 1, endpoint: 1 },
      { partialFilterExpression: { ...cells, ...refused } },
    ],
    [{ expiresAt: 1 }, { expireAfterSeconds: 0 }],
  ],
  expirywarnings: [[{ at: 1 }, { expireAfterSeconds: 60 * DAY }]],
  fenceobservations: [[{ keyId: 1, at: 1 }], [{ at: 1 }, { expireAfterSeconds: 31 * DAY }]],
  grants: [
    [{ applicationId: 1, userId: 1 }, unique],
    [{ userId: 1 }],
    [{ 'tokens.digest': 1 }, uniqueText('tokens.digest')],
  ],
  keys: [[{ key: 1 }, unique], [{ companyId: 1, _id: 1 }], [{ expiresAt: 1, _id: 1 }]],
  oneTimeLinks: [
    [{ digest: 1 }, unique],
    [{ companyId: 1, purpose: 1, email: 1 }],
    [
      { userId: 1, purpose: 1 },
      { unique: true, partialFilterExpression: { userId: { $exists: true } } },
    ],
    [{ expiresAt: 1 }, { expireAfterSeconds: 0 }],
  ],
  outgoingMails: [[{ createdAt: 1 }], [{ dueAt: 1 }], [{ expiresAt: 1 }, { expireAfterSeconds: 0 }]],
  ownerCredentials: [[{ usernameKey: 1, companyId: 1 }, unique], [{ emailKey: 1, companyId: 1 }]],
  pendingaddresses: [[{ at: 1 }]],
  pendingdeletions: [[{ at: 1 }]],
  requestTokens: [
    [{ expiresAt: 1 }, { expireAfterSeconds: 3_600 }],
    [{ verifierDigest: 1 }, uniqueText('verifierDigest')],
    [{ userId: 1, state: 1 }],
  ],
};

test('every collection of accounts has its indexes, with their options', async () => {
  const found: Record<string, string[]> = {};
  for (const { name } of await database.connection.listCollections()) {
    const indexes = await database.connection.collection(name).indexes();
    const added = indexes.filter((index) => index.name !== '_id_');
    if (added.length > 0) found[name] = added.map(({ key, ...options }) => textOf(key, options)).toSorted();
  }
  const expected = Object.entries(EXPECTED).map(([name, indexes]) => [
    name,
    indexes.map(([key, options]) => textOf(key, options)).toSorted(),
  ]);
  expect(found).toEqual(Object.fromEntries(expected));
});

test('indexes of earlier versions are dropped', async () => {
  const spans = database.connection.collection('consumption_spans');
  const before = await spans.indexes();
  for (const by of ['calls', 'refused'])
    for (const [first, second] of [
      ['source', 'endpoint'],
      ['endpoint', 'source'],
    ] as const)
      await spans.createIndex({ companyId: 1, span: 1, [first]: 1, [by]: -1, [second]: 1 });
  expect(await spans.indexes()).toHaveLength(before.length + 4);
  const keys = database.connection.collection('keys');
  const ofKeys = await keys.indexes();
  await keys.createIndex({ expiresAt: 1 });
  await createIndexes(database.connection);
  expect(await spans.indexes()).toEqual(before);
  expect(await keys.indexes()).toEqual(ofKeys);
});

test('owners of earlier versions are found by their names, which then are unique only in their company', async () => {
  const credentials = database.connection.collection<{ _id: number; companyId: number }>('ownerCredentials');
  const before = await credentials.indexes();
  await credentials.dropIndexes();
  await credentials.createIndex({ usernameKey: 1 }, { unique: true });
  await credentials.createIndex({ emailKey: 1 });
  const names = { username: 'Ada', email: 'ada@example.com', usernameKey: 'ada', emailKey: 'ada@example.com' };
  await credentials.insertOne({ _id: 1, companyId: 1, ...names });
  await createIndexes(database.connection);
  expect(await credentials.indexes()).toEqual(before);
  await credentials.insertOne({ _id: 2, companyId: 2, ...names });
  await expect(credentials.insertOne({ _id: 3, companyId: 2, ...names })).rejects.toThrow('E11000');
});

/** As text, because the order of the fields matters. */
function textOf(
  key: object,
  { unique = false, expireAfterSeconds, partialFilterExpression }: IndexOptions = {},
): string {
  return JSON.stringify([key, unique, expireAfterSeconds ?? null, partialFilterExpression ?? null]);
}
