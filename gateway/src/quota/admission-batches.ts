import { barrierKey, minutesKey, quotaKey, versionKey } from '@vitae/accounts/quota/redis-keys';
import { unavailable } from '@vitae/kit/errors';
import type { Redis, Result } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { ADMIT_SCRIPT, NONCE_SECONDS } from './admit-script.ts';

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

/** A command of its own connection option: it is a batch already (kit's `connectRedis`). */
export const ADMIT_COMMAND = 'vitaeAdmit';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    vitaeAdmit(keys: number, ...keysAndArguments: (string | number)[]): Result<number[], Context>;
  }
}

/** The calls of one company: those that wait, and how many batches are under way. */
type Lane = { waiting: Waiting[]; running: number; scheduled: boolean };
type Waiting = { asked: Asked; resolve(decision: Decision): void; reject(error: unknown): void };

/** The most calls of one batch: their arguments go through Lua's stack. */
const MAX_BATCH = 100;
/** The batches of one company under way at once, so that this process, Redis and the services work at the same time. */
const BATCHES_AT_ONCE = 3;
/** The most calls of one company that wait for a batch under way: with Redis well, some hundredths of a second. */
export const MAX_WAITING = 1_000;

/** The calls that a company has used in a minute, as this gateway saw last. */
type Used = { minute: number; standard: number; intensive: number };
const NOT_UNDERSTOOD = 'Calls cannot be counted at the moment. Try again shortly.';
const NONE_USED: Used = { minute: 0, standard: 0, intensive: 0 };

/**
 * The calls of a company that arrive in one turn of the event loop go together, and so does what
 * arrives while enough batches are under way: a busy company costs Redis one script for many calls.
 * When Redis fails a batch, what waits fails with it: sent later, it would charge calls, and use
 * nonces of calls, that were answered long before.
 */
export function createAdmissionBatches(redis: Redis): AdmissionBatches {
  redis.defineCommand(ADMIT_COMMAND, { lua: ADMIT_SCRIPT });
  /** By company of which something waits or is under way. */
  const lanes = new Map<number, Lane>();

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
      if (!isAnswerTo(batch, answer)) throw unavailable('dependency_unavailable', NOT_UNDERSTOOD);
      lastUsed.set(companyId, usedBy(answer));
      settle(batch, answer);
    } catch (error) {
      for (const { reject } of [...batch, ...waiting.splice(0)]) reject(error);
    }
  };
  const run = async (companyId: number, lane: Lane): Promise<void> => {
    lane.running += 1;
    while (lane.waiting.length > 0) await send(companyId, lane.waiting.splice(0, MAX_BATCH), lane.waiting);
    lane.running -= 1;
    if (lane.running === 0 && !lane.scheduled) lanes.delete(companyId);
  };
  const schedule = (companyId: number, lane: Lane): void => {
    if (lane.scheduled || lane.running >= BATCHES_AT_ONCE) return;
    lane.scheduled = true;
    setImmediate(() => {
      lane.scheduled = false;
      void run(companyId, lane);
    });
  };
  return {
    decide: (companyId, asked) =>
      new Promise((resolve, reject) => {
        const lane = lanes.get(companyId) ?? { waiting: [], running: 0, scheduled: false };
        lanes.set(companyId, lane);
        if (lane.waiting.length >= MAX_WAITING) {
          reject(unavailable('dependency_unavailable', 'Too many calls wait to be counted. Try again shortly.'));
          return;
        }
        lane.waiting.push({ asked, resolve, reject });
        schedule(companyId, lane);
      }),
  };
}

/** The time, then three numbers for each call: nothing else lets anybody in. */
function isAnswerTo(batch: readonly Waiting[], answer: unknown): boolean {
  return Array.isArray(answer) && answer.length === 1 + 3 * batch.length;
}

/** As of the last call of the batch. */
function usedBy(answer: readonly number[]): Used {
  const [now = 0] = answer;
  return { minute: Math.floor(now / 60), standard: answer.at(-2) ?? 0, intensive: answer.at(-1) ?? 0 };
}

function settle(batch: readonly Waiting[], answer: readonly number[]): void {
  const [now = 0] = answer;
  for (const [index, { resolve }] of batch.entries()) {
    const at = 1 + index * 3;
    resolve({ code: answer[at] ?? 0, standard: answer[at + 1] ?? 0, intensive: answer[at + 2] ?? 0, now });
  }
}
