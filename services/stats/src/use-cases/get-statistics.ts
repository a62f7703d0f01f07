import type { UserKey } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import { defaultOffer, type UserStatistics } from '@vitae/proto/user-statistics';
import { dayOf, daysUpTo, shownDay } from '../days.ts';
import type { StatsStore } from '../store.ts';

/** A user, and when the user was last updated in seconds since 1970; 0 when not known. */
export type AskedUser = UserKey & { userUpdated: number };

/** The statistics of each user asked for, in that order; days without a visit are zeros. */
export function createGetStatistics(store: Pick<StatsStore, 'findOffers' | 'countVisitors'>, clock: Clock) {
  return async (users: readonly AskedUser[]): Promise<UserStatistics[]> => {
    const today = dayOf(clock.now());
    const offers = new Map((await store.findOffers(users)).map((one) => [nameOf(one), one.offer]));
    const longest = Math.max(defaultOffer, ...offers.values());
    const counted = Map.groupBy(await store.countVisitors(users, daysUpTo(today, longest)[0] ?? today), nameOf);

    return users.map((user) => {
      const offer = offers.get(nameOf(user)) ?? defaultOffer;
      const byDay = new Map(counted.get(nameOf(user))?.map((one) => [one.day, one]));
      const covered = daysUpTo(today, offer).map((day) => ({ day, count: byDay.get(day) }));
      const lastVisit = Math.max(0, ...covered.map(({ count }) => count?.last ?? 0));
      return {
        offer,
        last_update: user.userUpdated || Math.floor(lastVisit / 1000),
        visits: { visit: covered.map(({ day, count }) => ({ date: shownDay(day), value: count?.visitors ?? 0 })) },
      };
    });
  };
}

const nameOf = ({ companyId, userId }: UserKey) => `${companyId}/${userId}`;
