import { type Connection, type Model, Schema } from 'mongoose';

/** Generates ids from 1 upwards, one sequence per kind of document. An id may be skipped but is never repeated. */
export type Sequence = {
  next(): Promise<number>;
  /** Returns `count` ids in ascending order. */
  reserve(count: number): Promise<number[]>;
};

type Counter = { _id: string; value: number };

const schema = new Schema<Counter>({ _id: String, value: { type: Number, required: true } }, { versionKey: false });

/**
 * Opens a sequence. Ids are generated outside of transactions: inside, all creations would conflict with each other.
 * A rollback therefore leaves a gap.
 */
export function createSequence(connection: Connection, name: string): Sequence {
  const model =
    (connection.models.Sequence as Model<Counter> | undefined) ??
    connection.model<Counter>('Sequence', schema, 'sequences');
  const advance = async (count: number) => {
    // The filter on _id alone lets MongoDB retry when two first upserts race.
    const counter = await model
      .findOneAndUpdate({ _id: name }, { $inc: { value: count } }, { upsert: true, returnDocument: 'after' })
      .lean();
    return counter.value;
  };
  return {
    next: () => advance(1),
    reserve: async (count) => {
      if (count === 0) return [];
      const last = await advance(count);
      return Array.from({ length: count }, (_, index) => last - count + 1 + index);
    },
  };
}
