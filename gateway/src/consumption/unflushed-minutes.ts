import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_LISTS, type MinuteListKeys, minuteListOf } from '@vitae/accounts/quota/redis-keys';
import { unavailable } from '@vitae/kit/errors';
import type { Metrics } from '@vitae/kit/metrics';
import type { Redis, Result } from 'ioredis';

/** A minute (Unix time / 60) of a company. */
export type CompanyMinute = { companyId: number; minute: number };

/** Minutes that are leased until `leaseEnd` (Unix time in seconds). */
type Claims = { leaseEnd: number; minutes: CompanyMinute[] };

/**
 * The minutes of all companies with consumption that is not in MongoDB yet. The flusher reads these minutes, so companies
 * without requests cost nothing.
 *
 * A minute is listed before its first request is counted: the counting scripts reject unlisted minutes. It is removed
 * after it was written to MongoDB. Wherever a process is killed, no counted minute is missing.
 *
 * A cluster has several lists, so that companies do not depend on one master. The flusher reads all lists, so a minute can
 * be in any of them, or in several.
 */
export type UnflushedMinutes = {
  /**
   * Runs a script that counts requests of a company (see `openMinute`). If the current minute of the company is not
   * listed yet, lists it and runs the script again. This happens once per company and minute.
   */
  withListedMinute<Reply>(companyId: number, run: (listedMinute: number) => Promise<Reply>): Promise<Reply>;
  /** Lists minutes that are not listed yet. Rejects if no list can be written. */
  add(minutes: readonly CompanyMinute[]): Promise<void>;
  lists: readonly MinuteList[];
  /** Returns the number of ended minutes in the lists, and how many seconds ago the first of them ended. */
  backlog(): Promise<Backlog>;
};

export type MinuteList = {
  add(minutes: readonly CompanyMinute[]): Promise<void>;
  /** Leases at most `max` ended minutes that no one else has leased. */
  claim(max: number): Promise<Claims>;
  /** Adds those of these minutes to a lease that can be claimed now, and returns them. */
  lease(leaseEnd: number, minutes: readonly CompanyMinute[]): Promise<CompanyMinute[]>;
  /** Removes minutes from the list, unless their lease has ended and someone else has leased them. */
  complete(leaseEnd: number, minutes: readonly CompanyMinute[]): Promise<void>;
  /** Ends the lease of minutes, which can be claimed again from a Unix time in seconds. Otherwise like `complete`. */
  postpone(leaseEnd: number, minutes: readonly CompanyMinute[], until: number): Promise<void>;
  backlog(): Promise<Backlog>;
};

type Backlog = { count: number; oldestSeconds: number };

declare module 'ioredis' {
  interface RedisCommander<Context> {
    vitaeListMinutes(keys: number, ...keysAndArguments: (string | number)[]): Result<null, Context>;
    vitaeClaimMinutes(
      keys: number,
      claimable: string,
      leaseSeconds: number,
      max: number,
    ): Result<[number, ...string[]], Context>;
    vitaeLeaseMinutes(keys: number, ...keysAndArguments: (string | number)[]): Result<string[], Context>;
    vitaeCompleteMinutes(keys: number, ...keysAndArguments: (string | number)[]): Result<null, Context>;
    vitaePostponeMinutes(keys: number, ...keysAndArguments: (string | number)[]): Result<null, Context>;
    vitaeMinuteBacklog(keys: number, unflushed: string): Result<[number, number], Context>;
  }
}

/** How long a claimed minute is not claimed again. A holder that takes longer does no harm: its writes are idempotent. */
const LEASE_SECONDS = 60;

const UNLISTED = -1;

/**
 * Lua for the scripts that count requests. Returns from the script if the current minute is not listed. Otherwise
 * defines `time`, `now`, `minute` and `count(field, by)`. `minutes` and `listed` are Lua expressions: the key of the
 * company's minutes, and the minute that the caller has listed.
 *
 * A minute that has counts was listed by the caller that counted first, so only that one has to list it. The list has
 * another hash tag, because a script can only use keys of one company on a cluster.
 */
export const openMinute = (minutes: string, listed: string) => `
local time = redis.call('TIME')
local now = tonumber(time[1])
local minute = math.floor(now / 60)
local log = ${minutes} .. ':' .. minute
local is_new = redis.call('EXISTS', log) == 0
if is_new and tonumber(${listed}) ~= minute then return {${UNLISTED}, minute} end
local function count(field, by)
  if is_new then
    redis.call('HSET', log, 'generation', time[1] .. '.' .. time[2])
    redis.call('SADD', ${minutes}, minute)
    is_new = false
  end
  redis.call('HINCRBY', log, field, by)
end
`;

