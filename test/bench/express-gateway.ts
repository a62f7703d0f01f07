import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { runProgram } from '@vitae/local/programs/run-program';
import { freePorts } from '../support/free-port.ts';
import { until } from '../support/until.ts';
import type { Peer } from './peer.ts';

const VERSION = '1.16.11';
const MODELS = 'lib/config/models';

/** `credential` is the API key of requests. */
export type GatewayPeer = Peer & { credential: string };

/**
 * Starts Express Gateway with key-auth, rate-limit and proxy as its generator configures them, on the Redis of the run.
 * It is unmaintained and has vulnerable dependencies, so it is installed in the cache instead of being a dependency.
 */
export async function startExpressGateway(serviceUrl: string, redisUrl: string): Promise<GatewayPeer> {
  const folder = await ensureInstalled();
  const [port, admin] = [await freePorts(1), await freePorts(1)];
  const config = await mkdtemp(join(folder, 'config-'));
  const redis = new URL(redisUrl);
  const files = {
    'gateway.config.yml': gatewayConfig(port, admin, serviceUrl),
    'system.config.yml': systemConfig(redis),
    'server.js': `require('express-gateway')().load(__dirname).run();`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(config, name), text);
  const models = join(dirname(createRequire(join(folder, 'x.js')).resolve('express-gateway/package.json')), MODELS);
  await runProgram('cp', ['-r', models, join(config, 'models')]);
  const child = spawn(process.execPath, [join(config, 'server.js')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '', NODE_ENV: 'production', LOG_LEVEL: 'warn' },
  });
  const stop = () => {
    child.kill();
    void rm(config, { recursive: true, force: true });
  };
  try {
    const credential = await until('a key of Express Gateway', () => createKey(admin).catch(() => undefined), 30_000);
    return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, credential, stop };
  } catch (error) {
    stop();
    throw error;
  }
}

async function ensureInstalled(): Promise<string> {
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'vitae/bench-peers');
  const folder = join(cache, `express-gateway-${VERSION}`);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(join(cache, 'draft-'));
  await writeFile(join(draft, 'package.json'), '{"private":true}');
  const options = ['--prefix', draft, '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  await runProgram('npm', ['install', ...options, `express-gateway@${VERSION}`]);
  await rename(draft, folder);
  return folder;
}

/** Creates a key with the admin API. */
async function createKey(admin: number): Promise<string> {
  const post = async (path: string, body: object) => {
    const response = await fetch(`http://127.0.0.1:${admin}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Record<string, string>;
  };
  const username = `bench-${process.pid}-${Date.now()}`;
  const { id } = await post('/users', { username, firstname: 'Bench', lastname: 'Bench' });
  const key = await post('/credentials', { consumerId: id, type: 'key-auth', credential: {} });
  return `${key.keyId}:${key.keySecret}`;
}

// By default, rate-limit delays each response by one second more than the previous one.
const gatewayConfig = (port: number, admin: number, serviceUrl: string) => `
http: { port: ${port}, host: 127.0.0.1 }
admin: { port: ${admin}, host: 127.0.0.1 }
apiEndpoints: { cvs: { host: '*', paths: '/api/*' } }
serviceEndpoints: { cvs: { url: '${serviceUrl}' } }
policies: [key-auth, rate-limit, proxy]
pipelines:
  cvs:
    apiEndpoints: [cvs]
    policies:
      - key-auth: [{ action: { apiKeyField: apikey } }]
      - rate-limit: [{ action: { max: 1000000000, windowMs: 60000, delayAfter: 0, delayMs: 0, rateLimitBy: '\${req.user.id}' } }]
      - proxy: [{ action: { serviceEndpoint: cvs } }]
`;

const systemConfig = (redis: URL) => `
db: { redis: { host: '${redis.hostname}', port: ${redis.port}, namespace: EG-bench } }
crypto: { cipherKey: sensitiveKey, algorithm: aes256, saltRounds: 10 }
session: { secret: bench, resave: false, saveUninitialized: false }
accessTokens: { timeToExpiry: 7200000 }
refreshTokens: { timeToExpiry: 7200000 }
authorizationCodes: { timeToExpiry: 300000 }
`;
