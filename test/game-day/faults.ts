import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { clockAhead } from '../support/clock-ahead.ts';
import { type Key, signedPath } from '../support/signer.ts';
import type { Installation } from './installation.ts';
import { statusOf } from './load.ts';

export type Fault = {
  name: string;
  /** What was done, for the report. */
  description: string;
  inject(installation: Installation): Promise<Injected>;
  /** The runbook and the cause whose commands are executed. Without one, the operator has to do nothing. */
  remedy?: { alert: string; when: string };
  /** How long the system is observed if no alert fires. */
  observeMinutes?: number;
};

export type Injected = {
  /** Restores what `helm rollback` restores. */
  rollBack?(): Promise<unknown>;
  /** What the diagnosis finds, by the word of the runbook, such as KEY. */
  values?: Record<string, string>;
  /** Ends what no remedy has to end. */
  end?(): Promise<unknown>;
};

const killed =
  (...names: string[]): Fault['inject'] =>
  async ({ cluster }) => {
    for (const name of names) cluster.process(name).signal('SIGKILL');
    return {};
  };

export const faults: Fault[] = [
  { name: 'none', description: 'no fault', observeMinutes: 4, inject: async () => ({}) },
  {
    name: 'mongodb-primary',
    description: 'the primary of three MongoDB members is killed',
    observeMinutes: 4,
    inject: async ({ database }) => {
      await database.killPrimary();
      return { end: database.restart };
    },
  },
  {
    name: 'mongodb-down',
    description: 'all MongoDB members are killed',
    remedy: { alert: 'VitaeDependencyDown', when: 'MongoDB fails for all processes' },
    inject: async ({ database }) => {
      database.signal('SIGKILL');
      return {};
    },
  },
  {
    name: 'mongodb-hangs',
    description: 'all MongoDB members are paused (SIGSTOP)',
    remedy: { alert: 'VitaeDependencyDown', when: 'MongoDB fails for all processes' },
    inject: async ({ database }) => {
      database.signal('SIGSTOP');
      return {};
    },
  },
  {
    name: 'redis-down',
    description: 'Redis is killed',
    remedy: { alert: 'VitaeDependencyDown', when: 'Redis fails for all processes' },
    inject: killed('redis'),
  },
  {
    name: 'redis-full',
    description: 'the memory of Redis is full (`maxmemory`)',
    remedy: { alert: 'VitaeRedisMemory', when: 'The container or machine has memory' },
    inject: async ({ cluster }) => {
      const redis = new Redis(cluster.redisUrl);
      const used = /used_memory:(\d+)/.exec(await redis.info('memory'))?.[1] ?? '0';
      await redis.config('SET', 'maxmemory', used);
      redis.disconnect();
      return {};
    },
  },
  {
    name: 'gateways-down',
    description: 'both gateways are killed',
    remedy: { alert: 'VitaeGatewayDown', when: 'Otherwise' },
    inject: killed('gateway-1', 'gateway-2'),
  },
  {
    name: 'sites-down',
    description: 'both sites are killed',
    remedy: { alert: 'VitaeSiteDown', when: 'Otherwise' },
    inject: killed('site-1', 'site-2'),
  },
  {
    name: 'service-down',
    description: 'the resume service is killed',
    remedy: { alert: 'VitaeServiceDown', when: 'Otherwise' },
    inject: killed('resume'),
  },
  {
    name: 'workers-down',
    description: 'both export workers are killed',
    remedy: { alert: 'VitaeNoExportWorker', when: 'Otherwise' },
    inject: killed('export-1', 'export-2'),
  },
  {
    name: 'browser-broken',
    description: 'the browser of the workers does not start, as after an upgrade',
    remedy: { alert: 'VitaeExportFailures', when: '`renderer_unavailable`, since an upgrade' },
    inject: async ({ browser }) => {
      await browser.breakIt();
      return { rollBack: browser.repair };
    },
  },
  {
    name: 'files-disk-full',
    description: 'the disk of the exported files is full: MongoDB rejects writes',
    remedy: {
      alert: 'VitaeExportFailures',
      when: '`store_unavailable`, and `vitae_dependency_running == 0` is empty',
    },
    inject: async ({ files }) => {
      await files.rejectWrites();
      return {};
    },
  },
  {
    name: 'wrong-clock',
    description: 'the clock of one of two gateways is ten minutes ahead',
    remedy: { alert: 'VitaeClockSkew', when: 'The pods of one node' },
    inject: async ({ cluster }) => {
      await cluster.process('gateway-1').restart('SIGKILL', clockAhead(600));
      return { values: { NODE: 'node-1' } };
    },
  },
  {
    name: 'traffic-spike',
    description: '400 clients with one key send requests as fast as they can, with `MAX_CONCURRENT_REQUESTS` 64',
    remedy: { alert: 'VitaeOverloaded', when: 'Most requests come from one key, and its company did not expect them' },
    inject: async ({ cluster, url }) => {
      const key = await createKey(cluster, 'Importer', 1_000_000);
      const clients = startClients(url, 400, () => signedPath('GET', '/api/v1/tags/1', key));
      return { values: { KEY: key.key }, end: clients };
    },
  },
  {
    name: 'quota-abuse',
    description: 'another company sends 40 times as many requests as its quota allows',
    observeMinutes: 4,
    inject: async ({ cluster, url }) => {
      const key = await createKey(cluster, 'Abuser', 60);
      // 40 requests per second, with a quota of one.
      return { end: startClients(url, 4, () => signedPath('GET', '/api/v1/tags/1', key), 100) };
    },
  },
  {
    name: 'mail-down',
    description: 'the mail server is down while an owner is invited',
    remedy: { alert: 'VitaeMailDelayed', when: '`ECONNREFUSED` or a timeout' },
    observeMinutes: 9,
    inject: async ({ cluster, mail }) => {
      await mail.stop();
      const owner = ['--username', 'invited', '--email', 'invited@example.com', '--firstname', 'A', '--lastname', 'B'];
      const company = ['--company', String(cluster.demo.companyId)];
      type Created = { invitation: { mailed: boolean } };
      const { invitation } = await cluster.vitae<Created>('user', 'create', ...company, ...owner, '--invite');
      if (!invitation.mailed) throw new Error('The invitation was not mailed');
      return {};
    },
  },
];

/** Creates a key of a new company. */
async function createKey({ vitae }: Installation['cluster'], name: string, standard: number): Promise<Key> {
  const { id } = await vitae<{ id: number }>('company', 'create', '--name', name);
  await vitae('company', 'set-limits', '--company', String(id), '--standard', String(standard));
  return vitae<Key>('key', 'create', '--company', String(id));
}

const REJECTED = 403;

/**
 * Clients that send one request after the other, until their key is rejected. Returns the function that stops them.
 */
function startClients(url: string, count: number, path: () => string, pauseMs = 0): () => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  let isStopped = false;
  const send = async () => {
    while (!isStopped) {
      if ((await statusOf(agent, url, { method: 'GET', path: path() })) === REJECTED) return;
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
