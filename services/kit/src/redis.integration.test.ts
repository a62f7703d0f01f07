import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopChild } from '@vitae/test/support/child-process';
import { freePorts } from '@vitae/test/support/free-port';
import { until } from '@vitae/test/support/until';
import { Redis } from 'ioredis';
import { createLogger } from './log.ts';
import { connectRedis, openQueueClient, openSubscriber, queueConnection, queueRedisOf } from './redis.ts';

const HOST = '127.0.0.1';
const warnings: string[] = [];
const log = Object.assign(createLogger({ name: 'test', level: 'silent' }), {
  warn: (_fields: object, message: string) => void warnings.push(message),
});
const servers: ChildProcess[] = [];
let folder: string;
let port: number;

/** Starts redis-server in its own directory. */
function startServer(name: string, options: readonly string[]): ChildProcess {
  const directory = join(folder, name);
  mkdirSync(directory);
  // Sentinels rewrite their configuration.
  const file = join(directory, 'redis.conf');
  writeFileSync(file, options.join('\n'));
  const binary = process.env.REDIS_SERVER_BINARY ?? 'redis-server';
  const mode = name.startsWith('sentinel') ? ['--sentinel'] : [];
  const server = spawn(binary, [file, '--dir', directory, ...mode], { stdio: 'ignore' });
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
  port = await freePorts(8);
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

describe('Redis with sentinels', () => {
  const MASTER = 'main';
  const sentinels = () => [3, 4, 5].map((offset) => `${HOST}:${port + offset}`).join(',');
  const url = () => `redis+sentinel://:secret@${sentinels()}/${MASTER}`;
  let master: ChildProcess;

  beforeAll(async () => {
    const common = [`bind ${HOST}`, 'requirepass secret', 'masterauth secret', 'repl-diskless-sync-delay 0'];
    master = startServer('master', [`port ${port + 1}`, ...common]);
    await untilConnected(`redis://:secret@${HOST}:${port + 1}`).then(({ close }) => close());
    startServer('replica', [`port ${port + 2}`, `replicaof ${HOST} ${port + 1}`, ...common]);
    await untilConnected(`redis://:secret@${HOST}:${port + 2}`).then(({ close }) => close());
    for (const offset of [3, 4, 5])
      startServer(`sentinel-${offset}`, [
        `port ${port + offset}`,
        `sentinel monitor ${MASTER} ${HOST} ${port + 1} 2`,
        `sentinel auth-pass ${MASTER} secret`,
        `sentinel down-after-milliseconds ${MASTER} 2000`,
        `sentinel failover-timeout ${MASTER} 5000`,
      ]);
    await until('the sentinels', async () => (await sentinelState()).length > 0);
  }, 120_000);

  test('connects to the master, and to the promoted replica after the master was killed', async () => {
    const { redis, ready, close } = await untilConnected(url());
    const queue = openQueueClient(queueConnection(url()));
    queue.on('error', () => undefined); // while the master is down
    await redis.set('a', '1');
    await until('replication', async () => (await redis.wait(1, 1_000)) === 1);
    await until('the sentinels to find each other and the replica', async () => {
      const [state] = (await sentinelState()) as [Record<string, string>];
      return state['num-other-sentinels'] === '2' && state['num-slaves'] === '1';
    });
    master.kill('SIGKILL');
    const failure = await until('a failed command', () =>
      redis.set('b', '1').then(
        () => false as const,
        (error: Error) => error,
      ),
    );
    expect(failure).toBeInstanceOf(Error);
    await until('the failover', () => redis.set('b', '2').catch(() => false as const), 120_000);
    await ready();
    expect([await redis.get('a'), await redis.get('b')]).toEqual(['1', '2']);
    expect(await queue.get('b')).toBe('2');
    queue.disconnect();
    await close();
  }, 240_000);

  test('reports a wrong name of the master', async () => {
    expect(await errorOf(`redis+sentinel://:secret@${sentinels()}/other`)).toContain(
      `sentinel ${HOST}:${port + 3} does not know the master "other"`,
    );
  });

  test('warns about sentinels that do not respond, and fails if none does', async () => {
    warnings.length = 0;
    const { close } = await untilConnected(`redis+sentinel://:secret@${HOST}:${port + 3},${HOST}:1/${MASTER}`);
    await close();
    expect(warnings).toContainEqual(
      expect.stringMatching(/^A sentinel cannot take part in a failover: sentinel 127\.0\.0\.1:1: .*ECONNREFUSED/),
    );
    expect(await errorOf(`redis+sentinel://${HOST}:1,${HOST}:2/${MASTER}`)).toMatch(
      /sentinel 127\.0\.0\.1:1: .*; sentinel 127\.0\.0\.1:2: .*correct REDIS_URL\.$/,
    );
  });

  test('says how to address a sentinel that is given as a Redis, and an unreachable cluster', async () => {
    expect(await errorOf(`redis://${HOST}:${port + 3}`)).toContain(
      'which needs an address that starts with redis+sentinel://',
    );
    expect(await errorOf(`redis+cluster://${HOST}:1,${HOST}:2`)).toMatch(
      /127\.0\.0\.1:1: .*127\.0\.0\.1:2: |127\.0\.0\.1:2: .*127\.0\.0\.1:1: /,
    );
  });

  async function sentinelState(): Promise<unknown[]> {
    const sentinel = new Redis(port + 3, HOST, { lazyConnect: true, retryStrategy: () => null });
    sentinel.on('error', () => undefined); // while it starts
    try {
      const masters = (await sentinel.call('SENTINEL', 'MASTERS')) as string[][];
      return masters.map((fields) =>
        Object.fromEntries(fields.flatMap((name, index) => (index % 2 === 0 ? [[name, fields[index + 1]]] : []))),
      );
    } finally {
      sentinel.disconnect();
    }
  }
});

test('uses a separate Redis for the queue if one is set', () => {
  const REDIS_URL = 'redis://a';
  expect(queueRedisOf({ REDIS_URL })).toEqual({ url: REDIS_URL, setting: 'REDIS_URL' });
  expect(queueRedisOf({ REDIS_URL, QUEUE_REDIS_URL: 'redis://b' }).setting).toBe('QUEUE_REDIS_URL');
});
