import type { Logger } from '@vitae/kit/log';
import { type Recurring, startRecurring } from '@vitae/kit/recurring';
import { type Connection, Schema, trusted } from 'mongoose';

/** How a historical key is used, so that an operator sees who still signs with MD5. */
export type LegacyUse = {
  uses: number;
  /** Calls that the policy `enforce` would have refused. */
  lateUses: number;
  lastUsedAt: Date;
  lastUserAgent: string;
};

export type LegacyUseStore = {
  add(keyId: number, use: LegacyUse): Promise<void>;
  /** By the key's id; a key that was never used is not in it. */
  findAll(keyIds: readonly number[]): Promise<Map<number, LegacyUse>>;
};

/** Counts in memory and writes once a second: what a killed gateway loses is in the consumption log. */
export type LegacyUseCounter = {
  used(keyId: number, late: boolean, userAgent: string | undefined): void;
  close(): Promise<void>;
};

type UseDocument = LegacyUse & { _id: number };

/** The collection, for those who join it. */
export const LEGACY_USE = 'legacyuse';

const EVERY_MS = 1_000;
const MAX_USER_AGENT = 200;

export function createLegacyUseStore(connection: Connection): LegacyUseStore {
  const model = connection.model<UseDocument>('LegacyUse', useSchema());
  return {
    add: async (keyId, { uses, lateUses, lastUsedAt, lastUserAgent }) => {
      const change = { $inc: { uses, lateUses }, $set: { lastUsedAt, lastUserAgent } };
      await model.updateOne({ _id: keyId }, change, { upsert: true });
    },
    findAll: async (keyIds) => {
      const found = await model.find({ _id: trusted({ $in: [...keyIds] }) }).lean();
      return new Map(found.map(({ _id, ...use }) => [_id, use]));
    },
  };
}

export function createLegacyUseCounter(store: LegacyUseStore, clock: { now(): number }, log: Logger): LegacyUseCounter {
  let waiting = new Map<number, LegacyUse>();
  const add = (keyId: number, { uses, lateUses, lastUsedAt, lastUserAgent }: LegacyUse) => {
    const before = waiting.get(keyId);
    waiting.set(keyId, {
      uses: uses + (before?.uses ?? 0),
      lateUses: lateUses + (before?.lateUses ?? 0),
      lastUsedAt,
      lastUserAgent,
    });
  };
  const flush = async () => {
    const batch = waiting;
    waiting = new Map();
    for (const [keyId, use] of batch) {
      try {
        await store.add(keyId, use);
        batch.delete(keyId);
        if (use.lateUses > 0)
          log.warn({ keyId, count: use.lateUses }, 'The policy "enforce" would refuse calls of a historical key');
      } catch (error) {
        // What could not be written waits for the next time, before what came meanwhile.
        const later = waiting;
        waiting = batch;
        for (const [id, newer] of later) add(id, newer);
        throw error;
      }
    }
  };
  const recurring: Recurring = startRecurring('legacy key use', EVERY_MS, flush, log);
  return {
    used: (keyId, late, userAgent = '') =>
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

function printable(userAgent: string): string {
  return userAgent.replace(/[^\x20-\x7e]/g, '?').slice(0, MAX_USER_AGENT);
}

function useSchema(): Schema<UseDocument> {
  return new Schema<UseDocument>(
    { _id: Number, uses: Number, lateUses: Number, lastUsedAt: Date, lastUserAgent: String },
    { collection: LEGACY_USE, versionKey: false },
  );
}
