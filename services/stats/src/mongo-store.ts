import { withinCompanies } from '@vitae/kit/company-scope';
import type { StatsModels } from './model.ts';
import type { DayCount, StatsStore, Visit } from './store.ts';

// Of a day: those who are still known by their hash, and those of whom only the number was kept.
const VISITORS = { $add: [{ $ifNull: ['$count', 0] }, { $size: { $ifNull: ['$visitors', []] } }] };

type Counted = { _id: { companyId: number; userId: number; day: Date }; visitors: number; last: Date };

export function createMongoStore({ visits, owners }: StatsModels): StatsStore {
  return {
    addVisit: async ({ companyId, userId, day, visitor, at }: Visit) => {
      // One upsert by exactly the fields of a unique index: MongoDB tries it again by itself when
      // two of them race to be the first of the day.
      await visits.collection.updateOne(
        { companyId, userId, day: new Date(day), part: (visitor[0] ?? 0) >> 4 },
        { $addToSet: { visitors: visitor }, $max: { last: new Date(at) }, $set: { open: true } },
        { upsert: true },
      );
    },

    countVisitors: async (users, from) => {
      const filter = withinCompanies('userId', scoped(users)).$or.map((one) => ({
        ...one,
        day: { $gte: new Date(from) },
      }));
      const counted = await visits.aggregate<Counted>([
        { $match: { $or: filter } },
        { $project: { companyId: 1, userId: 1, day: 1, last: 1, visitors: VISITORS } },
        {
          $group: {
            _id: { companyId: '$companyId', userId: '$userId', day: '$day' },
            visitors: { $sum: '$visitors' },
            last: { $max: '$last' },
          },
        },
      ]);
      return counted.map(
        ({ _id, visitors, last }): DayCount => ({
          companyId: _id.companyId,
          userId: _id.userId,
          day: _id.day.getTime(),
          visitors,
          last: last.getTime(),
        }),
      );
    },

    forgetVisitors: async (before) => {
      await visits.collection.updateMany({ open: true, day: { $lt: new Date(before) } }, [
        { $set: { count: VISITORS } },
        { $unset: ['visitors', 'open'] },
      ]);
    },

    findOffers: (users) =>
      owners.find(withinCompanies('userId', scoped(users)), { _id: 0, companyId: 1, userId: 1, offer: 1 }).lean(),

    setOffer: async (user, offer) => {
      await owners.updateOne(user, { $set: { offer } }, { upsert: true });
    },

    erase: async (user) => {
      await Promise.all([visits.deleteMany(user), owners.deleteOne(user)]);
    },
  };
}

function scoped(users: readonly { companyId: number; userId: number }[]) {
  return users.map(({ companyId, userId }) => ({ companyId, id: userId }));
}
