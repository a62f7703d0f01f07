import type { UserKey } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import { defaultOffer, type UserStatistics } from '@vitae/proto/user-statistics';
import { dayOf, daysUpTo, shownDay } from '../days.ts';
import type { StatsStore } from '../store.ts';

/** `userUpdated` is the last update of the user in seconds since 1970, or 0 if it is not known. */
export type StatisticsKey = UserKey & { userUpdated: number };

type Deps = { store: Pick<StatsStore, 'findOffers' | 'countVisitors'>; clock: Clock };

/** Reads the statistics of users in the order of the keys. Days without visits count 0. */
export function getStatistics({ store, clock }: Deps) {
  return async (keys: readonly StatisticsKey[]): Promise<UserStatistics[]> => {
    const today = dayOf(clock.now());
    const offers = new Map((await store.findOffers(keys)).map((owner) => [nameOf(owner), owner.offer]));
    const longestOffer = Math.max(defaultOffer, ...offers.values());
    const counts = await store.countVisitors(keys, daysUpTo(today, longestOffer)[0] ?? today);
    const countsByUser = Map.groupBy(counts, nameOf);

    return keys.map((key) => {
      const offer = offers.get(nameOf(key)) ?? defaultOffer;
      const countByDay = new Map(countsByUser.get(nameOf(key))?.map((count) => [count.day, count]));
      const days = daysUpTo(today, offer).map((day) => ({ day, count: countByDay.get(day) }));
      const lastVisit = Math.max(0, ...days.map(({ count }) => count?.last ?? 0));
      return {
        offer,
        last_update: key.userUpdated || Math.floor(lastVisit / 1000),
        visits: { visit: days.map(({ day, count }) => ({ date: shownDay(day), value: count?.visitors ?? 0 })) },
      };
    });
  };
}

/** Reads the visitors of a user, or of a CV of the user, on the last `count` days. Omits days without visits. */
export function getDailyVisits({ store, clock }: { store: Pick<StatsStore, 'dailyVisitors'>; clock: Clock }) {
  return async (user: UserKey, cvId: number | undefined, count: number) => {
    const today = dayOf(clock.now());
    const [from = today] = daysUpTo(today, count);
    return { today, visits: await store.dailyVisitors(user, cvId, from) };
  };
}

const nameOf = ({ companyId, userId }: UserKey) => `${companyId}/${userId}`;
