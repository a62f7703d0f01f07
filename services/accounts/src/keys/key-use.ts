import type { Logger } from '@vitae/kit/log';
import { type Recurring, startRecurring } from '@vitae/kit/recurring';

/** The last accepted request of a key, with the IP address and client. */
export type KeyUse = { at: Date; address: string; userAgent: string };

export type KeyUseStore = {
  /** Stores the latest use of each key, regardless of the order in which gateways write. */
  write(uses: ReadonlyMap<number, KeyUse>): Promise<void>;
  /** Returns uses by key id, without keys that were never used. */
  findAll(keyIds: readonly number[]): Promise<Map<number, KeyUse>>;
};

/** Records the first use of each key per second, in the background. `caller` is called only when its result is needed. */
export type KeyUseRecorder = {
  record(keyId: number, caller: () => { address: string | undefined; userAgent: string | undefined }): void;
  close(): Promise<void>;
};

const INTERVAL_MS = 1_000;
const MAX_TEXT = 200;
/** The maximum number of keys whose uses are buffered while MongoDB is unavailable. */
const MAX_BUFFERED = 10_000;

export function createKeyUseRecorder(store: KeyUseStore, clock: { now(): number }, log: Logger): KeyUseRecorder {
  let buffered = new Map<number, KeyUse>();
  const flush = async () => {
    if (buffered.size === 0) return;
    const batch = buffered;
    buffered = new Map();
    try {
      await store.write(batch);
    } catch (error) {
      // Retried with the next batch, unless a newer use was recorded.
      for (const [id, use] of batch) if (!buffered.has(id) && buffered.size < MAX_BUFFERED) buffered.set(id, use);
      throw error;
    }
  };
  const recurring: Recurring = startRecurring('key use', INTERVAL_MS, flush, log);
  return {
    record: (keyId, caller) => {
      if (buffered.has(keyId) || buffered.size >= MAX_BUFFERED) return;
      const { address = '', userAgent = '' } = caller();
      buffered.set(keyId, { at: new Date(clock.now()), address: printable(address), userAgent: printable(userAgent) });
    },
    close: async () => {
      await recurring.stop();
      await flush();
    },
  };
}

/** Replaces non-ASCII characters and truncates the text. */
export function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, MAX_TEXT);
}
