import type { UserKey } from '@vitae/kit/caller';
import { withinCompanies } from '@vitae/kit/company-scope';
import { maxOffer } from '@vitae/proto/user-statistics';
import mongoose, { type Connection, type Model, Schema } from 'mongoose';
import { DAY_MS, type Day, isoDay } from './days.ts';
import type { DailySalts, DayCount, StatsStore } from './store.ts';

/**
 * The number of unique visitors of an owner on a day, of each CV by its id, and the time of the last new one. Earlier
 * versions did not count the visitors of each CV.
 */
type VisitsDocument = UserKey & { day: Date; visitors: number; cvs?: Record<string, number>; last: Date };

const visitsSchema = new Schema<VisitsDocument>(
  {
    companyId: { type: Number, required: true },
    userId: { type: Number, required: true },
    day: { type: Date, required: true },
    visitors: { type: Number, required: true },
    cvs: { type: Schema.Types.Mixed, required: false },
    last: { type: Date, required: true },
  },
  { versionKey: false },
);
visitsSchema.index({ companyId: 1, userId: 1, day: 1 }, { unique: true });
// No offer covers older days.
visitsSchema.index({ day: 1 }, { expireAfterSeconds: (maxOffer + 2) * 86_400 });

/** A visitor who was counted on a day. The hash depends on the day, so it is unique for an owner. */
type VisitorDocument = UserKey & { visitor: Buffer; day: Date };

const visitorsSchema = new Schema<VisitorDocument>(
  {
    companyId: { type: Number, required: true },
    userId: { type: Number, required: true },
    visitor: { type: Buffer, required: true },
    day: { type: Date, required: true },
  },
  { versionKey: false },
);
visitorsSchema.index({ companyId: 1, userId: 1, visitor: 1 }, { unique: true });
// A visit shortly before midnight may still be recorded after it. Then only the number of visitors remains.
visitorsSchema.index({ day: 1 }, { expireAfterSeconds: 25 * 3_600 });

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

export type StatsModels = {
  visits: Model<VisitsDocument>;
  visitors: Model<VisitorDocument>;
  owners: Model<OwnerDocument>;
  salts: Model<SaltDocument>;
};

export function createStatsModels(connection: Connection): StatsModels {
  return {
    visits: connection.model<VisitsDocument>('Visits', visitsSchema, 'dailyVisits'),
    visitors: connection.model<VisitorDocument>('Visitor', visitorsSchema, 'visitors'),
    owners: connection.model<OwnerDocument>('Owner', ownersSchema, 'owners'),
    salts: connection.model<SaltDocument>('Salt', saltsSchema, 'salts'),
  };
}

/** Limits the storage that visits of one owner can take. */
const MAX_DAILY_VISITORS = 100_000;

export function createMongoStore(
  { visits, visitors, owners }: StatsModels,
  maxDailyVisitors = MAX_DAILY_VISITORS,
): StatsStore {
  /** The owners with the maximum number of visitors on `day`, as far as this process knows. */
  let full = { day: 0, owners: new Set<string>() };

  const addVisitor = async (key: UserKey & { visitor: Buffer }, day: Day): Promise<boolean> => {
    const added = { $setOnInsert: { day: new Date(day) } };
    const { upsertedCount } = await visitors.collection.updateOne(key, added, { upsert: true });
    return upsertedCount === 1;
  };

  return {
    // The cost does not depend on the number of visitors. The filters have exactly the fields of a unique index:
    // MongoDB then retries concurrent upserts itself.
    addVisit: async ({ companyId, userId, day, visitor, at, cv }) => {
      if (full.day !== day) full = { day, owners: new Set() };
      const owner = `${companyId}/${userId}`;
      if (full.owners.has(owner)) return;
      const add = (hash: Buffer) => addVisitor({ companyId, userId, visitor: hash }, day);
      const added = await Promise.allSettled([add(visitor), cv ? add(cv.visitor) : false]);
      const [isNew, isNewToCv] = added.map((result) => result.status === 'fulfilled' && result.value);
      try {
        const failed = added.find((result) => result.status === 'rejected');
        if (failed) throw failed.reason;
        if (!isNew && !isNewToCv) return;
        const counted = await visits.collection.findOneAndUpdate(
          { companyId, userId, day: new Date(day) },
          {
            $inc: { visitors: isNew ? 1 : 0, ...(cv && isNewToCv && { [`cvs.${cv.id}`]: 1 }) },
            $max: { last: new Date(at) },
          },
          { upsert: true, returnDocument: 'after', projection: { visitors: 1 } },
        );
        if ((counted?.visitors ?? 0) >= maxDailyVisitors) full.owners.add(owner);
      } catch (error) {
        // The next visit counts the visitor.
        if (isNew) await visitors.collection.deleteOne({ companyId, userId, visitor });
        if (cv && isNewToCv) await visitors.collection.deleteOne({ companyId, userId, visitor: cv.visitor });
        throw error;
      }
    },

    countVisitors: async (users, from) => {
      const filter = usersFilter(users).$or.map((company) => ({
        ...company,
        day: mongoose.trusted({ $gte: new Date(from) }),
      }));
      const days = await visits.find({ $or: filter }, { _id: 0, cvs: 0 }).lean();
      return days.map(({ day, last, ...count }): DayCount => ({ ...count, day: day.getTime(), last: last.getTime() }));
    },

    dailyVisitors: async ({ companyId, userId }, cvId, from) => {
      const count = cvId === undefined ? 'visitors' : `cvs.${cvId}`;
      const days = await visits
        .find({ companyId, userId, day: mongoose.trusted({ $gte: new Date(from) }) }, { _id: 0, day: 1, [count]: 1 })
        .sort({ day: 1 })
        .lean<Pick<VisitsDocument, 'day' | 'visitors' | 'cvs'>[]>();
      const counts = days.map((one) => ({
        day: one.day.getTime(),
        visitors: (cvId === undefined ? one.visitors : one.cvs?.[cvId]) ?? 0,
      }));
      return counts.filter(({ visitors }) => visitors > 0);
    },

    findOffers: (users) => owners.find(usersFilter(users), { _id: 0, companyId: 1, userId: 1, offer: 1 }).lean(),

    setOffer: async (user, offer) => {
      await owners.updateOne(user, { $set: { offer } }, { upsert: true });
    },

    erase: async (user) => {
      await Promise.all([visits.deleteMany(user), visitors.deleteMany(user), owners.deleteOne(user)]);
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
