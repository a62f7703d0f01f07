import { barrierKey, minutesKey, quotaKey, versionKey } from '@vitae/accounts/quota/redis-keys';
import { unavailable } from '@vitae/kit/errors';
import type { Redis, Result } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { ADMIT_SCRIPT, type AdmissionCode, NONCE_SECONDS } from './company-quota-script.ts';

/** One request as the admission script receives it. */
export type AdmissionRequest = {
  /** Version of the company's keys and limits that this gateway has cached. */
  version: number;
  /** Whether `version` replaces a newer one in Redis, after MongoDB was restored from a backup. */
  overrule: boolean;
  /** Source and endpoint in the consumption log. */
  consumptionField: string;
  /** Quota to charge; "" for free requests. */
  quota: 'standard' | 'intensive' | '';
  limit: number;
  /** Why the request is already rejected, or "". */
  rejectionCause: string;
  /** Redis key of the nonce, or "". */
  nonceKey: string;
  /** Signed timestamp of a request with a nonce, in seconds. */
  timestamp: number;
};

/** The script's decision and the quota used so far in the current minute. */
export type AdmissionDecision = {
  code: AdmissionCode;
  standard: number;
  intensive: number;
  /** Unix time by the clock of Redis. */
  nowSeconds: number;
};

export type AdmissionBatches = { decide(companyId: number, request: AdmissionRequest): Promise<AdmissionDecision> };

/**
 * The Redis command of the script. The script already handles a batch, so auto-pipelining is disabled for it
 * (`connectRedis`).
 */
export const ADMIT_COMMAND = 'vitaeAdmit';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    vitaeAdmit(keys: number, ...keysAndArguments: (string | number)[]): Result<number[], Context>;
  }
}

type PendingRequest = {
  request: AdmissionRequest;
  resolve(decision: AdmissionDecision): void;
  reject(error: unknown): void;
};

/** The queue of one company. Each sender has one batch in flight. `isScheduled`: another sender is about to start. */
type CompanyQueue = { pending: PendingRequest[]; activeSenders: number; isScheduled: boolean };

/** Requests per batch. Their arguments have to fit on Lua's stack. */
const MAX_BATCH = 100;
/** Batches of one company in flight. With one, Redis would idle while this process handles a reply. */
const MAX_CONCURRENT_BATCHES = 3;
/** Queued requests of one company. A healthy Redis processes them within tens of milliseconds. */
export const MAX_PENDING = 1_000;

/** Quota used by a company in a minute, as this gateway last saw it. The script uses it if Redis lost its data. */
type LastSeen = { minute: number; standard: number; intensive: number };
const NEVER_SEEN: LastSeen = { minute: 0, standard: 0, intensive: 0 };

/**
 * Sends the requests of a company to the admission script in batches. Requests of one event-loop turn share a
 * batch, and so do requests that arrive while the maximum number of batches is in flight. If Redis fails a batch, the
 * queued requests fail too, because their clients may have timed out by the time they are sent, and would be charged for
 * nothing.
 */
export function createAdmissionBatches(redis: Redis): AdmissionBatches {
  redis.defineCommand(ADMIT_COMMAND, { lua: ADMIT_SCRIPT });
  const queues = new Map<number, CompanyQueue>();
  // More companies than one gateway serves in a minute. The least recently used are evicted.
  const lastSeen = new LRUCache<number, LastSeen>({ max: 50_000 });

  const runScript = async (companyId: number, batch: readonly PendingRequest[]): Promise<number[]> => {
    const keys = [versionKey(companyId), quotaKey(companyId), minutesKey(companyId), barrierKey(companyId)];
    const { minute, standard, intensive } = lastSeen.get(companyId) ?? NEVER_SEEN;
    const args: (string | number)[] = [NONCE_SECONDS, minute, standard, intensive];
    for (const { request } of batch) {
      const { version, overrule, consumptionField, quota, limit, rejectionCause, nonceKey, timestamp } = request;
      if (nonceKey) keys.push(nonceKey);
      const signedAt = nonceKey ? timestamp : '';
      args.push(version, overrule ? '1' : '', consumptionField, quota, limit, rejectionCause, signedAt);
    }
    const reply = await redis.vitaeAdmit(keys.length, ...keys, ...args);
    if (!isReplyTo(batch, reply))
      throw unavailable('dependency_unavailable', 'Requests cannot be counted. Try again shortly.');
    return reply;
  };

  const sendBatch = async (companyId: number, queue: CompanyQueue): Promise<void> => {
    const batch = queue.pending.splice(0, MAX_BATCH);
    try {
      const reply = await runScript(companyId, batch);
      lastSeen.set(companyId, lastSeenOf(reply));
      resolveAll(batch, reply);
    } catch (error) {
      for (const { reject } of [...batch, ...queue.pending.splice(0)]) reject(error);
    }
  };

  /** Sends batches one after the other until the queue is empty, so each run keeps one batch in flight. */
  const drain = async (companyId: number, queue: CompanyQueue): Promise<void> => {
    queue.activeSenders += 1;
    while (queue.pending.length > 0) await sendBatch(companyId, queue);
    queue.activeSenders -= 1;
    if (queue.activeSenders === 0 && !queue.isScheduled) queues.delete(companyId);
  };

  const schedule = (companyId: number, queue: CompanyQueue): void => {
    if (queue.isScheduled || queue.activeSenders >= MAX_CONCURRENT_BATCHES) return;
    queue.isScheduled = true;
    setImmediate(() => {
      queue.isScheduled = false;
      void drain(companyId, queue);
    });
  };

  return {
    decide: (companyId, request) =>
      new Promise((resolve, reject) => {
        const queue = queues.get(companyId) ?? { pending: [], activeSenders: 0, isScheduled: false };
        queues.set(companyId, queue);
        if (queue.pending.length >= MAX_PENDING) {
          reject(unavailable('dependency_unavailable', 'Too many requests are waiting. Try again shortly.'));
          return;
        }
        queue.pending.push({ request, resolve, reject });
        schedule(companyId, queue);
      }),
  };
}

/** A reply has the time, then three numbers per request. Any other reply is an error. */
function isReplyTo(batch: readonly PendingRequest[], reply: unknown): boolean {
  return Array.isArray(reply) && reply.length === 1 + 3 * batch.length;
}

/** The quota used after the last request of the batch. */
function lastSeenOf(reply: readonly number[]): LastSeen {
  const [nowSeconds = 0] = reply;
  return { minute: Math.floor(nowSeconds / 60), standard: reply.at(-2) ?? 0, intensive: reply.at(-1) ?? 0 };
}

function resolveAll(batch: readonly PendingRequest[], reply: readonly number[]): void {
  const [nowSeconds = 0] = reply;
  for (const [index, { resolve }] of batch.entries()) {
    const offset = 1 + index * 3;
    resolve({
      code: reply[offset] as AdmissionCode,
      standard: reply[offset + 1] ?? 0,
      intensive: reply[offset + 2] ?? 0,
      nowSeconds,
    });
  }
}
