import type { UserKey } from '@vitae/kit/caller';
import { maxOffer } from '@vitae/proto/user-statistics';
import { type Connection, type Model, Schema } from 'mongoose';

/**
 * The visitors of one owner on one day. There is one document for each first digit of their
 * hashes, so that no document of a very popular owner outgrows what MongoDB takes.
 */
export type VisitsDocument = UserKey & {
  day: Date;
  part: number;
  /** Hashes, until the day is over; then `count` alone is kept. */
  visitors?: Buffer[];
  count?: number;
  /** There while the day may still get visitors. */
  open?: boolean;
  last: Date;
};

const visits = new Schema<VisitsDocument>(
  {
    companyId: { type: Number, required: true },
    userId: { type: Number, required: true },
    day: { type: Date, required: true },
    part: { type: Number, required: true },
    visitors: { type: [Buffer], default: undefined },
    count: Number,
    open: Boolean,
    last: { type: Date, required: true },
  },
  { versionKey: false },
);
visits.index({ companyId: 1, userId: 1, day: 1, part: 1 }, { unique: true });
visits.index({ open: 1, day: 1 }, { partialFilterExpression: { open: true } });
// Nobody can ask for days that are older than the longest offer.
visits.index({ day: 1 }, { expireAfterSeconds: (maxOffer + 2) * 86_400 });

export type OwnerDocument = UserKey & { offer: number };

const owners = new Schema<OwnerDocument>(
  {
    companyId: { type: Number, required: true },
    userId: { type: Number, required: true },
    offer: { type: Number, required: true },
  },
  { versionKey: false },
);
owners.index({ companyId: 1, userId: 1 }, { unique: true });

/** `_id` is the day, `YYYY-MM-DD`. MongoDB removes it within a minute of `expiresAt`. */
export type SaltDocument = { _id: string; salt: Buffer; expiresAt: Date };

const salts = new Schema<SaltDocument>(
  { _id: String, salt: { type: Buffer, required: true }, expiresAt: { type: Date, required: true } },
  { versionKey: false },
);
salts.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export type StatsModels = { visits: Model<VisitsDocument>; owners: Model<OwnerDocument>; salts: Model<SaltDocument> };

export function createStatsModels(connection: Connection): StatsModels {
  return {
    visits: connection.model<VisitsDocument>('Visits', visits, 'visits'),
    owners: connection.model<OwnerDocument>('Owner', owners, 'owners'),
    salts: connection.model<SaltDocument>('Salt', salts, 'salts'),
  };
}