/** KEYS unflushed, claimable; ARGV minute, company of each. A minute can be claimed when it has ended. */
const LIST_SCRIPT = `
for i = 1, #ARGV, 2 do
  local member = ARGV[i + 1] .. ':' .. ARGV[i]
  redis.call('ZADD', KEYS[1], 'NX', ARGV[i], member)
  redis.call('ZADD', KEYS[2], 'NX', (tonumber(ARGV[i]) + 1) * 60, member)
end
`;

/** KEYS claimable; ARGV lease in seconds, maximum. The score of a member is the time from which it can be claimed. */
const CLAIM_SCRIPT = `
local now = tonumber(redis.call('TIME')[1])
local lease_end = now + tonumber(ARGV[1])
local reply = redis.call('ZRANGE', KEYS[1], '-inf', now, 'BYSCORE', 'LIMIT', 0, ARGV[2])
for _, member in ipairs(reply) do redis.call('ZADD', KEYS[1], lease_end, member) end
table.insert(reply, 1, lease_end)
return reply
`;

/** KEYS claimable; ARGV lease end, members. Leases nothing after the lease has ended. */
const LEASE_SCRIPT = `
local now = tonumber(redis.call('TIME')[1])
local reply = {}
if now >= tonumber(ARGV[1]) then return reply end
for i = 2, #ARGV do
  local claimable_from = tonumber(redis.call('ZSCORE', KEYS[1], ARGV[i]))
  if claimable_from and claimable_from <= now then
    redis.call('ZADD', KEYS[1], ARGV[1], ARGV[i])
    reply[#reply + 1] = ARGV[i]
  end
end
return reply
`;

/** KEYS claimable, unflushed; ARGV lease end, members. The end of its lease identifies the holder of a member. */
const COMPLETE_SCRIPT = `
for i = 2, #ARGV do
  if tonumber(redis.call('ZSCORE', KEYS[1], ARGV[i])) == tonumber(ARGV[1]) then
    redis.call('ZREM', KEYS[1], ARGV[i])
    redis.call('ZREM', KEYS[2], ARGV[i])
  end
end
`;

/** KEYS claimable; ARGV lease end, time from which they can be claimed, members. */
const POSTPONE_SCRIPT = `
for i = 3, #ARGV do
  if tonumber(redis.call('ZSCORE', KEYS[1], ARGV[i])) == tonumber(ARGV[1]) then
    redis.call('ZADD', KEYS[1], ARGV[2], ARGV[i])
  end
end
`;

const BACKLOG_SCRIPT = `
local now = tonumber(redis.call('TIME')[1])
local ended = math.floor(now / 60) - 1
local first = redis.call('ZRANGE', KEYS[1], '-inf', ended, 'BYSCORE', 'LIMIT', 0, 1, 'WITHSCORES')
if not first[2] then return {0, 0} end
return {redis.call('ZCOUNT', KEYS[1], '-inf', ended), now - (tonumber(first[2]) + 1) * 60}
`;

/** Members that gateways of release 0.2.0 add to the first list. */
const FORMER_SEARCH = 'search';
/** The minute may end between listing it and counting. */
const MAX_ATTEMPTS = 3;
/** How long to wait for a list before another one is written too. Shorter than the outage guard waits. */
const NEXT_LIST_MS = 100;
/** From one list to the next one to try: a third to a half of the slots further, so usually on another master. */
const STEP = 7;

/** Uses all lists on a cluster, and the first one on a single server, because all would be there. */
export function createUnflushedMinutes(
  redis: Redis,
  lists: readonly MinuteList[] = createMinuteLists(redis, redis.isCluster ? MINUTE_LISTS : MINUTE_LISTS.slice(0, 1)),
): UnflushedMinutes {
  const add = async (minutes: readonly CompanyMinute[]) => {
    const byList = Map.groupBy(minutes, ({ companyId }) => minuteListOf(companyId) % lists.length);
    await Promise.all([...byList].map(([index, group]) => addToAny(lists, index, group)));
  };
  return {
    withListedMinute: async (companyId, run) => {
      let reply = await run(0);
      for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
        const minute = unlistedMinute(reply);
        if (minute === undefined) return reply;
        await add([{ companyId, minute }]);
        reply = await run(minute);
      }
      if (unlistedMinute(reply) === undefined) return reply;
      throw unavailable('dependency_unavailable', 'Requests cannot be counted. Try again shortly.');
    },
    add,
    lists,
    backlog: async () => {
      const results = await Promise.allSettled(lists.map((list) => list.backlog()));
      const states = results.filter((result) => result.status === 'fulfilled').map(({ value }) => value);
      if (states.length === 0) throw unavailable('dependency_unavailable', 'Redis does not respond.');
      return {
        count: states.reduce((sum, { count }) => sum + count, 0),
        oldestSeconds: Math.max(...states.map(({ oldestSeconds }) => oldestSeconds)),
      };
    },
  };
}

/**
 * Adds minutes to the list at the index, or to the next ones while it fails or does not respond. It does not matter if
 * several lists then contain them.
 */
