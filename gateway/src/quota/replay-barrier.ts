import { barrierKey } from '@vitae/accounts/quota/redis-keys';
import { VitaeError } from '@vitae/kit/errors';
import type { Redis, Result } from 'ioredis';
import type { ClockLeadStore, ReplayScope } from './clock-lead-mongo-store.ts';

/**
 * Rejects replayed requests after Redis lost its data (FLUSHALL, empty disk).
 *
 * Redis stores the nonces of accepted requests. If it loses them, a used signed URL must not become valid again. The
 * keys of a company, and each of its applications, therefore have a barrier in Redis: requests with a timestamp at or
 * before it are rejected. A missing barrier means that the nonces were lost; it is recreated at the latest timestamp
 * that may have been accepted.
 *
 * A used URL may carry a timestamp in the future. The lead is how far timestamps may be ahead of the clock of Redis. It
 * is stored in MongoDB before the first such request is accepted, in coarse steps, and expires, so that it is written
 * once per period. With correct clocks it is 0 or 1, and requests are accepted again one second after a loss. A request
 * stamped five minutes ahead delays that only within minutes after it, and only for its own application.
 *
 * On a cluster and behind sentinels, a barrier belongs to the server that wrote it. Replication is asynchronous, so a
 * replica that is promoted may lack the latest nonces: on another server the barrier counts as missing.
 */
export type ReplayBarrier = {
  /** Creates the barrier if it is missing, and allows timestamps that are `ahead` seconds after `now` (clock of Redis). */
  settle(scope: ReplayScope, now: number, ahead: number): Promise<void>;
};

declare module 'ioredis' {
  interface RedisCommander<Context> {
    vitaeSettle(keys: number, key: string, latest: number, lead: number, expiry: number): Result<number, Context>;
  }
}

/** Leads are rounded up to these steps, so that a new lead is rarely stored. */
const LEAD_STEPS_S = [0, 1, 5, 30, 120, 300] as const;

/**
 * How long a stored lead is used before it is stored again, in seconds. Every client is sometimes a second ahead, so
 * small leads are stored rarely; large ones expire soon, because they delay requests after a loss.
 */
const periodOf = (lead: number) => (lead <= 5 ? 3_600 : 60);

/**
 * The time of a barrier until MongoDB records that nonces were used. Before that, no signed URL has been used, so the
 * barrier opens without rejecting the first burst of requests.
 */
const NOT_STARTED = 'new';

const SPLIT_BARRIER = "string.match(barrier, '^(%S+) (%d+) (%d+) ?(%x*)$')";

/** Lua for the id of the server that runs a script. It is not the same after a failover. */
const SERVER_ID = {
  // A single Redis has no replica that could be promoted.
  single: "''",
  cluster: "redis.call('CLUSTER', 'MYID')",
  sentinel: "string.match(redis.call('INFO', 'replication'), 'master_replid:(%x+)')",
};

/** Stands for SERVER_ID, because scripts are constants. */
const ANY_SERVER_ID = '__SERVER_ID__';

/** Completes a script that contains `barrierFunction` for the kind of Redis. */
export function forServer(redis: Redis, script: string): string {
  const single = redis.options?.sentinels ? 'sentinel' : 'single';
  return script.replaceAll(ANY_SERVER_ID, SERVER_ID[redis.isCluster ? 'cluster' : single]);
}

/**
 * KEYS barrier; ARGV latest timestamp that may have been accepted, lead, expiry. The value of a barrier is "time lead
 * expiry server": until its expiry, timestamps may be ahead by the lead. A larger lead stays until it expires.
 */
const SETTLE_SCRIPT = `
local barrier = redis.call('GET', KEYS[1])
local now = tonumber(redis.call('TIME')[1])
local moment, lead, expiry = math.max(now, tonumber(ARGV[1])), tonumber(ARGV[2]), tonumber(ARGV[3])
local server = ${ANY_SERVER_ID}
if barrier then
  local found, found_lead, found_expiry, found_server = ${SPLIT_BARRIER}
  if found == '${NOT_STARTED}' or found_server == server then
    moment, found_lead, found_expiry = tonumber(found) or 0, tonumber(found_lead), tonumber(found_expiry)
    if found_lead > lead and found_expiry >= now then lead, expiry = found_lead, found_expiry end
  end
end
local value = string.format('%.0f %.0f %.0f', moment, lead, expiry)
redis.call('SET', KEYS[1], server == '' and value or value .. ' ' .. server)
return lead
`;

/**
 * Lua for the scripts that store nonces. `check_barrier(timestamp, now)` returns nothing if the request may use its
 * nonce, 'unsettled' if `settle` must run first, and 'before' if the timestamp is at or before the barrier.
 */
export const barrierFunction = (key: string) => `
local barrier = redis.call('GET', ${key})
local moment, lead, expiry = nil, 0, 0
if barrier then
  local server
  moment, lead, expiry, server = ${SPLIT_BARRIER}
  moment, lead, expiry = tonumber(moment), tonumber(lead), tonumber(expiry)
  if server ~= ${ANY_SERVER_ID} then moment = nil end
end
local function check_barrier(timestamp, now)
  if not moment then return 'unsettled' end
  if timestamp > now and (timestamp - now > lead or now > expiry) then return 'unsettled' end
  if timestamp <= moment then return 'before' end
end
`;

export function createReplayBarrier(leads: ClockLeadStore, redis: Redis): ReplayBarrier {
  redis.defineCommand('vitaeSettle', { lua: forServer(redis, SETTLE_SCRIPT) });
  const settle = async (scope: ReplayScope, now: number, lead: number): Promise<void> => {
    const key = barrierKey(scope.companyId, scope.consumerKey);
    const expiry = now + periodOf(lead);
    // Requests are accepted until the expiry, with timestamps up to the lead after it.
    const stored = await leads.raise(scope, lead, expiry + lead);
    if (!stored.started) {
      await redis.set(key, `${NOT_STARTED} 0 0`, 'NX');
      await leads.start(scope);
    }
    await redis.vitaeSettle(1, key, latestAccepted(stored.latest, now), lead, expiry);
  };
  /** Concurrent requests of a scope share one settlement. */
  const running = new Map<string, Promise<void>>();
  return {
    settle: (scope, now, ahead) => {
      // Beyond the largest step the gateway's own clock is far from that of Redis.
      const lead = LEAD_STEPS_S.find((seconds) => seconds >= ahead) ?? Math.ceil(ahead / 300) * 300;
      const id = `${scope.companyId} ${scope.consumerKey ?? ''} ${lead}`;
      const settling = running.get(id) ?? settle(scope, now, lead).finally(() => running.delete(id));
      running.set(id, settling);
      return settling;
    },
  };
}

/** The latest timestamp that was accepted by `now`: no lead allows one further ahead, or after its expiry. */
function latestAccepted(latest: Readonly<Record<string, number>>, now: number): number {
  return Math.max(now, ...Object.entries(latest).map(([lead, timestamp]) => Math.min(now + Number(lead), timestamp)));
}

/**
 * Returns the result of an admission script, unless the replay barrier prevented a decision.
 * @throws {VitaeError} UNAVAILABLE
 */
export function requireSettled<Decision extends string>(
  result: Decision | 'unsettled' | 'before_barrier' | undefined,
): Decision {
  if (result === undefined || result === 'unsettled' || result === 'before_barrier') throw replayMemoryLost();
  return result as Decision;
}

export function replayMemoryLost(): VitaeError {
  const message = 'Replay protection is restarting. Sign the request again in a moment.';
  return new VitaeError('UNAVAILABLE', 'dependency_unavailable', message, { retryAfter: 1 });
}
