import { randomInt } from 'node:crypto';
import { systemClock } from '@vitae/kit/clock';
import { keyRing } from '@vitae/kit/key-ring';
import { createLogger } from '@vitae/kit/log';
import { connectMongo } from '@vitae/kit/mongo';
import { checkedFetch } from '@vitae/test/support/gateway/checked-fetch';
import { startCuttableConnection } from '@vitae/test/support/gateway/cuttable-connection';
import type { GatewayFixture } from '@vitae/test/support/gateway/gateway-fixture';
import { sampleCv } from '@vitae/test/support/gateway/sample-cv';
import { signRequest, toAuthorizationHeader } from '@vitae/test/support/gateway/sign-request';
import { type SystemFixture, startSystemFixture } from '@vitae/test/support/gateway/system-fixture';
import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import { until } from '@vitae/test/support/until';
import type { CreatedApplication } from '../applications/applications.ts';
import { tokenDigest } from '../applications/token.ts';
import { createIndexes } from '../indexes.ts';
import { createSecretBox } from '../secrets/secret-box.ts';
import type { Access, AccessLog, CountedAccess } from './access-log.ts';
import { createAccessLog } from './access-log-mongo-store.ts';
import { type AccessRecorder, createAccessRecorder } from './access-recorder.ts';
import type { GrantAccess } from './grant-access.ts';
import { accessTokenRecord } from './grant-store.ts';
import { createOwnerAccess, type OwnerAccess } from './owner-access.ts';

const DAY = 86_400_000;
/** In the future, because MongoDB deletes expired documents at any time. */
const TODAY = Date.UTC(2036, 2, 31);
const silent = createLogger({ name: 'test', level: 'silent' });
let database: DatabaseFixture;
let accessLog: AccessLog;
let userId = randomInt(2 ** 30, 2 ** 40);
let now = TODAY;
const recorders: AccessRecorder[] = [];

beforeAll(async () => {
  database = await openDatabaseFixture(process.env.MONGODB_URI);
  accessLog = createAccessLog(database.connection);
  await createIndexes(database.connection);
});
afterAll(async () => {
  for (const recorder of recorders) await recorder.close();
  await database.drop();
});
beforeEach(() => {
  userId += 1;
  now = TODAY;
});

function start(add: AccessLog['add'] = accessLog.add, maxWritten = 100): AccessRecorder {
  const recorder = createAccessRecorder({ accessLog: { add }, clock: { now: () => now }, log: silent, maxWritten });
  recorders.push(recorder);
  return recorder;
}

/** A recorder that keeps what it writes, and fails while `fails`. */
function startInMemory(maxWritten?: number) {
  const writes: CountedAccess[][] = [];
  const state = { writes, fails: false };
  const add = async (accesses: readonly CountedAccess[]) => {
    if (state.fails) throw new Error('down');
    if (accesses.length > 0) writes.push([...accesses]);
  };
  return Object.assign(state, { recorder: start(add, maxWritten) });
}

const access = (more: Partial<Access> = {}): Access => ({
  ...{ companyId: 1, userId, applicationId: 5, data: 'profile', cvId: 0 },
  ...more,
});
const logged = async () => {
  const { accesses } = await accessLog.page({ companyId: 1, userId, applicationId: 5 }, { limit: 100, cursor: '' });
  return accesses.map(({ day, data, cvId, count }) => [day.getTime(), data, cvId, count]);
};

test('writes the first access of a day before it returns, so that a killed gateway loses none', async () => {
  const recorder = start();
  await recorder.record([access()]);
  await recorder.record([access(), access({ data: 'cv', cvId: 7 })]);
  now += DAY;
  await recorder.record([access()]);
  expect(await logged()).toEqual([
    [TODAY + DAY, 'profile', 0, 1],
    [TODAY, 'cv', 7, 1],
    [TODAY, 'profile', 0, 1],
  ]);
});

test('counts every access of several gateways, with requests at the same time', async () => {
  const replicas = [start(), start()];
  const requests = Array.from({ length: 20 }, (_none, index) => replicas[index % 2]?.record([access()]));
  await Promise.all(requests);
  now += DAY - 1;
  await replicas[0]?.record([access()]);
  for (const replica of replicas) await replica.flush();
  expect(await logged()).toEqual([[TODAY, 'profile', 0, 21]]);
  expect([...(await accessLog.lastAccesses(1, userId)).values()]).toEqual([new Date(now)]);
});

