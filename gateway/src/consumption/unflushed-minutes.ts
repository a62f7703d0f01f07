import { claimableMinutesKey, unflushedMinutesKey } from '@vitae/accounts/quota/redis-keys';
import { unavailable } from '@vitae/kit/errors';
import type { Metrics } from '@vitae/kit/metrics';
import type { Redis, Result } from 'ioredis';

/** A minute (Unix time / 60) of a company. */
export type CompanyMinute = { companyId: number; minute: number };

/** Minutes, and possibly the search for unlisted ones, that are leased until `leaseEnd` (Unix time in seconds). */
type Claims = { leaseEnd: number; minutes: CompanyMinute[]; includesSearch: boolean };

/**
 * The minutes of all companies with consumption that is not in MongoDB yet. The flusher reads this list, so companies
 * without requests cost nothing.
 *
 * A minute is listed before its first request is counted: the counting scripts reject unlisted minutes. It is removed
 * after it was written to MongoDB. Wherever a process is killed, no counted minute is missing in the list.
 */
export type UnflushedMinutes = {
  /**
   * Runs a script that counts requests of a company (see `openMinute`). If the current minute of the company is not
   * listed yet, lists it and runs the script again. This happens once per company and minute.
   */
  withListedMinute<Reply>(companyId: number, run: (listedMinute: number) => Promise<Reply>): Promise<Reply>;
  /** Lists minutes that are not listed yet. */
  add(minutes: readonly CompanyMinute[]): Promise<void>;
  /** Leases at most `max` ended minutes that no one else has leased. */
  claim(max: number): Promise<Claims>;
  /** Adds those of these minutes to a lease that can be claimed now, and returns them. */
  lease(leaseEnd: number, minutes: readonly CompanyMinute[]): Promise<CompanyMinute[]>;
  /** Removes minutes from the list, unless their lease has ended and someone else has leased them. */
  complete(leaseEnd: number, minutes: readonly CompanyMinute[]): Promise<void>;
  /** Schedules a search for unlisted minutes. Replaces an earlier schedule. */
  scheduleSearch(delaySeconds: number): Promise<void>;
  completeSearch(leaseEnd: number): Promise<void>;
  /** Returns the number of ended minutes in the list, and how many seconds ago the first of them ended. */
  backlog(): Promise<{ count: number; oldestSeconds: number }>;
};

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

const BACKLOG_SCRIPT = `
local now = tonumber(redis.call('TIME')[1])
local ended = math.floor(now / 60) - 1
local first = redis.call('ZRANGE', KEYS[1], '-inf', ended, 'BYSCORE', 'LIMIT', 0, 1, 'WITHSCORES')
if not first[2] then return {0, 0} end
return {redis.call('ZCOUNT', KEYS[1], '-inf', ended), now - (tonumber(first[2]) + 1) * 60}
`;

/** A member of the claimable minutes that stands for the search for unlisted minutes. */
const SEARCH = 'search';
/** The minute may end between listing it and counting. */
const MAX_ATTEMPTS = 3;

export function createUnflushedMinutes(redis: Redis): UnflushedMinutes {
  redis.defineCommand('vitaeListMinutes', { lua: LIST_SCRIPT });
  redis.defineCommand('vitaeClaimMinutes', { lua: CLAIM_SCRIPT });
  redis.defineCommand('vitaeLeaseMinutes', { lua: LEASE_SCRIPT });
  redis.defineCommand('vitaeCompleteMinutes', { lua: COMPLETE_SCRIPT });
  redis.defineCommand('vitaeMinuteBacklog', { lua: BACKLOG_SCRIPT });
  const add = async (minutes: readonly CompanyMinute[]) => {
    if (minutes.length === 0) return;
    const members = minutes.flatMap(({ companyId, minute }) => [minute, companyId]);
    await redis.vitaeListMinutes(2, unflushedMinutesKey, claimableMinutesKey, ...members);
  };
  const complete = async (leaseEnd: number, members: readonly string[]) => {
    if (members.length === 0) return;
    await redis.vitaeCompleteMinutes(2, claimableMinutesKey, unflushedMinutesKey, leaseEnd, ...members);
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
    claim: async (max) => {
      const [leaseEnd, ...members] = await redis.vitaeClaimMinutes(1, claimableMinutesKey, LEASE_SECONDS, max);
      const minutes = members.filter((member) => member !== SEARCH).map(minuteOf);
      return { leaseEnd, minutes, includesSearch: minutes.length < members.length };
    },
    lease: async (leaseEnd, minutes) => {
      if (minutes.length === 0) return [];
      const members = await redis.vitaeLeaseMinutes(1, claimableMinutesKey, leaseEnd, ...minutes.map(memberOf));
      return members.map(minuteOf);
    },
    complete: (leaseEnd, minutes) => complete(leaseEnd, minutes.map(memberOf)),
    scheduleSearch: async (delaySeconds) => {
      await redis.zadd(claimableMinutesKey, Math.floor(Date.now() / 1_000) + delaySeconds, SEARCH);
    },
    completeSearch: (leaseEnd) => complete(leaseEnd, [SEARCH]),
    backlog: async () => {
      const [count, oldestSeconds] = await redis.vitaeMinuteBacklog(1, unflushedMinutesKey);
      return { count, oldestSeconds };
    },
  };
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
