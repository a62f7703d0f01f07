import { setTimeout as pause } from 'node:timers/promises';
import { DEFAULT_LIMITS } from '@vitae/accounts/companies/company-store';
import { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { insertInBulk } from '../support/kit/insert-in-bulk.ts';
import type { RunFile, System } from '../support/system.ts';
import { until } from '../support/until.ts';
import type { Measurement } from './goals.ts';
import { ageSeconds, cpuSecondsOf } from './process-cpu.ts';

const STARTUP_GOAL_SECONDS = 3;
const CPU_GOAL_PERCENT = 2;
const COMMANDS_GOAL = 50;
/** Renderers, connections and the storage engine become idle in this time. */
const SETTLE_MS = 20_000;
const IDLE_SECONDS = 30;
const WHY_SLOW_START =
  'The worker loads its modules while LibreOffice starts, and is ready after LibreOffice has converted a document and Chromium has started. Both share two cores with the other processes of the system.';
const DATABASES = ['mongodb', 'redis'];
const BEFORE = {
  startup: (name: string) => (name === 'resume' ? 'over 60 s' : ''),
  cpu: (name: string) => (name === 'resume' ? '27 %' : ''),
  commands: '8,084 /s (two gateways)',
};

/** Inserts companies with one key each, which send no requests. */
export async function seedIdleCompanies(accounts: Connection, ids: readonly number[]): Promise<void> {
  await insertCompanies(accounts, ids);
  const createdAt = new Date();
  const key = { name: 'first', scheme: 'hmac', sealedSecret: '', timestampPolicy: 'enforce', createdAt };
  await insertInBulk(accounts.collection('keys'), ids.length, (index) => ({
    ...{ _id: ids[index], companyId: ids[index], key: `vt_live_idle${ids[index]}`, expiresAt: null, revokedAt: null },
    ...key,
  }));
  const value = ids.at(-1) ?? 0;
  const sequences = ['company', 'key'].map((_id) => ({ _id, value }));
  await accounts.collection('sequences').insertMany(sequences as never[]);
}

/** Inserts companies without keys. */
export async function insertCompanies(accounts: Connection, ids: readonly number[]): Promise<void> {
  const company = { name: 'Idle', timeZone: 'UTC', limits: DEFAULT_LIMITS, version: 1, createdAt: new Date() };
  await insertInBulk(accounts.collection('companies'), ids.length, (index) => ({
    ...{ _id: ids[index], slug: `idle-${ids[index]}` },
    ...company,
  }));
}

/** Restarts each process other than the databases, and measures the time from its start until it is ready. */
export async function measureStartups(system: System): Promise<Measurement[]> {
  const { processes } = await system.runFile();
  const measurements: Measurement[] = [];
  for (const { name, pid } of processes.filter((one) => !DATABASES.includes(one.name))) {
    await system.kill(name, 'SIGTERM');
    // The launcher publishes the new process when it is ready.
    const restarted = await until(`${name} to be restarted`, async () => {
      const found = (await system.runFile()).processes.find((one) => one.name === name);
      return found?.pid !== pid && found;
    });
    const value = await ageSeconds(restarted.pid);
    const before = BEFORE.startup(name);
    measurements.push({
      title: `Startup of ${name}`,
      value,
      unit: 's',
      goal: STARTUP_GOAL_SECONDS,
      goalIs: 'max',
      before,
      ...(name.startsWith('export') && { whyMissed: WHY_SLOW_START }),
    });
  }
  return measurements;
}

/** Measures what the system uses without requests. */
export async function measureIdle(run: RunFile): Promise<Measurement[]> {
  await pause(SETTLE_MS);
  const redis = new Redis(run.redisUrl);
  try {
    const before = await processedCommands(redis);
    const cpu = await cpuSecondsOf(run, () => pause(1_000 * IDLE_SECONDS));
    const commands = (await processedCommands(redis)) - before - 1; // without INFO
    const processes = Object.entries(cpu).map(([name, seconds]): Measurement => {
      const value = (100 * seconds) / IDLE_SECONDS;
      const title = `Idle processor time of ${name}`;
      return { title, value, unit: '%', goal: CPU_GOAL_PERCENT, goalIs: 'max', before: BEFORE.cpu(name) };
    });
    const value = commands / IDLE_SECONDS;
    const title = 'Idle Redis commands';
    return [...processes, { title, value, unit: '/s', goal: COMMANDS_GOAL, goalIs: 'max', before: BEFORE.commands }];
  } finally {
    redis.disconnect();
  }
}

async function processedCommands(redis: Redis): Promise<number> {
  return Number(/total_commands_processed:(\d+)/.exec(await redis.info('stats'))?.[1]);
}
