import type { Clock } from '@vitae/kit/clock';
import { type Connection, Schema, trusted } from 'mongoose';
import { countAddress, emptyObservation, type FenceObservationStore, MAX_ADDRESSES } from './fence-observations.ts';

type DayDocument = {
  /** `key/day`. */
  _id: string;
  keyId: number;
  at: Date;
  /** Requests by address, in which `_` replaces dots, because field names cannot contain them. */
  addresses: Record<string, number>;
  others: number;
  repeated: number;
  late: number;
};

const DAY_MS = 86_400_000;
export const OBSERVED_DAYS = 30;

export function createFenceObservationStore(connection: Connection, clock: Clock): FenceObservationStore {
  const model = connection.model<DayDocument>('FenceObservation', daySchema());
  return {
    add: async (keyId, { addresses, others, repeated, late }) => {
      const day = Math.floor(clock.now() / DAY_MS);
      const _id = `${keyId}/${day}`;
      const stored = await model.findById(_id, 'addresses').lean();
      const merged = { ...emptyObservation(), others };
      for (const field of Object.keys(stored?.addresses ?? {})) merged.addresses.set(field, 0);
      for (const [address, count] of addresses) countAddress(merged, fieldOf(address), count);
      const counts: Record<string, number> = { others: merged.others, repeated, late };
      for (const [field, count] of merged.addresses) if (count > 0) counts[`addresses.${field}`] = count;
      const setOnInsert = { keyId, at: new Date(day * DAY_MS) };
      await model.updateOne({ _id }, { $inc: counts, $setOnInsert: setOnInsert }, { upsert: true });
    },
    read: async (keyId) => {
      const since = new Date(clock.now() - OBSERVED_DAYS * DAY_MS);
      const sum = emptyObservation();
      for (const day of await model.find({ keyId, at: trusted({ $gt: since }) }).lean()) {
        sum.others += day.others;
        sum.repeated += day.repeated;
        sum.late += day.late;
        for (const [field, count] of Object.entries(day.addresses ?? {}))
          countAddress(sum, field.replaceAll('_', '.'), count, MAX_ADDRESSES * OBSERVED_DAYS);
      }
      return sum;
    },
  };
}

/** The address of a request is empty if its connection was closed. */
function fieldOf(address: string): string {
  return address.replaceAll('.', '_').replace(/[^\w:]/g, '') || '?';
}

function daySchema(): Schema<DayDocument> {
  const schema = new Schema<DayDocument>(
    {
      _id: String,
      keyId: Number,
      at: Date,
      addresses: Schema.Types.Mixed,
      others: Number,
      repeated: Number,
      late: Number,
    },
    { collection: 'fenceobservations', versionKey: false },
  );
  schema.index({ keyId: 1, at: 1 });
  schema.index({ at: 1 }, { expireAfterSeconds: (OBSERVED_DAYS + 1) * 86_400 });
  return schema;
}