test('rejects accesses while the database is down, and records them afterwards', async () => {
  const { hostname, port, search } = new URL(database.uri);
  const proxy = await startCuttableConnection({ host: hostname, port: Number(port) });
  const uri = `mongodb://${proxy.host}/${search.replace(/replicaSet=\w+/, 'directConnection=true')}`;
  const mongo = await connectMongo({ uri, database: database.name, log: silent });
  const recorder = start(createAccessLog(mongo.connection).add);
  await recorder.record([access()]);
  proxy.cut();
  const first = access({ data: 'labels' });
  await expect(recorder.record([first])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await recorder.record([access()]);
  await expect(recorder.flush()).rejects.toThrow();
  proxy.restore();
  await until('MongoDB', async () => {
    await mongo.ready();
    return true;
  });
  await recorder.record([first]);
  await recorder.flush();
  expect(await logged()).toEqual([
    [TODAY, 'labels', 0, 1],
    [TODAY, 'profile', 0, 2],
  ]);
  await recorder.close();
  await mongo.close();
  proxy.close();
});

test('rejects every request that waits for a failed first write', async () => {
  const memory = startInMemory();
  memory.fails = true;
  const both = await Promise.allSettled([memory.recorder.record([access()]), memory.recorder.record([access()])]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  memory.fails = false;
  await memory.recorder.record([access()]);
  expect(memory.writes).toMatchObject([[{ count: 1 }]]);
});

test('writes further accesses of a day in one batch, and keeps the counts of a failed batch', async () => {
  const memory = startInMemory();
  const [one, other] = [access(), access({ userId: userId + 5_000 })];
  await memory.recorder.record([one, other]);
  for (let count = 0; count < 3; count += 1) await memory.recorder.record([one, other]);
  memory.fails = true;
  await expect(memory.recorder.flush()).rejects.toThrow('down');
  await memory.recorder.record([one]);
  memory.fails = false;
  await memory.recorder.flush();
  await memory.recorder.flush();
  expect(memory.writes.slice(1)).toMatchObject([[{ count: 4 }, { count: 3 }]]);
});

test('writes an access again before it returns if it no longer remembers it', async () => {
  const memory = startInMemory(2);
  const users = [1, 2, 3].map((more) => access({ userId: userId + more }));
  for (const user of users) await memory.recorder.record([user]);
  await memory.recorder.record([users[0] as Access]);
  expect(memory.writes.map(([first]) => first?.userId)).toEqual([1, 2, 3, 1].map((more) => userId + more));
});

describe('requests of an application', () => {
  const PUBLIC_URL = 'http://localhost:8080';
  const CV = 7;
  const ownerId = 9;
  const token = { token: 'token', secret: 'token secret' };
  let system: SystemFixture;
  let gateways: GatewayFixture[];
  let owners: OwnerAccess;
  let application: CreatedApplication;

  beforeAll(async () => {
    system = await startSystemFixture(process.env);
    const { connection, redis, company } = system;
    const box = createSecretBox(keyRing('keys').parse(system.masterKeys));
    owners = createOwnerAccess({ connection, redis, box, clock: systemClock });
    application = await owners.applications.create({ companyId: company.id, name: 'Jobs', callbacks: ['oob'] });
    const digest = tokenDigest(token.token);
    const sealedSecret = box.seal(token.secret, accessTokenRecord(digest));
    const grant = { applicationId: application.id, companyId: company.id, userId: ownerId, createdAt: new Date() };
    const access: GrantAccess = { cvs: [CV], data: [] };
    const stored = { digest, sealedSecret, createdAt: new Date() };
    await owners.grants.addToken({ ...grant, lastUsedAt: null, access }, stored);
    system.resume.cvs.set(CV, { companyId: company.id, revision: 1, json: sampleCv(CV) });
    gateways = [await system.start(), await system.start()];
  });
  afterAll(() => system.close());

  async function read(path: string, gateway = gateways[0], headers: Record<string, string> = {}): Promise<number> {
    const signer = { consumerKey: application.consumerKey, key: application.consumerSecret, token };
    const authorization = toAuthorizationHeader(signRequest(signer, { method: 'GET', url: PUBLIC_URL + path }));
    const response = await checkedFetch(`${gateway?.url}${path}`, { headers: { authorization, ...headers } });
    await response.arrayBuffer();
    return response.status;
  }

  const flush = () => Promise.all(gateways.map(({ gateway }) => gateway.background.accessRecorder.flush()));
  const counts = async () => {
    const of = { companyId: system.company.id, userId: ownerId, applicationId: application.id };
    const { accesses } = await owners.accessLog.page(of, { limit: 100, cursor: '' });
    return accesses.map(({ data, cvId, count }) => [data, cvId, count]);
  };

  test('are in the log if their response was successful, from every gateway', async () => {
    const statuses = await Promise.all([0, 1, 0, 1].map((index) => read(`/cv/${CV}`, gateways[index])));
    expect(statuses).toEqual([200, 200, 200, 200]);
    expect(await counts()).toEqual([['cv', CV, expect.any(Number)]]);
    expect(await read(`/cv/${CV}`, gateways[1], { 'If-None-Match': '"1"' })).toBe(304);
    expect([await read('/cv/8'), await read('/user'), await read('/baseslist')]).toEqual([403, 403, 200]);
    await flush();
    expect(await counts()).toEqual([['cv', CV, 5]]);
  });

  test('are rejected with 503 if they cannot be in the log', async () => {
    const log = system.connection.collection('applicationAccesses');
    await log.deleteMany({});
    const database = log.conn.db;
    await database?.command({ collMod: 'applicationAccesses', validator: { companyId: 0 } });
    const gateway = await system.start();
    expect(await read(`/cv/${CV}`, gateway)).toBe(503);
    await database?.command({ collMod: 'applicationAccesses', validator: {} });
    expect(await read(`/cv/${CV}`, gateway)).toBe(200);
    expect(await counts()).toEqual([['cv', CV, 1]]);
  });
});
