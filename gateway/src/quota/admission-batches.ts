import type { QuotaType } from '@vitae/accounts/quota/quota-types';
import { barrierKey, minutesKey, quotaKey, versionKey } from '@vitae/accounts/quota/redis-keys';
import { afterBatchingTurns } from '@vitae/kit/batching-turns';
import { unavailable } from '@vitae/kit/errors';
import type { Redis, Result } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { createUnflushedMinutes } from '../consumption/unflushed-minutes.ts';
import { ADMIT_SCRIPT, type AdmissionResult, admissionResults } from './company-quota-script.ts';
import { NONCE_SECONDS, type NonceClaim } from './nonce-claim.ts';
import { forServer } from './replay-barrier.ts';

/** One request as the admission script receives it. */
export type AdmissionRequest = {
  /** Version of the company's keys and limits that this gateway has cached. */
  version: number;
  /** Whether `version` replaces a newer one in Redis. Needed after MongoDB was restored from a backup. */
  forceVersion: boolean;
  /** Source and endpoint in the consumption log. */
  consumptionField: string;
  /** Quota to charge; undefined for free and for rejected requests. */
  quota: QuotaType | undefined;
  /** Requests per minute that `quota` allows; 0 for free requests. */
  limit: number;
  /** Why authentication rejected the request. A rejected request is only counted. */
  rejectionCause: string | undefined;
  nonce: NonceClaim | undefined;
};

/** The script's decision and the quota used so far in the current minute. */
export type AdmissionDecision = {
  result: AdmissionResult;
  standard: number;
  intensive: number;
  /** Unix time by the clock of Redis. */
  nowSeconds: number;
};

type AdmissionBatches = {
  /** Returns the decision of the script. Rejects with UNAVAILABLE if too many requests of the company are waiting. */
  decide(companyId: number, request: AdmissionRequest): Promise<AdmissionDecision>;
};

/**
 * Redis command that runs the script. Excluded from auto-pipelining (`connectRedis`) because it already sends a batch.
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

type CompanyQueue = {
  pending: PendingRequest[];
  lastSeen: LastSeen;
  /** The number of batches in flight. */
  inFlight: number;
  /** Whether another batch will be sent after a few event-loop turns. */
  isScheduled: boolean;
};

/** Maximum requests per batch. The arguments of a batch must fit on the stack of Lua. */
const MAX_BATCH_SIZE = 100;
/** Maximum batches in flight per company. With only one, Redis would be idle while this process handles a reply. */
const MAX_CONCURRENT_BATCHES = 3;
/** Maximum queued requests per company. Redis normally drains a full queue within tens of milliseconds. */
export const MAX_PENDING_REQUESTS = 1_000;

/** Quota used by a company according to the latest reply. The script continues from it if Redis has lost its data. */
type LastSeen = { minute: number; standard: number; intensive: number };
const NEVER_SEEN: LastSeen = { minute: 0, standard: 0, intensive: 0 };

/**
 * Runs the admission script once for many requests of a company, because one run per request costs Redis more.
 *
 * Requests that arrive in a few event-loop turns are sent together, at most MAX_BATCH_SIZE at a time. While
 * MAX_CONCURRENT_BATCHES are in flight, later requests wait.
 *
 * If a batch fails, all waiting requests of the company fail too: a slow Redis could charge them after their clients have
 * given up. Redis may have executed the failed batch, so its clients must sign again.
 *
 * The script rejects outdated key versions (ADR 8) and timestamps up to the replay barrier (ADR 9). It counts only in
 * minutes that the flusher knows (ADR 43).
 */
