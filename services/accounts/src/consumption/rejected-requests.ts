import type { Clock } from '@vitae/kit/clock';
import type { Logger } from '@vitae/kit/log';
import type { Redis } from 'ioredis';
import type { SecretBox } from '../keys/secret-box.ts';
import type { Outcome, Source } from './counter.ts';

/** A call that was not let in, for those who look for the reason. */
export type RejectedRequest = {
  requestId: string;
  /** Unix time in milliseconds. */
  at: number;
  source: Source;
  cause: Outcome;
  /** Of the answer, where it is not 403 as to a key's call. */
  status?: number;
  /** Name of the call, or `unknown`. */
  endpoint: string;
  method: string;
  /** Path and query as they were received, signature and all. Never to be shown as it is: see redactTarget. */
  target: string;
};

/**
 * The latest refused calls of each company, encrypted, since their parameters may be personal data;
 * for a day at most, so that none outlives the erasure of whom it speaks of.
 */
export type RejectedRequests = {
  /** Neither waits nor fails; of a flood only the latest are kept. */
  record(companyId: number, call: RejectedRequest): void;
  /** The latest first. */
  list(companyId: number): Promise<RejectedRequest[]>;
  get(companyId: number, requestId: string): Promise<RejectedRequest | undefined>;
  removeAll(companyId: number): Promise<void>;
  flush(): Promise<void>;
  close(): Promise<void>;
};

export type RejectedRequestsDependencies = { redis: Redis; box: SecretBox; clock: Clock; log: Logger };

export const MAX_REJECTED_REQUESTS = 200;
export const REJECTED_REQUESTS_TTL_SECONDS = 86_400;
const EVERY_MS = 1_000;
/** Companies whose refusals wait at most; those of others are not listed, but counted as all are. */
const MAX_COMPANIES = 1_000;
/** What is longer is no address that a person would look at. */
const MAX_TARGET = 10_000;

export function createRejectedRequests({ redis, box, clock, log }: RejectedRequestsDependencies): RejectedRequests {
  let waiting = new Map<number, RejectedRequest[]>();
  const listKey = (companyId: number) => `{c:${companyId}}:refused`;
  const recordOf = (companyId: number) => `refused-calls/${companyId}`;

  const write = async (companyId: number, calls: RejectedRequest[]) => {
    const members = calls.flatMap((call) => [call.at, box.seal(JSON.stringify(call), recordOf(companyId))]);
    const key = listKey(companyId);
    await redis
      .multi()
      .zadd(key, ...members)
      .zremrangebyscore(key, 0, oldest())
      .zremrangebyrank(key, 0, -1 - MAX_REJECTED_REQUESTS)
      .expire(key, REJECTED_REQUESTS_TTL_SECONDS)
      .exec();
  };
  const oldest = () => clock.now() - REJECTED_REQUESTS_TTL_SECONDS * 1_000;
  const flush = async () => {
    const batch = waiting;
    waiting = new Map();
    for (const [companyId, calls] of batch) {
      // Lost, not kept back: these calls are counted already, and Redis may be away for long.
      await write(companyId, calls).catch((err: unknown) => log.debug({ err, companyId }, 'Refused calls were lost'));
    }
  };
  const list = async (companyId: number): Promise<RejectedRequest[]> => {
    const sealed = await redis.zrange(listKey(companyId), '+inf', String(oldest()), 'BYSCORE', 'REV');
    return sealed.flatMap((one) => open(one, companyId) ?? []);
  };
  const open = (sealed: string, companyId: number): RejectedRequest | undefined => {
    try {
      return JSON.parse(box.open(sealed, recordOf(companyId))) as RejectedRequest;
    } catch (err) {
      // Sealed under a master key that was taken away since: the others can still be read.
      log.debug({ err, companyId }, 'A refused call cannot be read any more');
      return undefined;
    }
  };
  const timer = setInterval(() => void flush(), EVERY_MS);
  timer.unref();
  return {
    record: (companyId, call) => {
      const calls = waiting.get(companyId);
      const cut = { ...call, target: call.target.slice(0, MAX_TARGET) };
      if (!calls) {
        if (waiting.size < MAX_COMPANIES) waiting.set(companyId, [cut]);
        return;
      }
      calls.push(cut);
      if (calls.length >= 2 * MAX_REJECTED_REQUESTS) calls.splice(0, calls.length - MAX_REJECTED_REQUESTS);
    },
    list,
    get: async (companyId, requestId) => (await list(companyId)).find((call) => call.requestId === requestId),
    removeAll: async (companyId) => {
      waiting.delete(companyId);
      await redis.del(listKey(companyId));
    },
    flush,
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
