import { unavailable } from '@vitae/kit/errors';
import type { Redis, Result } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { ADMIT_SCRIPT, NONCE_SECONDS } from './admit-script.ts';
import { barrierKey, minutesKey, quotaKey, versionKey } from './redis-keys.ts';

/** What the script is asked of one call. */
export type Asked = {
  version: number;
  overrule: boolean;
  field: string;
  type: 'standard' | 'intensive' | '';
  limit: number;
  cause: string;
  /** The key of its nonce, or "". */
  nonce: string;
  /** Of a call with a nonce: the timestamp that was signed, in seconds. */
  stamp: number;
};

/** What it decided, with the calls used by then. */
export type Decision = { code: number; standard: number; intensive: number; now: number };

export type AdmissionBatches = { decide(companyId: number, asked: Asked): Promise<Decision> };

declare module 'ioredis' {
  interface RedisCommander<Context> {
    vitaeAdmit(keys: number, ...keysAndArguments: (string | number)[]): Result<number[], Context>;
  }
}

type Waiting = { asked: Asked; resolve(decision: Decision): void; reject(error: unknown): void };

/** The most calls of one batch: their arguments go through Lua's stack. */
const MAX_BATCH = 100;
/** The most calls of one company that wait for a batch under way: with Redis well, some hundredths of a second. */
export const MAX_WAITING = 1_000;

/** The calls that a company has used in a minute, as this gateway saw last. */
type Used = { minute: number; standard: number; intensive: number };
const NONE_USED: Used = { minute: 0, standard: 0, intensive: 0 };

/**
 * A call goes at once when nothing of its company is under way; what arrives meanwhile goes
 * together when the answer is there. So a single caller waits for nobody, and a busy company costs
 * Redis one script for many calls. When Redis fails a batch, what waits fails with it: sent later, it
 * would charge calls, and use nonces of calls, that were answered long before.
 */
export function createAdmissionBatches(redis: Redis): AdmissionBatches {
  redis.defineCommand('vitaeAdmit', { lua: ADMIT_SCRIPT });
  /** By company that has a batch under way: what waits for its end. */
  const underWay = new Map<number, Waiting[]>();

  // More companies than this do not call one gateway in a minute; the longest silent are forgotten.
  const lastUsed = new LRUCache<number, Used>({ max: 50_000 });

  const send = async (companyId: number, batch: Waiting[], waiting: Waiting[]): Promise<void> => {
    const keys = [versionKey(companyId), quotaKey(companyId), minutesKey(companyId), barrierKey(companyId)];
    const { minute, standard, intensive } = lastUsed.get(companyId) ?? NONE_USED;
    const calls: (string | number)[] = [];
    for (const { asked } of batch) {
      const { version, overrule, field, type, limit, cause, nonce, stamp } = asked;
      if (nonce) keys.push(nonce);
      calls.push(version, overrule ? '1' : '', field, type, limit, cause, nonce ? stamp : '');
    }
    try {
      const shared = [NONCE_SECONDS, minute, standard, intensive];
      const answer = await redis.vitaeAdmit(keys.length, ...keys, ...shared, ...calls);
      lastUsed.set(companyId, usedBy(answer));
      settle(batch, answer);
    } catch (error) {
      for (const { reject } of [...batch, ...waiting.splice(0)]) reject(error);
    }
  };
  const run = async (companyId: number, first: Waiting): Promise<void> => {
    const waiting: Waiting[] = [];
    underWay.set(companyId, waiting);
    let batch = [first];
    while (batch.length > 0) {
      await send(companyId, batch, waiting);
      batch = waiting.splice(0, MAX_BATCH);
    }
    underWay.delete(companyId);
  };
  return {
    decide: (companyId, asked) =>
      new Promise((resolve, reject) => {
        const call = { asked, resolve, reject };
        const waiting = underWay.get(companyId);
        if (!waiting) void run(companyId, call);
        else if (waiting.length < MAX_WAITING) waiting.push(call);
        else reject(unavailable('dependency_unavailable', 'Too many calls wait to be counted. Try again shortly.'));
      }),
  };
}

/** As of the last call of the batch. */
function usedBy(answer: readonly number[]): Used {
  const [now = 0] = answer;
  return { minute: Math.floor(now / 60), standard: answer.at(-2) ?? 0, intensive: answer.at(-1) ?? 0 };
}

/** The answer is the time, then three numbers for each call. */
function settle(batch: readonly Waiting[], answer: readonly number[]): void {
  const [now = 0] = answer;
  for (const [index, { resolve }] of batch.entries()) {
    const at = 1 + index * 3;
    resolve({ code: answer[at] ?? 0, standard: answer[at + 1] ?? 0, intensive: answer[at + 2] ?? 0, now });
  }
}
