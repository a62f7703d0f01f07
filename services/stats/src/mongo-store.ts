import type { UserKey } from '@vitae/kit/caller';
import { withinCompanies } from '@vitae/kit/company-scope';
import { maxOffer } from '@vitae/proto/user-statistics';
import { type Connection, type Model, Schema } from 'mongoose';
import { DAY_MS, type Day, isoDay } from './days.ts';
import type { DailySalts, DayCount, StatsStore } from './store.ts';

/**
 * The visitors of an owner on a day. They are spread over one document for each first hex digit of
 * their hashes, so that no document exceeds the size limit of MongoDB.
 */
type VisitsDocument = UserKey & {
  day: Date;
  part: number;
  /** Hashes of the visitors, replaced by `count` after the day. */
  visitors?: Buffer[];
  count?: number;
  /** Set while the day can get more visitors. */
  open?: boolean;
  last: Date;
};

const visitsSchema = new Schema<VisitsDocument>(
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
visitsSchema.index({ companyId: 1, userId: 1, day: 1, part: 1 }, { unique: true });
visitsSchema.index({ open: 1, day: 1 }, { partialFilterExpression: { open: true } });
// No offer covers older days.
visitsSchema.index({ day: 1 }, { expireAfterSeconds: (maxOffer + 2) * 86_400 });

type OwnerDocument = UserKey & { offer: number };

const ownersSchema = new Schema<OwnerDocument>(
  {
    companyId: { type: Number, required: true },
    userId: { type: Number, required: true },
    offer: { type: Number, required: true },
  },
  { versionKey: false },
);
ownersSchema.index({ companyId: 1, userId: 1 }, { unique: true });

/** `_id` is the day, `YYYY-MM-DD`. MongoDB removes the salt within a minute after `expiresAt`. */
type SaltDocument = { _id: string; salt: Buffer; expiresAt: Date };

const saltsSchema = new Schema<SaltDocument>(
  { _id: String, salt: { type: Buffer, required: true }, expiresAt: { type: Date, required: true } },
  { versionKey: false },
);
saltsSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export type StatsModels = { visits: Model<VisitsDocument>; owners: Model<OwnerDocument>; salts: Model<SaltDocument> };

export function createStatsModels(connection: Connection): StatsModels {
  return {
    visits: connection.model<VisitsDocument>('Visits', visitsSchema, 'visits'),
    owners: connection.model<OwnerDocument>('Owner', ownersSchema, 'owners'),
    salts: connection.model<SaltDocument>('Salt', saltsSchema, 'salts'),
  };
}

// The sum of the visitors whose hashes are stored and those that were only counted.
const VISITOR_COUNT = { $add: [{ $ifNull: ['$count', 0] }, { $size: { $ifNull: ['$visitors', []] } }] };

type CountRow = { _id: { companyId: number; userId: number; day: Date }; visitors: number; last: Date };

export function createMongoStore({ visits, owners }: StatsModels): StatsStore {
  return {
    addVisit: async ({ companyId, userId, day, visitor, at }) => {
      // The filter has exactly the fields of a unique index: MongoDB then retries concurrent upserts itself.
      await visits.collection.updateOne(
        { companyId, userId, day: new Date(day), part: (visitor[0] ?? 0) >> 4 },
        { $addToSet: { visitors: visitor }, $max: { last: new Date(at) }, $set: { open: true } },
        { upsert: true },
      );
    },

    countVisitors: async (users, from) => {
      const filter = usersFilter(users).$or.map((company) => ({ ...company, day: { $gte: new Date(from) } }));
      const rows = await visits.aggregate<CountRow>([
        { $match: { $or: filter } },
        { $project: { companyId: 1, userId: 1, day: 1, last: 1, visitors: VISITOR_COUNT } },
        {
          $group: {
            _id: { companyId: '$companyId', userId: '$userId', day: '$day' },
            visitors: { $sum: '$visitors' },
            last: { $max: '$last' },
          },
        },
      ]);
      return rows.map(
        ({ _id, visitors, last }): DayCount => ({
          companyId: _id.companyId,
          userId: _id.userId,
          day: _id.day.getTime(),
          visitors,
          last: last.getTime(),
        }),
      );
    },

    anonymizeVisits: async (before) => {
      await visits.collection.updateMany({ open: true, day: { $lt: new Date(before) } }, [
        { $set: { count: VISITOR_COUNT } },
        { $unset: ['visitors', 'open'] },
      ]);
    },

    findOffers: (users) => owners.find(usersFilter(users), { _id: 0, companyId: 1, userId: 1, offer: 1 }).lean(),

    setOffer: async (user, offer) => {
      await owners.updateOne(user, { $set: { offer } }, { upsert: true });
    },

    erase: async (user) => {
      await Promise.all([visits.deleteMany(user), owners.deleteOne(user)]);
    },
  };
}

function usersFilter(users: readonly UserKey[]) {
  return withinCompanies(
    'userId',
    users.map(({ companyId, userId }) => ({ companyId, id: userId })),
  );
}

/** `crypto.randomBytes` or a replacement in tests. */
export type RandomBytes = (size: number) => Buffer;

// A process whose clock is slightly behind still needs the salt after the end of the day.
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** The first process that needs a salt creates it. Processes cache only the salt of the current day. */
export function createMongoSalts(model: StatsModels['salts'], random: RandomBytes): DailySalts {
  let cached: { day: Day; salt: Promise<Buffer> } | undefined;

  const findOrCreate = async (day: Day): Promise<Buffer> => {
    const newSalt = { salt: random(32), expiresAt: new Date(day + DAY_MS + CLOCK_TOLERANCE_MS) };
    const document = await model.collection.findOneAndUpdate(
      { _id: isoDay(day) as never },
      { $setOnInsert: newSalt },
      { upsert: true, returnDocument: 'after', promoteBuffers: true },
    );
    return document?.salt as Buffer;
  };

  return {
    of: (day) => {
      if (cached?.day !== day) {
        const salt = findOrCreate(day);
        cached = { day, salt };
        salt.catch(() => {
          if (cached?.salt === salt) cached = undefined; // the next visit retries
        });
      }
      return cached.salt;
    },
  };
}
