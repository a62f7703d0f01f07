import { isIPv4 } from 'node:net';
import type { Logger } from '@vitae/kit/log';
import { type Recurring, startRecurring } from '@vitae/kit/recurring';
import type { Redis } from 'ioredis';
import { nonceKey } from '../quota/redis-keys.ts';

/** Use of a historical key that the consumption log does not record: addresses, repeated writes and late writes. */
export type FenceObservation = {
  /** Requests by IP address. */
  addresses: Map<string, number>;
  /** Requests by addresses that exceed the limit. */
  others: number;
  /** Writes whose hash was used before. */
  repeated: number;
  /** Writes whose timestamp was not current. */
  late: number;
};

export type FenceObservationStore = {
  /** Adds to the current day. */
  add(keyId: number, observation: FenceObservation): Promise<void>;
  /** Returns the sum of the last 30 days. */
  read(keyId: number): Promise<FenceObservation>;
};

/** A request of a historical key. `write` is set if it changes something and single use would apply. */
export type ObservedRequest = {
  companyId: number;
  keyId: number;
  address: string | undefined;
  write?: ObservedWrite | undefined;
};
export type ObservedWrite = { hash: string; isLate: boolean };

/** Observes in the background. Buffered observations are lost if a database fails: they only affect previews. */
export type FenceObserver = {
  record(request: ObservedRequest): void;
  flush(): Promise<void>;
  close(): Promise<void>;
};

const INTERVAL_MS = 1_000;
/** The lifetime of nonces. */
const HASH_SECONDS = 660;
/** Addresses that are counted separately for each key and day. */
export const MAX_ADDRESSES = 200;
const MAX_KEYS = 10_000;
/** Far more writes than the quota allows between two flushes. */
const MAX_HASHES = 1_000;

/** The prefix of an IPv4 address that is written as IPv6. */
const MAPPED = '::ffff:';

type Buffered = { observation: FenceObservation; hashes: string[] };

export function createFenceObserver(store: FenceObservationStore, redis: Redis, log: Logger): FenceObserver {
  let buffered = new Map<number, Buffered>();
  let flushed: Promise<void> = Promise.resolve();
  const write = async () => {
    const batch = buffered;
    buffered = new Map();
    for (const [keyId, { observation, hashes }] of batch) {
      const repeated = await countRepeated(redis, hashes);
      await store.add(keyId, { ...observation, repeated });
    }
  };
  /** Waits for a concurrent flush, whose failure was reported to its caller. */
  const flush = () => {
    flushed = flushed.catch(() => undefined).then(write);
    return flushed;
  };
  const recurring: Recurring = startRecurring('fence observation', INTERVAL_MS, flush, log);
  return {
    record: ({ companyId, keyId, address = '', write }) => {
      let one = buffered.get(keyId);
      if (!one) {
        if (buffered.size >= MAX_KEYS) return;
        one = { observation: emptyObservation(), hashes: [] };
        buffered.set(keyId, one);
      }
      countAddress(one.observation, withoutPrefix(address), 1);
      if (write?.isLate) one.observation.late += 1;
      if (write && one.hashes.length < MAX_HASHES) one.hashes.push(nonceKey(companyId, keyId, write.hash));
    },
    flush,
    close: async () => {
      await recurring.stop();
      await flush();
    },
  };
}

/** Stores the hashes like nonces, so that they are already used when single use is enabled. Returns how many were. */
async function countRepeated(redis: Redis, hashes: readonly string[]): Promise<number> {
  const replies = await Promise.all(hashes.map((key) => redis.set(key, 1, 'EX', HASH_SECONDS, 'NX')));
  return replies.filter((reply) => reply === null).length;
}

export function emptyObservation(): FenceObservation {
  return { addresses: new Map(), others: 0, repeated: 0, late: 0 };
}

/** Counts requests of an address. New addresses above the limit are counted together as others. */
export function countAddress(observation: FenceObservation, address: string, count: number, max = MAX_ADDRESSES): void {
  const { addresses } = observation;
  const before = addresses.get(address);
  if (before === undefined && addresses.size >= max) observation.others += count;
  else addresses.set(address, (before ?? 0) + count);
}

function withoutPrefix(address: string): string {
  const rest = address.toLowerCase().startsWith(MAPPED) ? address.slice(MAPPED.length) : '';
  return isIPv4(rest) ? rest : address;
}
