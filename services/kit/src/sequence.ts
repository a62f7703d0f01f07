import { type Connection, type Model, Schema } from 'mongoose';

/** Ids from 1 upwards; one sequence for each kind of thing. A number may be skipped, never given twice. */
export type Sequence = {
  next(): Promise<number>;
  /** As many ids at once, in ascending order. */
  draw(count: number): Promise<number[]>;
};

type Counter = { _id: string; value: number };

const schema = new Schema<Counter>({ _id: String, value: { type: Number, required: true } }, { versionKey: false });

/**
 * Taken outside of transactions on purpose: inside, every creation would conflict with every
 * other, and a gap after a rollback harms nobody.
 */
export function createSequence(connection: Connection, name: string): Sequence {
  const model =
    (connection.models.Sequence as Model<Counter> | undefined) ??
    connection.model<Counter>('Sequence', schema, 'sequences');
  const advance = async (count: number) => {
    // An equality on _id alone: MongoDB itself tries again when two first calls race.
    const counter = await model
      .findOneAndUpdate({ _id: name }, { $inc: { value: count } }, { upsert: true, returnDocument: 'after' })
      .lean();
    return counter.value;
  };
  return {
    next: () => advance(1),
    draw: async (count) => {
      if (count === 0) return [];
      const last = await advance(count);
      return Array.from({ length: count }, (_, index) => last - count + 1 + index);
    },
  };
}
