import type { Logger } from '@vitae/kit/log';
import { type Recurring, startRecurring } from '@vitae/kit/recurring';
import { type Connection, Schema, trusted } from 'mongoose';

/** When a key was last let in, from which address and by which client. */
export type KeyUse = { at: Date; address: string; userAgent: string };

export type KeyUseStore = {
  /** Keeps the latest use of each key, in whichever order several gateways write. */
  write(uses: ReadonlyMap<number, KeyUse>): Promise<void>;
  /** By the key's id; a key that was never used is not in it. */
  findAll(keyIds: readonly number[]): Promise<Map<number, KeyUse>>;
};

/** Notes the first use of each key in every period of a second: no call waits for it, or pays more than a look-up. */
export type KeyUseRecorder = {
  used(keyId: number, caller: () => { address: string | undefined; userAgent: string | undefined }): void;
  close(): Promise<void>;
};

type UseDocument = KeyUse & { _id: number };

const EVERY_MS = 1_000;
const MAX_TEXT = 200;
/** While MongoDB is away, the uses of so many keys wait at most. */
const MAX_WAITING = 10_000;

export function createKeyUseStore(connection: Connection): KeyUseStore {
  const model = connection.model<UseDocument>('KeyUse', useSchema());
  return {
    write: async (uses) => {
      const writes = [...uses].map(([id, use]) => ({
        updateOne: { filter: { _id: id }, update: [{ $replaceWith: laterOf(id, use) }], upsert: true },
      }));
      await model.collection.bulkWrite(writes as never, { ordered: false });
    },
    findAll: async (keyIds) => {
      const found = await model.find({ _id: trusted({ $in: [...keyIds] }) }).lean();
      return new Map(found.map(({ _id, ...use }) => [_id, use]));
    },
  };
}

export function createKeyUseRecorder(store: KeyUseStore, clock: { now(): number }, log: Logger): KeyUseRecorder {
  let waiting = new Map<number, KeyUse>();
  const flush = async () => {
    if (waiting.size === 0) return;
    const batch = waiting;
    waiting = new Map();
    try {
      await store.write(batch);
    } catch (error) {
      // The next period writes what is newer, or this.
      for (const [id, use] of batch) if (!waiting.has(id) && waiting.size < MAX_WAITING) waiting.set(id, use);
      throw error;
    }
  };
  const recurring: Recurring = startRecurring('key use', EVERY_MS, flush, log);
  return {
    used: (keyId, caller) => {
      if (waiting.has(keyId) || waiting.size >= MAX_WAITING) return;
      const { address = '', userAgent = '' } = caller();
      waiting.set(keyId, { at: new Date(clock.now()), address: printable(address), userAgent: printable(userAgent) });
    },
    close: async () => {
      await recurring.stop();
      await flush();
    },
  };
}

/** `$literal`, because a client's name may look like an expression. */
function laterOf(id: number, use: KeyUse) {
  const isNewer = { $gt: [use.at, { $ifNull: ['$at', new Date(0)] }] };
  return { $cond: [isNewer, { $literal: { _id: id, ...use } }, '$$ROOT'] };
}

function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, MAX_TEXT);
}

function useSchema(): Schema<UseDocument> {
  return new Schema<UseDocument>(
    { _id: Number, at: Date, address: String, userAgent: String },
    { collection: 'keyuse', versionKey: false },
  );
}
