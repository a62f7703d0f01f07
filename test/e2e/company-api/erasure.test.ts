import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRejectedRequests } from '@vitae/accounts/consumption/rejected-requests';
import { createEraser, type Eraser } from '@vitae/accounts/erasure/eraser';
import { createPendingDeletionStore } from '@vitae/accounts/erasure/pending-deletion-mongo-store';
import { personalDataSources } from '@vitae/accounts/erasure/personal-data';
import { createOwnerAccess } from '@vitae/accounts/grants/owner-access';
import { createSecretBox } from '@vitae/accounts/secrets/secret-box';
import { createGridFsArtifactStore } from '@vitae/export/artifacts/gridfs-artifact-store';
import { configSchema } from '@vitae/gateway/config';
import { companyCaller } from '@vitae/kit/caller';
import { createLease } from '@vitae/kit/lease';
import { createLogger } from '@vitae/kit/log';
import { connectMongo } from '@vitae/kit/mongo';
import { openObjectStore } from '@vitae/kit/object-storage/open-object-store';
import { artifactStoreSettings } from '@vitae/kit/object-storage/settings';
import { connectRedis } from '@vitae/kit/redis';
import { parseSettings } from '@vitae/kit/settings';
import { createExportQueue } from '@vitae/proto/clients/exports/export-queue';
import { createServices, type Services } from '@vitae/proto/clients/services';
import { z } from 'zod';
import { findInMongo, findInRedis, findInS3 } from '../../support/find-bytes.ts';
import { gatewayIdentityOf, identityOf, privateKeyOf } from '../../support/service-keys.ts';
import { startTwoCompanies, type TwoCompanies } from '../../support/test-companies.ts';

const DAY = 86_400_000;
/** Part of all personal data of the deleted user, and of nothing else. */
const MARK = 'Quvenzhane';
const log = createLogger({ name: 'test', level: 'silent' });

let companies: TwoCompanies;
let services: Services & { close(): void };
/** The services as the site calls them. */
let servicesOfSite: typeof services;
let eraser: Eraser;
let clockOffset = 0;
const clock = { now: () => Date.now() + clockOffset };
const cleanups: (() => Promise<unknown> | unknown)[] = [];
let user = 0;
let colleague = 0;
let cv = 0;

beforeAll(async () => {
  companies = await startTwoCompanies();
  const run = await companies.system.runFile();
  const address = (name: string) => run.processes.find((one) => one.name === name)?.url ?? '';
  const config = parseSettings(configSchema, {
    MONGODB_URI: run.mongodbUri,
    REDIS_URL: run.redisUrl,
    MASTER_KEYS: `test:${randomBytes(32).toString('base64')}`,
    SERVICE_PRIVATE_KEY: privateKeyOf('gateway', companies.system.dataDir),
    ...Object.fromEntries(
      ['resume', 'comments', 'metadata', 'preferences', 'stats'].map((name) => [
        `${name.toUpperCase()}_ADDRESS`,
        address(name),
      ]),
    ),
  });
  const mongo = await connectMongo({ uri: run.mongodbUri, database: 'vitae_gateway', log });
  const redis = await connectRedis({ url: run.redisUrl, name: 'test', log });
  const { dataDir } = companies.system;
  services = createServices(config, gatewayIdentityOf(dataDir));
  servicesOfSite = createServices(config, identityOf('site', privateKeyOf('site', dataDir)));
  const events = { waitFor: async () => undefined, close: async () => undefined };
  const queue = createExportQueue({ redis: redis.redis, events, signGrant: async () => '', onError: () => undefined });
  const box = createSecretBox(config.MASTER_KEYS);
  const access = createOwnerAccess({ connection: mongo.connection, redis: redis.redis, box, clock });
  const { revokeOwnerAccess, accessLog } = access;
  const rejectedRequests = createRejectedRequests({ redis: redis.redis, box, clock, log });
  const sources = personalDataSources({ services, revokeOwnerAccess, queue, rejectedRequests, accessLog, clock });
  const pending = createPendingDeletionStore(mongo.connection);
  // Not the lease of the gateway, which sweeps with its own clock.
  const lease = createLease(mongo.connection, 'erasure test');
  eraser = createEraser({ resume: services.resume, sources, pending, lease, retentionMs: 30 * DAY, clock, log });
  cleanups.push(rejectedRequests.close, queue.close, services.close, servicesOfSite.close, redis.close, mongo.close);
}, 400_000);

afterAll(async () => {
  for (const cleanUp of cleanups) await cleanUp();
  await companies?.stop();
});

/** Finds the mark in all databases, in Redis, in files in S3 and in the logs. */
async function findMark(): Promise<string[]> {
  const { mongodbUri, redisUrl } = await companies.system.runFile();
  const logs = join(companies.system.dataDir, 'logs');
  const files = await readdir(logs);
  const texts = await Promise.all(
    files.map(async (file) => ({ file, text: await readFile(join(logs, file), 'utf8') })),
  );
  const inLogs = texts
    .filter(({ file, text }) => !file.startsWith('mongod') && text.includes(MARK))
    .map(({ file }) => `log ${file}`);
  return [
    ...(await findInMongo(mongodbUri, MARK)),
    ...(await findInRedis(redisUrl, MARK)),
    ...(await findInS3(companies.system.s3, MARK)),
    ...inLogs,
  ];
}

