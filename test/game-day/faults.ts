import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { signedPath } from '../support/signer.ts';
import type { Installation } from './installation.ts';
import { statusOf } from './load.ts';

export type Fault = {
  name: string;
  /** What was done, for the report. */
  description: string;
  /** Injects the fault. Returns the remedy. */
  inject(installation: Installation): Promise<() => Promise<void>>;
  /** How long the system is observed if no alert fires. */
  observeMinutes?: number;
};

/** The setting that starts Node.js with a clock that is ten minutes ahead. */
const WRONG_CLOCK = `--import "data:text/javascript,${encodeURIComponent(`
  const Real = Date;
  const now = () => Real.now() + 600_000;
  globalThis.Date = new Proxy(Real, {
    construct: (target, given, type) => Reflect.construct(target, given.length > 0 ? given : [now()], type),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
`)}"`;

/** Kills processes. The remedy starts them. */
const killed =
  (...names: string[]): Fault['inject'] =>
  async ({ cluster }) => {
    for (const name of names) cluster.process(name).signal('SIGKILL');
    return async () => void (await Promise.all(names.map((name) => cluster.process(name).restart())));
  };

export const faults: Fault[] = [
  {
    name: 'none',
    description: 'no fault',
    observeMinutes: 4,
    inject: async () => async () => undefined,
  },
  {
    name: 'mongodb-primary',
    description: 'the primary of three MongoDB members is killed',
    observeMinutes: 4,
    inject: async ({ database }) => {
      await database.killPrimary();
      return database.restart;
    },
  },
  {
    name: 'mongodb-down',
    description: 'all MongoDB members are killed',
    inject: async ({ database }) => {
      database.signal('SIGKILL');
      return database.restart;
    },
  },
  {
    name: 'mongodb-hangs',
    description: 'all MongoDB members are paused (SIGSTOP)',
    inject: async ({ database }) => {
      database.signal('SIGSTOP');
      return async () => database.signal('SIGCONT');
    },
  },
  { name: 'redis-down', description: 'Redis is killed', inject: killed('redis') },
  {
    name: 'redis-full',
    description: 'the memory of Redis is full (`maxmemory`)',
    inject: async ({ cluster }) => {
      const redis = new Redis(cluster.redisUrl);
      const used = /used_memory:(\d+)/.exec(await redis.info('memory'))?.[1] ?? '0';
      await redis.config('SET', 'maxmemory', used);
      return async () => {
        await redis.config('SET', 'maxmemory', '0');
        redis.disconnect();
      };
    },
  },
  { name: 'gateways-down', description: 'both gateways are killed', inject: killed('gateway-1', 'gateway-2') },
  { name: 'sites-down', description: 'both sites are killed', inject: killed('site-1', 'site-2') },
  { name: 'service-down', description: 'the resume service is killed', inject: killed('resume') },
  { name: 'workers-down', description: 'both export workers are killed', inject: killed('export-1', 'export-2') },
  {
    name: 'browser-broken',
    description: 'the browser of the workers does not start',
    inject: async ({ browser }) => {
      await browser.breakIt();
      return browser.repair;
    },
  },
  {
    name: 'files-disk-full',
    description: 'the disk of the exported files is full: MongoDB rejects writes',
    inject: async ({ files }) => {
      await files.rejectWrites();
      return files.freeSpace;
    },
  },
  {
    name: 'wrong-clock',
    description: 'the clock of one of two gateways is ten minutes ahead',
    inject: async ({ cluster }) => {
      const gateway = cluster.process('gateway-1');
      await gateway.restart('SIGKILL', { NODE_OPTIONS: WRONG_CLOCK });
      return () => gateway.restart('SIGKILL');
    },
  },
  {
    name: 'traffic-spike',
    description: '400 clients send requests as fast as they can, with `MAX_CONCURRENT_REQUESTS` 64',
    inject: async ({ cluster, url }) => {
      const path = `/api/v1/cv/${cluster.demo.cvIds[0]}`;
      return startClients(url, 400, () => signedPath('GET', path, cluster.demo));
    },
  },
  {
    name: 'quota-abuse',
    description: 'another company sends 40 times as many requests as its quota allows',
    observeMinutes: 4,
    inject: async ({ cluster, url }) => {
      const { id } = await cluster.vitae<{ id: number }>('company', 'create', '--name', 'Abuser');
      await cluster.vitae('company', 'set-limits', '--company', String(id), '--standard', '60');
      const key = await cluster.vitae<{ key: string; secret: string }>('key', 'create', '--company', String(id));
      // 40 requests per second, with a quota of one.
      return startClients(url, 4, () => signedPath('GET', '/api/v1/tags/1', key), 100);
    },
  },
  {
    name: 'mail-down',
    description: 'the mail server is down while an owner is invited',
    observeMinutes: 9,
    inject: async ({ cluster, mail }) => {
      await mail.stop();
      const owner = ['--username', 'invited', '--email', 'invited@example.com', '--firstname', 'A', '--lastname', 'B'];
      const company = ['--company', String(cluster.demo.companyId)];
      type Created = { invitation: { mailed: boolean } };
      const { invitation } = await cluster.vitae<Created>('user', 'create', ...company, ...owner, '--invite');
      if (!invitation.mailed) throw new Error('The invitation was not mailed');
      return mail.start;
    },
  },
];

/** Clients that send one request after the other. Returns the function that stops them. */
function startClients(url: string, count: number, path: () => string, pauseMs = 0): () => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  let isStopped = false;
  const send = async () => {
    while (!isStopped) {
      await statusOf(agent, url, { method: 'GET', path: path() });
      if (pauseMs > 0) await pause(pauseMs);
    }
  };
  const clients = Array.from({ length: count }, send);
  return async () => {
    isStopped = true;
    await Promise.all(clients);
    agent.destroy();
  };
}
