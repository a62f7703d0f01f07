import { mastersOf } from '@vitae/kit/redis';
import type { Redis } from 'ioredis';
import { type Check, combined, type Outcome, ok, problem, reasonOf, skipped } from './check.ts';
import type { DoctorContext } from './doctor-context.ts';

const OLDEST_VERSION = 7;
/** The alert VitaeRedisMemory fires at the same share. */
const MAX_MEMORY_SHARE = 0.8;

const MEMORY_FIX =
  'Increase maxmemory as docs/redis.md#redis-memory describes. At the limit, all signed requests get 503.';
const LOSS = 'With a restart, Redis would lose nonces, counters and export jobs.';

/** Judges the reply of Redis to INFO. */
export function judgeRedis(info: string): Outcome {
  const field = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
  const [version, policy] = [field('redis_version'), field('maxmemory_policy')];
  const product = field('valkey_version') ? `Valkey ${field('valkey_version')}` : version;
  const used = Number(field('used_memory'));
  const max = Number(field('maxmemory'));
  const limit = max || Number(field('total_system_memory'));
  const problems: Outcome[] = [];
  if (Number.parseInt(version, 10) < OLDEST_VERSION)
    problems.push(problem(`Redis has the version ${version}.`, 'Upgrade to Redis 7 or Valkey 7.2, or later.'));
  if (policy !== 'noeviction')
    problems.push(
      problem(
        `maxmemory-policy is ${policy}: evicted nonces could be replayed.`,
        'Set maxmemory-policy to noeviction in redis.conf, or with CONFIG SET as an administrator of Redis.',
      ),
    );
  if (limit > 0 && used > limit * MAX_MEMORY_SHARE)
    problems.push(problem(`Redis uses ${Math.round((used / limit) * 100)} % of its memory.`, MEMORY_FIX));
  if (field('aof_enabled') !== '1')
    problems.push(problem(`appendonly is off. ${LOSS}`, 'Set appendonly to yes in redis.conf.'));
  else if (field('aof_last_write_status') !== 'ok')
    problems.push(problem(`Redis cannot write its append-only file. ${LOSS}`, 'Check the disk and the log of Redis.'));
  if (problems.length > 0) return combined(problems);
  const share = max > 0 ? `${Math.round((used / max) * 100)} % of maxmemory` : 'without maxmemory';
  return ok(`${product}, ${policy}, uses ${Math.round(used / 2 ** 20)} MB (${share})`);
}

async function check(open: DoctorContext['redis'], setting: string): Promise<Outcome> {
  const redis = await open().catch((error: unknown) =>
    problem(
      `Redis is not reachable: ${reasonOf(error)}.`,
      `Start Redis, correct ${setting} (host, user, password, TLS), or allow the connection in the network.`,
    ),
  );
  if ('status' in redis && 'message' in redis) return redis;
  const outcomes = mastersOf(redis as Redis).map((master) =>
    master.info().then(judgeRedis, (error: unknown) => {
      const { host, port } = master.options;
      return problem(
        `The master ${host}:${port} is not reachable: ${reasonOf(error)}.`,
        'Start it, or promote a replica.',
      );
    }),
  );
  return combined(await Promise.all(outcomes));
}

export const redisCheck: Check = { name: 'Redis', run: ({ redis }) => check(redis, 'REDIS_URL') };

export const queueRedisCheck: Check = {
  name: 'Redis of the export queue',
  run: async ({ settings, queueRedis }) =>
    settings.QUEUE_REDIS_URL ? check(queueRedis, 'QUEUE_REDIS_URL') : skipped('The export queue uses REDIS_URL.'),
};
