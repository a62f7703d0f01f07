import type { UserKey } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import type { Day } from './days.ts';

/** `cv` has another hash of the visitor, so that visits to several CVs cannot be linked. */
export type Visit = UserKey & { day: Day; visitor: Buffer; at: number; cv?: { id: number; visitor: Buffer } };

/** The unique visitors of an owner on a day, and the time of the last new visitor. */
export type DayCount = UserKey & { day: Day; visitors: number; last: number };

export type StatsStore = {
  /**
   * Counts a visitor once a day, and once for each CV, even if several processes record the visit. Stops counting at a
   * maximum per owner.
   */
  addVisit(visit: Visit): Promise<void>;
  /** Omits days without visits. */
  countVisitors(users: readonly UserKey[], from: Day): Promise<DayCount[]>;
  /** The visitors of the user, or of a CV of the user, the oldest day first. Omits days without visits. */
  dailyVisitors(user: UserKey, cvId: number | undefined, from: Day): Promise<DailyVisitors[]>;
  /** The number of days that statistics cover, for users with an own setting. */
  findOffers(users: readonly UserKey[]): Promise<(UserKey & { offer: number })[]>;
  setOffer(user: UserKey, offer: number): Promise<void>;
  erase(user: UserKey): Promise<void>;
};

/** The unique visitors of an owner's pages, or of one CV, on a day. */
export type DailyVisitors = { day: Day; visitors: number };

/** A random salt for each day, the same in all processes. It is deleted after the day. */
export type DailySalts = { of(day: Day): Promise<Buffer> };

/** The dependencies of the use cases. */
export type StatsDeps = { store: StatsStore; salts: DailySalts; clock: Clock };
