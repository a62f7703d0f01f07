import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopChild } from '@vitae/test/support/child-process';
import { freePorts } from '@vitae/test/support/free-port';
import { until } from '@vitae/test/support/until';
import { Redis } from 'ioredis';
import { createLogger } from './log.ts';
import { createMetrics } from './metrics.ts';
import { connectRedis, openQueueClient, openSubscriber, queueConnection, queueRedisOf } from './redis.ts';

const HOST = '127.0.0.1';
const log = createLogger({ name: 'test', level: 'silent' });
const servers: ChildProcess[] = [];
let folder: string;
let port: number;

/** Starts redis-server in its own directory. */
function startServer(name: string, options: readonly string[]): ChildProcess {
  const directory = join(folder, name);
  mkdirSync(directory);
  const file = join(directory, 'redis.conf');
  writeFileSync(file, options.join('\n'));
  const binary = process.env.REDIS_SERVER_BINARY ?? 'redis-server';
  const server = spawn(binary, [file, '--dir', directory], { stdio: 'ignore' });
  servers.push(server);
  return server;
}
const connect = (url: string) => connectRedis({ url, name: 'test', log });
const untilConnected = (url: string) => until(`Redis at ${url}`, () => connect(url).catch(() => undefined), 60_000);
const errorOf = (url: string) =>
  connect(url).then(
    () => 'connected',
    (error: Error) => error.message,
  );

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitae-redis-'));
  port = await freePorts(3);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => stopChild(server, 'SIGKILL')));
  rmSync(folder, { recursive: true, force: true });
});

describe('Redis with TLS', () => {
  let address: string;
  const file = (name: string) => join(folder, name);

  beforeAll(async () => {
    const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj'];
    openssl(...request, '/CN=Test CA', '-keyout', 'ca.key', '-out', 'ca.pem');
    const issued = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-addext', 'subjectAltName=IP:127.0.0.1'];
    openssl(...request, '/CN=redis', '-keyout', 'redis.key', '-out', 'redis.pem', ...issued);
    address = `${HOST}:${port}`;
    const certificates = [`tls-cert-file ${file('redis.pem')}`, `tls-key-file ${file('redis.key')}`];
    startServer('tls', ['port 0', `tls-port ${port}`, `tls-ca-cert-file ${file('ca.pem')}`, ...certificates]);
  }, 60_000);

  test('accepts a server with a certificate of the named authority', async () => {
    const url = `rediss://${address}?tlsCAFile=${file('ca.pem')}&tlsCertFile=${file('redis.pem')}&tlsKeyFile=${file('redis.key')}`;
    const { redis, close } = await untilConnected(url);
    expect(await redis.set('a', '1')).toBe('OK');
    const subscriber = openSubscriber(url, {});
    await subscriber.subscribe('channel');
    const message = new Promise((resolve) => subscriber.on('message', (_channel, text) => resolve(text)));
    await redis.publish('channel', 'text');
    expect(await message).toBe('text');
    subscriber.disconnect();
    const queue = openQueueClient(queueConnection(url));
    expect(await queue.get('a')).toBe('1');
    queue.disconnect();
    await close();
  }, 120_000);

  test('rejects a server with another certificate, and names the setting', async () => {
    expect(await errorOf(`rediss://user:secret@${address}`)).toMatch(
      /^Cannot connect to Redis at rediss:\/\/…@127\.0\.0\.1:\d+: .*certificate.*\. Start it, or correct REDIS_URL\.$/,
    );
  });
});

describe('Redis Cluster', () => {
  const node = () => new Redis(port + 1, HOST, { maxRetriesPerRequest: 0 });

  beforeAll(async () => {
    const options = [`port ${port + 1}`, `cluster-port ${port + 2}`, `cluster-announce-ip ${HOST}`];
    startServer('node', [...options, 'cluster-enabled yes', 'cluster-require-full-coverage no']);
    const redis = node();
    redis.on('error', () => undefined); // while it starts
    await until('the node', () => redis.cluster('ADDSLOTSRANGE', 0, 16_000));
    redis.disconnect();
  });

  test('reports a cluster whose slots are incomplete', async () => {
    expect(await errorOf(`redis+cluster://${HOST}:${port + 1}`)).toMatch(
      /^Cannot connect to Redis at redis\+cluster:.*: the cluster is incomplete, not every slot has a master that responds \(CLUSTER INFO\)\. Start it, or correct REDIS_URL\.$/,
    );
    const redis = node();
    await redis.cluster('ADDSLOTSRANGE', 16_001, 16_383);
    redis.disconnect();
    const { close } = await untilConnected(`redis+cluster://${HOST}:${port + 1}`);
    await close();
  }, 60_000);

  test('has the durations of its commands measured, including readiness checks', async () => {
    const metrics = createMetrics('test');
    const url = `redis+cluster://${HOST}:${port + 1}`;
    const { redis, ready, close } = await connectRedis({ url, name: 'test', log, metrics });
    await redis.set('key', '1');
    await ready();
    const measured = await metrics.render();
    for (const name of ['PING', 'SET'])
      expect(measured).toMatch(new RegExp(`^db_client_operation_duration_seconds_count.*"${name}".* [1-9]`, 'm'));
    await close();
  });

  test('says how to address a node that is given as a Redis, and that no node responds', async () => {
    expect(await errorOf(`redis://${HOST}:${port + 1}`)).toContain(
      'which needs an address that starts with redis+cluster://',
    );
    expect(await errorOf(`redis+cluster://${HOST}:1,${HOST}:2`)).toMatch(
      /127\.0\.0\.1:1: .*127\.0\.0\.1:2: |127\.0\.0\.1:2: .*127\.0\.0\.1:1: /,
    );
  });
});

test('uses a separate Redis for the queue if one is set', () => {
  const REDIS_URL = 'redis://a';
  expect(queueRedisOf({ REDIS_URL })).toEqual({ url: REDIS_URL, setting: 'REDIS_URL' });
  expect(queueRedisOf({ REDIS_URL, QUEUE_REDIS_URL: 'redis://b' }).setting).toBe('QUEUE_REDIS_URL');
});
