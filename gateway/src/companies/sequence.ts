import { type Connection, Schema } from 'mongoose';

/** The next id of a kind of thing: 1, 2, 3… */
export type Sequence = (kind: string) => Promise<number>;

type Counter = { _id: string; last: number };

export function createSequence(connection: Connection): Sequence {
  const model = connection.model('Sequence', new Schema<Counter>({ _id: String, last: Number }, { collection: 'sequences', versionKey: false }));
  return async (kind) => {
    const counter = await model.findByIdAndUpdate(kind, { $inc: { last: 1 } }, { upsert: true, returnDocument: 'after' }).lean();
    return counter.last;
  };
}
