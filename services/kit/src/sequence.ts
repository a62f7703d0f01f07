import { type Connection, type Model, Schema } from 'mongoose';

/** Ids from 1 upwards; one sequence for each kind of thing. A number may be skipped, never given twice. */
export type Sequence = { next(): Promise<number> };

type Counter = { _id: string; value: number };

const schema = new Schema<Counter>({ _id: String, value: { type: Number, required: true } }, { versionKey: false });

/**
 * Taken outside of transactions on purpose: inside, every creation would conflict with every
 * other, and a gap after a rollback harms nobody.
 */
export function createSequence(connection: Connection, name: string): Sequence {
  const model = (connection.models.Sequence as Model<Counter> | undefined) ?? connection.model<Counter>('Sequence', schema, 'sequences');
  return {
    next: async () => {
      // An equality on _id alone: MongoDB itself tries again when two first calls race.
      const counter = await model.findOneAndUpdate({ _id: name }, { $inc: { value: 1 } }, { upsert: true, returnDocument: 'after' }).lean();
      return counter.value;
    },
  };
}