async function addToAny(lists: readonly MinuteList[], index: number, minutes: readonly CompanyMinute[]): Promise<void> {
  const attempts: Promise<void>[] = [];
  for (let attempt = 0; attempt < lists.length; attempt += 1) {
    const list = lists[(index + attempt * STEP) % lists.length] as MinuteList;
    const added = list.add(minutes);
    attempts.push(added);
    const isAdded = succeeds(Promise.any(attempts));
    const isLast = attempt === lists.length - 1;
    const isDone = isLast
      ? isAdded
      : Promise.race([isAdded, succeeds(added), pause(NEXT_LIST_MS, false, { ref: false })]);
    if (await isDone) return;
  }
  await attempts[0]; // all have failed
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

export function createMinuteLists(redis: Redis, keys: readonly MinuteListKeys[]): MinuteList[] {
  redis.defineCommand('vitaeListMinutes', { lua: LIST_SCRIPT });
  redis.defineCommand('vitaeClaimMinutes', { lua: CLAIM_SCRIPT });
  redis.defineCommand('vitaeLeaseMinutes', { lua: LEASE_SCRIPT });
  redis.defineCommand('vitaeCompleteMinutes', { lua: COMPLETE_SCRIPT });
  redis.defineCommand('vitaePostponeMinutes', { lua: POSTPONE_SCRIPT });
  redis.defineCommand('vitaeMinuteBacklog', { lua: BACKLOG_SCRIPT });
  return keys.map((list) => createList(redis, list));
}

function createList(redis: Redis, { unflushed, claimable }: MinuteListKeys): MinuteList {
  const complete = async (leaseEnd: number, members: readonly string[]) => {
    if (members.length === 0) return;
    await redis.vitaeCompleteMinutes(2, claimable, unflushed, leaseEnd, ...members);
  };
  return {
    add: async (minutes) => {
      if (minutes.length === 0) return;
      const members = minutes.flatMap(({ companyId, minute }) => [minute, companyId]);
      await redis.vitaeListMinutes(2, unflushed, claimable, ...members);
    },
    claim: async (max) => {
      const [leaseEnd, ...members] = await redis.vitaeClaimMinutes(1, claimable, LEASE_SECONDS, max);
      const minutes = members.filter((member) => member !== FORMER_SEARCH).map(minuteOf);
      if (minutes.length < members.length) await complete(leaseEnd, [FORMER_SEARCH]);
      return { leaseEnd, minutes };
    },
    lease: async (leaseEnd, minutes) => {
      if (minutes.length === 0) return [];
      const members = await redis.vitaeLeaseMinutes(1, claimable, leaseEnd, ...minutes.map(memberOf));
      return members.map(minuteOf);
    },
    complete: (leaseEnd, minutes) => complete(leaseEnd, minutes.map(memberOf)),
    postpone: async (leaseEnd, minutes, until) => {
      if (minutes.length === 0) return;
      await redis.vitaePostponeMinutes(1, claimable, leaseEnd, until, ...minutes.map(memberOf));
    },
    backlog: async () => {
      const [count, oldestSeconds] = await redis.vitaeMinuteBacklog(1, unflushed);
      return { count, oldestSeconds };
    },
  };
}

/**
 * Returns the ended minutes of a company before the first claimed one. They may be missing in the list: on a cluster, a
 * failover of the master of the list can lose their entries.
 */
export function unlistedMinutes(claimed: readonly CompanyMinute[], ended: readonly CompanyMinute[]): CompanyMinute[] {
  const first = Math.min(...claimed.map(({ minute }) => minute));
  return ended.filter(({ minute }) => minute < first);
}

function unlistedMinute(reply: unknown): number | undefined {
  return Array.isArray(reply) && reply[0] === UNLISTED ? Number(reply[1]) : undefined;
}

function memberOf({ companyId, minute }: CompanyMinute): string {
  return `${companyId}:${minute}`;
}

function minuteOf(member: string): CompanyMinute {
  const [companyId, minute] = member.split(':').map(Number);
  return { companyId: companyId ?? 0, minute: minute ?? 0 };
}

/** Reports the minutes that are waiting to be flushed. */
export function observeUnflushedMinutes(metrics: Metrics, redis: Redis): void {
  const unflushed = createUnflushedMinutes(redis);
  const backlog = () => unflushed.backlog().catch(() => undefined); // vitae_dependency_running reports the failure
  const help = 'Ended minutes of companies whose consumption is not in MongoDB yet';
  metrics.gauge('vitae_consumption_unflushed_minutes', help, [], async (gauge) => {
    const state = await backlog();
    if (state) gauge.set(state.count);
  });
  const age = 'Seconds since the first minute ended whose consumption is not in MongoDB yet';
  metrics.gauge('vitae_consumption_unflushed_seconds', age, [], async (gauge) => {
    const state = await backlog();
    if (state) gauge.set(state.oldestSeconds);
  });
}
