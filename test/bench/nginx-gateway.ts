import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { which } from '@vitae/local/programs/which';
import { freePorts } from '../support/free-port.ts';
import { projectRoot } from '../support/project-root.ts';
import { type Key, signedPath } from '../support/signer.ts';
import { until } from '../support/until.ts';
import type { Peer } from './peer.ts';

const SOURCES = join(projectRoot, 'test/bench/nginx');
const MODULES = '/usr/lib/nginx/modules';
const MISSING =
  'nginx with Lua is not installed. On Debian: apt-get install nginx libnginx-mod-http-lua lua-nginx-redis';

const UNLIMITED = 1_000_000_000;
const LIMITED = 2;

/**
 * Starts nginx with Lua, which checks HMAC, nonce and quota of each request with the Redis of the run, as Kong does, and
 * forwards it to `serviceUrl`. Resolves after it has rejected invalid requests.
 */
export async function startNginxGateway(serviceUrl: string, redisUrl: string, key: Key): Promise<Peer> {
  const nginx = which(['nginx', '/usr/sbin/nginx'], process.env.PATH);
  const needed = [`${MODULES}/ngx_http_lua_module.so`, '/usr/share/lua/5.1/nginx/redis.lua'];
  if (!nginx || !needed.every((file) => existsSync(file))) throw new Error(MISSING);
  const port = await freePorts(1);
  const folder = await mkdtemp(join(tmpdir(), 'vitae-nginx-'));
  const values = { PORT: port, UPSTREAM: new URL(serviceUrl).host, MODULES, LUA: SOURCES };
  const template = await readFile(join(SOURCES, 'nginx.conf'), 'utf8');
  const config = Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(`__${name}__`, String(value)),
    template,
  );
  await writeFile(join(folder, 'nginx.conf'), config);
  const limitedKey = { key: `limited-${randomUUID()}`, secret: randomUUID() };
  const redis = new URL(redisUrl);
  const child = spawn(nginx, ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      BENCH_KEYS: [lineOf(key, UNLIMITED), lineOf(limitedKey, LIMITED)].join('\n'),
      BENCH_REDIS_HOST: redis.hostname,
      BENCH_REDIS_PORT: redis.port || '6379',
    },
  });
  const stop = () => {
    child.kill();
    void rm(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    const isStarted = async () => (await statusOf(url, '/')) > 0 || child.exitCode !== null;
    await until('nginx to respond', isStarted, 30_000);
    await requireRejections(url, key, limitedKey);
    return { url, pid: child.pid ?? 0, stop };
  } catch (error) {
    stop();
    throw error;
  }
}

/** Throws unless invalid, repeated and excess requests are rejected: the measurement would otherwise compare nothing. */
async function requireRejections(url: string, key: Key, limitedKey: Key): Promise<void> {
  const path = '/api/v1/svc/cv/1';
  const expectStatus = (what: string, status: number, expected: number) => {
    if (status !== expected) throw new Error(`nginx responded ${status} instead of ${expected} to ${what}`);
  };
  const signed = signedPath('GET', path, key);
  expectStatus('a wrong signature', await statusOf(url, signedPath('GET', path, { ...key, secret: 'wrong' })), 403);
  expectStatus('a request with another path', await statusOf(url, signed.replace('/cv/1', '/cv/2')), 403);
  expectStatus('a signed request', await statusOf(url, signed), 200);
  expectStatus('a nonce that was already used', await statusOf(url, signed), 403);
  // The minute may end once in between.
  const statuses: number[] = [];
  for (let request = 0; request < 2 * LIMITED + 1; request += 1)
    statuses.push(await statusOf(url, signedPath('GET', path, limitedKey)));
  expectStatus('a request within the quota', statuses[0] ?? 0, 200);
  expectStatus('a request over the quota', statuses.includes(429) ? 429 : 200, 429);
}

async function statusOf(url: string, path: string): Promise<number> {
  const response = await fetch(`${url}${path}`);
  await response.arrayBuffer();
  return response.status;
}

function lineOf({ key, secret }: Key, limit: number): string {
  return `${key} ${secret} ${limit}`;
}
