import { barrierKey } from '@vitae/accounts/quota/redis-keys';
import { VitaeError } from '@vitae/kit/errors';
import type { Redis, Result } from 'ioredis';
import type { ClockLeadStore } from './clock-lead-mongo-store.ts';

/**
 * Rejects replayed requests after Redis lost its data (FLUSHALL, empty disk).
 *
 * Redis stores the nonces of accepted requests. If it loses them, a used signed URL must not become valid again. Each
 * company therefore has a barrier in Redis: requests with a timestamp at or before it are rejected. A missing barrier
 * means that the nonces were lost; it is recreated at the current time plus the company's lead.
 *
 * The lead is the furthest that any timestamp of the company has been ahead of the clock of Redis, because a used URL
 * may carry a timestamp in the future. It is stored in MongoDB before the first such request is accepted, in coarse
 * steps, so that it is written a few times per company. With correct clocks it is 0 or 1, and a company whose nonces
 * were lost is served again after that second.
 */
export type ReplayBarrier = {
  /** Creates the barrier if it is missing and raises the lead to at least `ahead` seconds. */
  settle(companyId: number, ahead: number): Promise<void>;
};

declare module 'ioredis' {
  interface RedisCommander<Context> {
    vitaeSettle(keys: number, key: string, lead: number): Result<number, Context>;
  }
}

/** Steps of the lead, in seconds. */
const LEADS = [0, 1, 5, 30, 120, 300] as const;

/**
 * The time of a barrier until MongoDB records that the company has started. No signed URL of such a company has been
 * used, so its barrier opens without rejecting the first burst of requests.
 */
const NOT_STARTED = 'new';

/** KEYS barrier; ARGV lead. The value of a barrier is "time lead". */
const SETTLE_SCRIPT = `
local found = redis.call('GET', KEYS[1])
local lead = tonumber(ARGV[1])
local moment = redis.call('TIME')[1] + lead
if found then
  local space = string.find(found, ' ')
  moment = tonumber(string.sub(found, 1, space - 1)) or 0
  lead = math.max(lead, tonumber(string.sub(found, space + 1)))
end
redis.call('SET', KEYS[1], string.format('%.0f %.0f', moment, lead))
return lead
`;

/**
 * Lua for the scripts that store nonces. `check_barrier(timestamp, now)` returns nothing if the request may use its
 * nonce, 'unsettled' if `settle` must run first, and 'before' if the timestamp is at or before the barrier.
 */
export const barrierFunction = (key: string) => `
local barrier = redis.call('GET', ${key})
local moment, lead = nil, 0
if barrier then
  local space = string.find(barrier, ' ')
  moment, lead = tonumber(string.sub(barrier, 1, space - 1)), tonumber(string.sub(barrier, space + 1))
end
local function check_barrier(timestamp, now)
  if not moment or timestamp - now > lead then return 'unsettled' end
  if timestamp <= moment then return 'before' end
end
`;

export function createReplayBarrier(leads: ClockLeadStore, redis: Redis): ReplayBarrier {
  redis.defineCommand('vitaeSettle', { lua: SETTLE_SCRIPT });
  const settle = async (companyId: number, lead: number): Promise<void> => {
    const key = barrierKey(companyId);
    const stored = await leads.raise(companyId, lead);
    if (!stored.started) {
      await redis.set(key, `${NOT_STARTED} 0`, 'NX');
      await leads.start(companyId);
    }
    await redis.vitaeSettle(1, key, Math.max(lead, stored.seconds));
  };
  /** Concurrent requests of a company share one settlement. */
  const running = new Map<string, Promise<void>>();
  return {
    settle: (companyId, ahead) => {
      // Beyond the largest step the gateway's own clock is far from that of Redis.
      const lead = LEADS.find((seconds) => seconds >= ahead) ?? ahead;
      const id = `${companyId} ${lead}`;
      const settling = running.get(id) ?? settle(companyId, lead).finally(() => running.delete(id));
      running.set(id, settling);
      return settling;
    },
  };
}

export function replayMemoryLost(): VitaeError {
  const message = 'Replay protection is restarting. Sign the request again in a moment.';
  return new VitaeError('UNAVAILABLE', 'dependency_unavailable', message, { retryAfter: 1 });
}
