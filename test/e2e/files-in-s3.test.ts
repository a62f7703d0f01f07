import { createLogger } from '@vitae/kit/log';
import { connectRedis, mastersOf } from '@vitae/kit/redis';
import { checkedFetch } from '../support/gateway/checked-fetch.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { plainPicture } from '../support/resume/picture-fixtures.ts';
import type { S3Server } from '../support/s3-server.ts';
import { signedPath } from '../support/signer.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';
import { until } from '../support/until.ts';

let cluster: TestCluster;
let s3: S3Server;
let queueRedis: RedisServer;

beforeAll(async () => {
  queueRedis = await startRedisServer();
  const environment = { S3_PRESIGNED_DOWNLOADS: 'on', EXPORT_WAIT_MS: '60000', QUEUE_REDIS_URL: queueRedis.url };
  cluster = await startTestCluster({ s3: true, workers: 1, environment });
  s3 = cluster.s3 as S3Server;
}, 400_000);
afterAll(async () => {
  await cluster?.stop();
  await queueRedis?.close();
}, 120_000);

const send = (path: string, method = 'GET', body: object | null = null) =>
  checkedFetch(`${cluster.gateways[0]}${signedPath(method, path, cluster.demo)}`, {
    method,
    redirect: 'manual',
    body: body && JSON.stringify(body),
    headers: body ? { 'Content-Type': 'application/json' } : {},
  });
const exportPath = (index = 0, format = 'json') => `/api/v1/cv/${cluster.demo.cvIds[index]}/export/${format}`;
const photoPath = () => `/api/v1/cv/${cluster.demo.cvIds[0]}/photo`;
/** Retries a 503 of a busy machine. */
const setPhoto = async (width: number) => {
  const body = { image: (await plainPicture('png', width, 10)).toString('base64') };
  const { status } = await until('a response', async () => {
    const response = await send(photoPath(), 'PUT', body);
    return response.status !== 503 && response;
  });
  expect(status).toBe(200);
};
const keysIn = async (folder: string) => (await s3.keys()).filter((key) => key.startsWith(folder));
const download = async (path: string, headers: Record<string, string> = {}) => {
  const { status, headers: received } = await send(path);
  // The request is counted like every other.
  expect([status, received.has('x-ratelimit-remaining')]).toEqual([307, true]);
  return fetch(received.get('location') ?? '', { headers });
};

describe('a system with files in S3', () => {
  test('redirects an authorized download to the bucket', async () => {
    const response = await download(exportPath());
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(await response.json()).toMatchObject({ basics: { name: 'Richard Hendriks' } });
    expect((await download(exportPath(), { Range: 'bytes=0-0' })).status).toBe(206);
    expect(await keysIn('exports/')).toHaveLength(1);
    const unsigned = await fetch(`${cluster.gateways[0]}${exportPath()}`, { redirect: 'manual' });
    expect([unsigned.status, unsigned.headers.get('location')]).toEqual([403, null]);
  });

  test('stores pictures in their own folder', async () => {
    expect((await send(photoPath())).status).toBe(404);
    await setPhoto(20);
    expect(await keysIn('pictures/')).toHaveLength(1);
    expect((await send(photoPath())).status).toBe(200);
    expect((await download(exportPath(0, 'txt'))).status).toBe(200);
  });

  test('exports again if an object is lost, and reports a lost picture as unavailable', async () => {
    for (const key of await s3.keys()) await s3.lose(key);
    expect(await (await download(exportPath())).json()).toMatchObject({ basics: { name: 'Richard Hendriks' } });
    const { status, headers } = await send(photoPath());
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true]);
  });

  test('is unavailable while the bucket does not respond', async () => {
    await setPhoto(30);
    await s3.stop();
    for (const path of [photoPath(), exportPath(), exportPath(1)]) {
      const { status, headers } = await send(path);
      expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true]);
    }
    await s3.start();
    expect((await send(photoPath())).status).toBe(200);
    await until('an export', async () => (await send(exportPath(1))).status === 307);
  });

  test('has nothing left to move from MongoDB', async () => {
    const none = { files: 0, bytes: 0, lost: 0 };
    for (const options of [['--dry-run'], []])
      expect(await cluster.vitae('artifacts', 'migrate', '--to', 's3', ...options)).toEqual({
        dryRun: options.length > 0,
        pictures: none,
        exports: none,
      });
  });
});

test('a separate Redis for the export queue contains only the queue, and the other Redis contains none of it', async () => {
  expect((await download(exportPath())).status).toBe(200);
  const [ofQueue, others] = await Promise.all([queueRedis.url, cluster.redisUrl].map(keysOf));
  expect(ofQueue?.length).toBeGreaterThan(0);
  // Workers also process jobs with the prefix of earlier versions.
  expect(ofQueue?.filter((key) => !/^(\{exports\}|bull):exports:/.test(key))).toEqual([]);
  expect(others?.filter((key) => key.includes('exports'))).toEqual([]);
  expect(others?.filter((key) => key.startsWith('{c:')).length).toBeGreaterThan(0);
});

/** Returns the keys of a Redis, or of all masters of a cluster. */
async function keysOf(url: string): Promise<string[]> {
  const log = createLogger({ name: 'test', level: 'silent' });
  const { redis, close } = await connectRedis({ url, name: 'test', log });
  const keys = await Promise.all(mastersOf(redis).map((master) => master.keys('*')));
  await close();
  return keys.flat();
}
