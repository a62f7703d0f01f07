import { type Connection, type QueryFilter, Schema } from 'mongoose';
import type { Counter } from './counter.ts';

/** Everything that one company's keys did in one minute. */
export type ConsumedMinute = {
  companyId: number;
  /** Unix time / 60. */
  minute: number;
  /** Tells apart two records of the same minute, should Redis' clock have gone back. */
  generation: string;
  counters: Counter[];
};

/** From `from` to before `to`, as minutes. */
export type Span = { from: number; to: number };

export type ConsumptionStore = {
  /** Writes the minute as it is: writing it again changes nothing. */
  put(minute: ConsumedMinute): Promise<void>;
  /** Sums over the span, without the minutes named in `except`. */
  sums(companyId: number, span: Span, except: readonly ConsumedMinute[]): Promise<Counter[]>;
};

type MinuteDocument = { _id: string; companyId: number; minute: number; counters: Counter[] };

export function createConsumptionStore(connection: Connection): ConsumptionStore {
  const model = connection.model<MinuteDocument>('Consumption', minuteSchema());
  return {
    put: async (minute) => {
      const { companyId, counters } = minute;
      await model.replaceOne({ _id: idOf(minute) }, { companyId, minute: minute.minute, counters }, { upsert: true });
    },
    sums: async (companyId, { from, to }, except) => {
      const filter: QueryFilter<MinuteDocument> = {
        companyId,
        minute: { $gte: from, $lt: to },
        _id: { $nin: except.map(idOf) },
      };
      const groups = await model.aggregate<{ _id: Omit<Counter, 'count'>; count: number }>([
        { $match: filter },
        { $unwind: '$counters' },
        {
          $group: {
            _id: { keyId: '$counters.keyId', endpoint: '$counters.endpoint', name: '$counters.name' },
            count: { $sum: '$counters.count' },
          },
        },
      ]);
      return groups.map(({ _id, count }) => ({ ..._id, count }));
    },
  };
}

function idOf({ companyId, minute, generation }: ConsumedMinute): string {
  return `${companyId}:${minute}:${generation}`;
}

function minuteSchema(): Schema<MinuteDocument> {
  const counter = new Schema<Counter>({ keyId: Number, endpoint: String, name: String, count: Number }, { _id: false });
  const schema = new Schema<MinuteDocument>(
    { _id: String, companyId: Number, minute: Number, counters: [counter] },
    { collection: 'consumption', versionKey: false },
  );
  schema.index({ companyId: 1, minute: 1 });
  return schema;
}
