import { type Connection, type Model, Schema } from 'mongoose';

/** Generates ids from 1 upwards, one sequence per kind of document. An id may be skipped but is never repeated. */
export type Sequence = {
  next(): Promise<number>;
  /** Returns `count` ids in ascending order. */
  reserve(count: number): Promise<number[]>;
};

export type SequenceOptions = {
  /** The maximum number of ids that the process reserves in advance. With 1, ids are in order of creation. */
  maxBlock?: number;
  /** A monotonic time in milliseconds. */
  now?: () => number;
};

type Counter = { _id: string; value: number };

const schema = new Schema<Counter>({ _id: String, value: { type: Number, required: true } }, { versionKey: false });

/** The usual `maxBlock` of documents that are created often. */
export const MAX_ID_BLOCK = 100;

/** Reserved ids expire, so that those of several processes are in order of creation except for this time. */
export const BLOCK_LIFETIME_MS = 100;

/**
 * Opens a sequence. Ids are generated outside of transactions: inside, all creations would conflict with each other.
 * A rollback therefore leaves a gap.
 */
export function createSequence(connection: Connection, name: string, options: SequenceOptions = {}): Sequence {
  const model =
    (connection.models.Sequence as Model<Counter> | undefined) ??
    connection.model<Counter>('Sequence', schema, 'sequences');
  const take = inBlocks(async (count) => {
    // The filter on _id alone lets MongoDB retry when two first upserts race.
    const counter = await model
      .findOneAndUpdate({ _id: name }, { $inc: { value: count } }, { upsert: true, returnDocument: 'after' })
      .lean();
    return counter.value;
  }, options);
  return {
    next: async () => (await take(1))[0] as number,
    reserve: async (count) => (count === 0 ? [] : take(count)),
  };
}

/**
 * Returns a function that takes ids from blocks. A block has twice the size of the one before if that was used up
 * before it expired, otherwise one id. So a busy process rarely updates the counter, and an idle one skips no ids.
 * @param advance increases the counter by a number and returns its value
 */
function inBlocks(
  advance: (count: number) => Promise<number>,
  { maxBlock = 1, now = () => performance.now() }: SequenceOptions,
): (count: number) => Promise<number[]> {
  let block = { first: 1, last: 0, size: 0, expiresAt: 0 };
  let wanted = 0;
  let reserving: Promise<void> | undefined;

  const reserveBlock = async () => {
    const size = now() < block.expiresAt ? Math.min(2 * block.size, maxBlock) : 1;
    const count = Math.max(size, wanted);
    const last = await advance(count);
    block = { first: last - count + 1, last, size, expiresAt: now() + BLOCK_LIFETIME_MS };
  };
  return async (count) => {
    wanted += count;
    try {
      for (;;) {
        const first = block.first;
        if (first + count - 1 <= block.last && now() < block.expiresAt) {
          block.first += count;
          return Array.from({ length: count }, (_, index) => first + index);
        }
        // One reservation serves all calls that wait for it.
        reserving ??= reserveBlock().finally(() => {
          reserving = undefined;
        });
        await reserving;
      }
    } finally {
      wanted -= count;
    }
  };
}
