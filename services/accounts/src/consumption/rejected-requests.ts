import type { Clock } from '@vitae/kit/clock';
import type { Logger } from '@vitae/kit/log';
import type { Redis } from 'ioredis';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { Compatibility } from '../signatures/compatibility.ts';
import type { Outcome, Source } from './counter.ts';

/** A rejected request, from which integrators can find the reason. */
export type RejectedRequest = {
  requestId: string;
  /** Unix time in milliseconds. */
  at: number;
  source: Source;
  cause: Outcome;
  /** The HTTP status; 403 if undefined. */
  status?: number;
  /** The name of a route, or `unknown`. */
  endpoint: string;
  method: string;
  /** Path and query as received, including the signature. Redact it with redactTarget before display. */
  target: string;
  /** The compatibility profile with which the request would have been accepted. */
  suggestion?: Compatibility;
};

/**
 * The latest rejected requests of each company. They are encrypted and expire after a day, because their parameters may
 * contain personal data.
 */
export type RejectedRequests = {
  /** Records in the background. Of many requests, only the latest are stored. */
  record(companyId: number, request: RejectedRequest): void;
  /** Latest first. */
  list(companyId: number): Promise<RejectedRequest[]>;
  get(companyId: number, requestId: string): Promise<RejectedRequest | undefined>;
  removeAll(companyId: number): Promise<void>;
  flush(): Promise<void>;
  close(): Promise<void>;
};

/** Returns the profile that would have accepted requests of a key or application. */
export function suggestionFor(source: Source, requests: readonly RejectedRequest[]): Compatibility | undefined {
  return requests.find((request) => request.source === source && request.suggestion)?.suggestion;
}

type RejectedRequestsDependencies = { redis: Redis; box: SecretBox; clock: Clock; log: Logger };

const MAX_REJECTED_REQUESTS = 200;
const REJECTED_REQUESTS_TTL_SECONDS = 86_400;
const INTERVAL_MS = 1_000;
/** The maximum number of companies in the buffer. Requests of others are counted but not listed. */
const MAX_COMPANIES = 1_000;
const MAX_TARGET = 10_000;

export function createRejectedRequests(dependencies: RejectedRequestsDependencies): RejectedRequests {
  const { log } = dependencies;
  const lists = createRequestLists(dependencies);
  let buffered = new Map<number, RejectedRequest[]>();
  const flush = async () => {
    const batch = buffered;
    buffered = new Map();
    for (const [companyId, requests] of batch) {
      // Not retried, because the requests are already counted and Redis may be unavailable for long.
      await lists
        .add(companyId, requests)
        .catch((err: unknown) => log.debug({ err, companyId }, 'Could not store rejected requests'));
    }
  };
  const timer = setInterval(() => void flush(), INTERVAL_MS);
  timer.unref();
  return {
    record: (companyId, request) => {
      const requests = buffered.get(companyId);
      const truncated = { ...request, target: request.target.slice(0, MAX_TARGET) };
      if (!requests) {
        if (buffered.size < MAX_COMPANIES) buffered.set(companyId, [truncated]);
        return;
      }
      requests.push(truncated);
      if (requests.length >= 2 * MAX_REJECTED_REQUESTS) requests.splice(0, requests.length - MAX_REJECTED_REQUESTS);
    },
    list: lists.read,
    get: async (companyId, requestId) =>
      (await lists.read(companyId)).find((request) => request.requestId === requestId),
    removeAll: async (companyId) => {
      buffered.delete(companyId);
      await lists.remove(companyId);
    },
    flush,
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}

/** Stores the encrypted requests of each company in a sorted set. */
function createRequestLists({ redis, box, clock, log }: RejectedRequestsDependencies) {
  const listKey = (companyId: number) => `{c:${companyId}}:refused`;
  const recordOf = (companyId: number) => `refused-calls/${companyId}`;
  const oldest = () => clock.now() - REJECTED_REQUESTS_TTL_SECONDS * 1_000;
  const decrypt = (sealed: string, companyId: number): RejectedRequest | undefined => {
    try {
      return JSON.parse(box.open(sealed, recordOf(companyId))) as RejectedRequest;
    } catch (err) {
      // Encrypted with a master key that was removed. Other requests can still be decrypted.
      log.debug({ err, companyId }, 'Could not decrypt a rejected request');
      return undefined;
    }
  };
  return {
    add: async (companyId: number, requests: RejectedRequest[]) => {
      const members = requests.flatMap((request) => [
        request.at,
        box.seal(JSON.stringify(request), recordOf(companyId)),
      ]);
      const key = listKey(companyId);
      await redis
        .multi()
        .zadd(key, ...members)
        .zremrangebyscore(key, '-inf', oldest())
        .zremrangebyrank(key, 0, -1 - MAX_REJECTED_REQUESTS)
        .expire(key, REJECTED_REQUESTS_TTL_SECONDS)
        .exec();
    },
    read: async (companyId: number): Promise<RejectedRequest[]> => {
      const sealed = await redis.zrange(listKey(companyId), '+inf', String(oldest()), 'BYSCORE', 'REV');
      return sealed.flatMap((one) => decrypt(one, companyId) ?? []);
    },
    remove: async (companyId: number) => {
      await redis.del(listKey(companyId));
    },
  };
}