export function createAdmissionBatches(redis: Redis): AdmissionBatches {
  redis.defineCommand(ADMIT_COMMAND, { lua: forServer(redis, ADMIT_SCRIPT) });
  const unflushed = createUnflushedMinutes(redis);
  // An evicted queue still drains. The company then gets a new one, without lastSeen.
  const queues = new LRUCache<number, CompanyQueue>({ max: 50_000 });

  const runScript = async (
    companyId: number,
    batch: readonly PendingRequest[],
    lastSeen: LastSeen,
  ): Promise<number[]> => {
    // 0 on the first attempt. If the current minute is not listed yet, withListedMinute lists it and runs the script again.
    const reply = await unflushed.withListedMinute(companyId, (listedMinute) => {
      const { keys, args } = scriptInput(companyId, batch, lastSeen, listedMinute);
      return redis.vitaeAdmit(keys.length, ...keys, ...args);
    });
    if (!isCompleteReply(reply, batch.length))
      throw unavailable('dependency_unavailable', 'Requests cannot be counted. Try again shortly.');
    return reply;
  };

  const sendBatch = async (companyId: number, queue: CompanyQueue): Promise<void> => {
    const batch = queue.pending.splice(0, MAX_BATCH_SIZE);
    try {
      const reply = await runScript(companyId, batch, queue.lastSeen);
      // Replies arrive in the order in which Redis ran the scripts, so the value does not go back.
      queue.lastSeen = lastSeenOf(reply);
      resolveAll(batch, reply);
    } catch (error) {
      for (const { reject } of [...batch, ...queue.pending.splice(0)]) reject(error);
    }
  };

  const sendNext = async (companyId: number, queue: CompanyQueue): Promise<void> => {
    // A batch that failed in the meantime has rejected the waiting requests.
    if (queue.pending.length === 0) return;
    queue.inFlight += 1;
    await sendBatch(companyId, queue);
    queue.inFlight -= 1;
    if (queue.pending.length > 0) schedule(companyId, queue);
  };

  const queueOf = (companyId: number): CompanyQueue => {
    const known = queues.get(companyId);
    if (known) return known;
    const queue = { pending: [], lastSeen: NEVER_SEEN, inFlight: 0, isScheduled: false };
    queues.set(companyId, queue);
    return queue;
  };

  const schedule = (companyId: number, queue: CompanyQueue): void => {
    if (queue.isScheduled || queue.inFlight >= MAX_CONCURRENT_BATCHES) return;
    queue.isScheduled = true;
    afterBatchingTurns(() => {
      queue.isScheduled = false;
      void sendNext(companyId, queue);
    });
  };

  return {
    decide: (companyId, request) =>
      new Promise((resolve, reject) => {
        const queue = queueOf(companyId);
        if (queue.pending.length >= MAX_PENDING_REQUESTS) {
          reject(unavailable('dependency_unavailable', 'Too many requests are waiting. Try again shortly.'));
          return;
        }
        queue.pending.push({ request, resolve, reject });
        schedule(companyId, queue);
      }),
  };
}

/** Returns the keys and arguments in the order that ADMIT_SCRIPT requires. */
function scriptInput(
  companyId: number,
  batch: readonly PendingRequest[],
  { minute, standard, intensive }: LastSeen,
  listedMinute: number,
) {
  const keys = [versionKey(companyId), quotaKey(companyId), minutesKey(companyId), barrierKey(companyId)];
  const args: (string | number)[] = [NONCE_SECONDS, minute, standard, intensive, listedMinute];
  for (const { request } of batch) {
    const { version, forceVersion, consumptionField, quota, limit, rejectionCause, nonce } = request;
    args.push(version, forceVersion ? '1' : '', consumptionField, quota ?? '', limit, rejectionCause ?? '');
    args.push(nonce?.timestamp ?? '', nonce?.mark ?? '', nonce?.signatureKey ? '1' : '');
    if (nonce) keys.push(nonce.key);
    if (nonce?.signatureKey) keys.push(nonce.signatureKey);
  }
  return { keys, args };
}

/** A reply has three numbers per request: the result, and the standard and the intensive quota used. */
const VALUES_PER_REQUEST = 3;

/**
 * Returns whether the reply contains the time and three values per request. Another reply must not be read as decisions,
 * because 0 stands for `accepted`.
 */
function isCompleteReply(reply: unknown, requests: number): boolean {
  return Array.isArray(reply) && reply.length === 1 + VALUES_PER_REQUEST * requests;
}

/** Returns the quota used after the last request of the batch. */
function lastSeenOf(reply: readonly number[]): LastSeen {
  const [nowSeconds = 0] = reply;
  return { minute: Math.floor(nowSeconds / 60), standard: reply.at(-2) ?? 0, intensive: reply.at(-1) ?? 0 };
}

function resolveAll(batch: readonly PendingRequest[], reply: readonly number[]): void {
  const [nowSeconds = 0] = reply;
  for (const [index, { resolve }] of batch.entries()) {
    const offset = 1 + VALUES_PER_REQUEST * index;
    resolve({
      result: admissionResults[reply[offset] as number] as AdmissionResult,
      standard: reply[offset + 1] ?? 0,
      intensive: reply[offset + 2] ?? 0,
      nowSeconds,
    });
  }
}
