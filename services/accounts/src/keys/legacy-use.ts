import type { Logger } from '@vitae/kit/log';
import { type Recurring, startRecurring } from '@vitae/kit/recurring';
import { printable } from './key-use.ts';

/** The use of a historical key, by which operators find clients that still sign with MD5. */
export type LegacyUse = {
  uses: number;
  /** Requests that the policy `enforce` would have rejected. */
  lateUses: number;
  lastUsedAt: Date;
  lastUserAgent: string;
};

export type LegacyUseStore = {
  add(keyId: number, use: LegacyUse): Promise<void>;
  /** Returns uses by key id, without keys that were never used. */
  findAll(keyIds: readonly number[]): Promise<Map<number, LegacyUse>>;
};

/** Counts uses in memory and writes them every second. Uses lost in a crash are still in the consumption log. */
export type LegacyUseCounter = {
  record(keyId: number, late: boolean, userAgent: string | undefined): void;
  close(): Promise<void>;
};

const INTERVAL_MS = 1_000;

export function createLegacyUseCounter(store: LegacyUseStore, clock: { now(): number }, log: Logger): LegacyUseCounter {
  let buffered = new Map<number, LegacyUse>();
  const add = (keyId: number, { uses, lateUses, lastUsedAt, lastUserAgent }: LegacyUse) => {
    const before = buffered.get(keyId);
    buffered.set(keyId, {
      uses: uses + (before?.uses ?? 0),
      lateUses: lateUses + (before?.lateUses ?? 0),
      lastUsedAt,
      lastUserAgent,
    });
  };
  const flush = async () => {
    const batch = buffered;
    buffered = new Map();
    for (const [keyId, use] of batch) {
      try {
        await store.add(keyId, use);
        batch.delete(keyId);
        if (use.lateUses > 0)
          log.warn({ keyId, count: use.lateUses }, 'The policy "enforce" would reject requests of a historical key');
      } catch (error) {
        // Retried with the next batch, merged with the uses recorded since.
        const newer = buffered;
        buffered = batch;
        for (const [id, use] of newer) add(id, use);
        throw error;
      }
    }
  };
  const recurring: Recurring = startRecurring('legacy key use', INTERVAL_MS, flush, log);
  return {
    record: (keyId, late, userAgent = '') =>
      add(keyId, {
        uses: 1,
        lateUses: late ? 1 : 0,
        lastUsedAt: new Date(clock.now()),
        lastUserAgent: printable(userAgent),
      }),
    close: async () => {
      await recurring.stop();
      await flush();
    },
  };
}