/** Deletes the expired files as a worker does. Returns what is left of files. */
async function sweepFiles(): Promise<{ chunks: number; objects: string[] }> {
  const { system } = companies;
  const { mongodbUri } = await system.runFile();
  const { connection, close } = await connectMongo({ uri: mongodbUri, database: 'vitae_export', log });
  const settings = parseSettings(z.object(artifactStoreSettings), system.s3?.environment ?? {});
  const objects = await openObjectStore(settings, 'exports');
  await createGridFsArtifactStore({ connection, clock, retentionMs: DAY, objects }).sweep();
  objects?.close();
  const chunks = await connection.collection('artifacts.chunks').countDocuments();
  await close();
  return { chunks, objects: (await system.s3?.keys()) ?? [] };
}

test('personal data of a user is stored in every service', async () => {
  const { ours, system } = companies;
  const person = { username: `${MARK}.w`, email: `${MARK}@example.com`, firstname: MARK, lastname: MARK };
  const created = await system.vitae<{ id: number }>(
    'user',
    'create',
    '--company',
    String(ours.id),
    '--username',
    person.username,
    '--email',
    person.email,
    '--firstname',
    MARK,
    '--lastname',
    MARK,
    '--kind',
    'manager',
    '--id-origin',
    MARK,
  );
  user = created.id;
  colleague = (
    await ours.api.post('/api/v1/users', {
      username: 'colleague',
      email: 'colleague@example.com',
      firstname: 'C',
      lastname: 'C',
    })
  ).json.id;
  const key = { headers: { 'Idempotency-Key': 'erase-1' } };
  const resume = { basics: { name: MARK, summary: MARK }, awards: [{ title: MARK }] };
  cv = (await ours.api.post(`/api/v1/users/${user}/cv`, resume, { ...key, query: { main: 1, publish: 1 } })).json.id;
  await ours.api.put(`/api/v1/users/${user}`, { phone: MARK });
  await ours.api.post(`/api/v1/users/${user}/comment`, { comment: `About ${MARK}` });
  await ours.api.post(
    `/api/v1/users/${colleague}/comment`,
    { comment: 'By a deleted user', managerId: user },
    { headers: { 'Idempotency-Key': 'erase-2' } },
  );
  await ours.api.put(`/api/v1/users/${colleague}/manager`, { managerId: user });
  await ours.api.put(`/api/v1/users/${user}/employmentpreferences`, {
    mobilities: { mobility: [{ city: { name: MARK, lat: 1, lng: 1 } }] },
  });
  const metadata = {
    metadatas: { users: { user: [user] }, assign: { metadatas: { metadata: [{ key: `com.acme.${MARK}` }] } } },
  };
  await ours.api.post('/api/v1/svc/metadata/update', metadata);
  const visit = { userId: user, ip: '192.0.2.1', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/120.0' };
  await servicesOfSite.stats.call.RecordVisit(visit, { caller: companyCaller(ours.id, 'test') });
  for (const format of ['pdf', 'json', 'txt'])
    expect((await ours.api.get(`/api/v1/cv/${cv}/export/${format}`)).status).toBe(200);

  const places = await findMark();
  for (const database of [
    'vitae_gateway',
    'vitae_resume',
    'vitae_comments',
    'vitae_metadata',
    'vitae_preferences',
    'vitae_export',
    ...(companies.system.s3 ? ['s3 exports'] : []),
  ]) {
    expect([database, places.some((place) => place.startsWith(database))]).toEqual([database, true]);
  }
  expect(places.filter((place) => place.startsWith('log'))).toEqual([]);
}, 120_000);

test('a deleted user disappears immediately from lists, searches, comments, authors and exports', async () => {
  const { api } = companies.ours;
  expect((await api.delete(`/api/v1/users/${user}`)).status).toBe(204);
  const reads = ['', '/cv', '/tags', '/comment', '/employmentpreferences'].map(
    (part) => `/api/v1/users/${user}${part}`,
  );
  const ofCv = ['', '/pdf', '/display/web', '/export/pdf', '/export/json'].map((part) => `/api/v1/cv/${cv}${part}`);
  for (const path of [...reads, ...ofCv, `/api/v1/svc/user/${user}`])
    expect([path, (await api.get(path)).status]).toEqual([path, 404]);
  expect((await api.get(`/api/v1/users/${MARK}`, { query: { isIdOrigin: 1 } })).status).toBe(404);
  const lists = [
    await api.get('/api/v1/users', { query: { limit: 100 } }),
    await api.get('/api/v1/users/search', { query: { term: MARK } }),
    await api.post('/api/v1/cv/list'),
    await api.get('/api/v1/cv/status/draft', { query: { since: '@0' } }),
    await api.post('/api/v1/comments'),
    await api.get(`/api/v1/users/${colleague}/comment`),
    await api.get('/api/v1/svc/metadata/search', { query: { key: 'com.acme.*' } }),
    await api.get('/api/v1/svc/employmentpreferences', { query: { ids: `${user},${colleague}` } }),
  ];
  for (const { text, status } of lists) expect([status, text.includes(MARK)]).toEqual([200, false]);
  expect(lists[5]?.json.author).toEqual({ username: '', email: '', firstname: '', lastname: '', id: 0 });
  expect((await api.delete(`/api/v1/users/${user}`)).status).toBe(404);
});

test('personal data remains until the retention time ends', async () => {
  clockOffset = 29 * DAY;
  await eraser.run();
  expect(await findMark()).toContainEqual(expect.stringMatching(/^vitae_resume/));
});

test('personal data is erased from all databases, files, queues and logs after the retention time', async () => {
  clockOffset = 31 * DAY;
  expect(await eraser.run()).toMatchObject({ erased: 1 });
  expect(await sweepFiles()).toEqual({ chunks: 0, objects: [] });
  expect(await findMark()).toEqual([]);
  expect((await companies.ours.api.get(`/api/v1/users/${colleague}`)).status).toBe(200);
});
