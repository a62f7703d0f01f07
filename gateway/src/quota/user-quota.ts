import { applicationSource } from '@vitae/accounts/consumption/counter';
import { USER_API_LIMIT } from '@vitae/accounts/quota/quota-types';
import { barrierKey, minutesKey } from '@vitae/accounts/quota/redis-keys';
import type { Redis, Result } from 'ioredis';
import { createUnflushedMinutes, openMinute } from '../consumption/unflushed-minutes.ts';
import { claimFunction, NONCE_SECONDS } from './nonce-claim.ts';
import { claimKeys, claimOf, type NonceUse } from './oauth-nonce-store.ts';
import { nextMinute } from './rate-limit.ts';
import { barrierFunction, forServer, type ReplayBarrier, requireSettled } from './replay-barrier.ts';

/** The application and the user it acts for. User 0 stands for requests with an application's `apiKey`. */
export type CountedUser = { companyId: number; applicationId: number; userId: number };

/** Quota used in the minute of `now` (Unix time in seconds by the clock of Redis). */
export type UserUsage = { used: number; now: number };

export type UserAdmission = { outcome: 'accepted' | 'limited' | 'nonce_used' | 'nonce_reused'; usage: UserUsage };

export type UserQuota = {
  /**
   * Stores the nonce of a verified request, charges the quota and counts the request in one step. A replayed request
   * is not charged, and the consumption log always agrees with the quota.
   */
  admit(request: CountedUser, nonce: NonceUse | undefined, endpoint: string): Promise<UserAdmission>;
};

declare module 'ioredis' {
  interface RedisCommander<Context> {
    vitaeAdmitUser(keys: number, ...keysAndArguments: (string | number)[]): Result<[number, number, number], Context>;
  }
}

/** Results of the script, which returns their index. */
const results = ['accepted', 'nonce_used', 'limited', 'unsettled', 'before_barrier', 'nonce_reused'] as const;

/**
 * KEYS  quota, consumption, then for a signed request: barrier, nonce, and signature if it has a key
 * ARGV  limit, nonce lifetime in seconds, "source endpoint", timestamp of a signed request, minute that the gateway has
 *       listed as unflushed, mark of the signature
 * Returns {result, quota used, Unix time}. The minute is taken from the clock of Redis.
 */
const SCRIPT = `
${openMinute('KEYS[2]', 'ARGV[5]')}
local function count_request(outcome) count(ARGV[3] .. ' ' .. outcome, 1) end
local quota = redis.call('HMGET', KEYS[1], 'minute', 'used')
local used = quota[1] == tostring(minute) and tonumber(quota[2]) or 0
if KEYS[4] then
  ${barrierFunction('KEYS[3]')}
  ${claimFunction}
  local barrier_state = check_barrier(tonumber(ARGV[4]), now)
  if barrier_state == 'unsettled' then return {${results.indexOf('unsettled')}, used, now} end
  if barrier_state == 'before' then return {${results.indexOf('before_barrier')}, used, now} end
  local claim = claim_nonce(KEYS[4], ARGV[4], ARGV[6], KEYS[5], ARGV[2])
  if claim ~= 'claimed' then
    count_request('nonce_used')
    return {claim == 'reused' and ${results.indexOf('nonce_reused')} or ${results.indexOf('nonce_used')}, used, now}
  end
end
if used >= tonumber(ARGV[1]) then
  count_request('limited_application')
  return {${results.indexOf('limited')}, used, now}
end
count_request('accepted_application')
redis.call('HSET', KEYS[1], 'minute', minute, 'used', used + 1)
redis.call('EXPIRE', KEYS[1], 120)
return {${results.indexOf('accepted')}, used + 1, now}
`;

export function createUserQuota(redis: Redis, barrier: ReplayBarrier): UserQuota {
  redis.defineCommand('vitaeAdmitUser', { lua: forServer(redis, SCRIPT) });
  const unflushed = createUnflushedMinutes(redis);
  return {
    admit: async (request, nonce, endpoint) => {
      const { companyId, applicationId } = request;
      const keys = [quotaKey(request), minutesKey(companyId)];
      const claim = nonce && claimOf(nonce);
      if (claim) keys.push(barrierKey(companyId, nonce.consumerKey), ...claimKeys(claim));
      const field = `${applicationSource(applicationId)} ${endpoint}`;
      const [timestamp, mark] = [claim?.timestamp ?? '', claim?.mark ?? ''];
      const attempt = () =>
        unflushed.withListedMinute(companyId, (listedMinute) => {
          const args = [USER_API_LIMIT, NONCE_SECONDS, field, timestamp, listedMinute, mark];
          return redis.vitaeAdmitUser(keys.length, ...keys, ...args);
        });
      let [result, used, now] = await attempt();
      if (results[result] === 'unsettled' && nonce) {
        await barrier.settle(nonce, now, nonce.timestamp - now);
        [result, used, now] = await attempt();
      }
      return { outcome: requireSettled(results[result]), usage: { used, now } };
    },
  };
}

/** Returns the values of the X-RateLimit headers. */
export function userRateLimit({ used, now }: UserUsage) {
  return { limit: USER_API_LIMIT, remaining: Math.max(0, USER_API_LIMIT - used), reset: nextMinute(now) };
}

function quotaKey({ companyId, applicationId, userId }: CountedUser): string {
  return `{c:${companyId}}:user-quota:${applicationId}:${userId}`;
}
