import type { UserKey } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import type { Day } from './days.ts';

export type Visit = UserKey & { day: Day; visitor: Buffer; at: number };

/** The unique visitors of an owner on a day, and the time of the last new visitor. */
export type DayCount = UserKey & { day: Day; visitors: number; last: number };

export type StatsStore = {
  /** Counts a visitor once a day, even if several processes record the visit. Stops counting at a maximum per owner. */
  addVisit(visit: Visit): Promise<void>;
  /** Omits days without visits. */
  countVisitors(users: readonly UserKey[], from: Day): Promise<DayCount[]>;
  /** The number of days that statistics cover, for users with an own setting. */
  findOffers(users: readonly UserKey[]): Promise<(UserKey & { offer: number })[]>;
  setOffer(user: UserKey, offer: number): Promise<void>;
  erase(user: UserKey): Promise<void>;
};

/** A random salt for each day, the same in all processes. It is deleted after the day. */
export type DailySalts = { of(day: Day): Promise<Buffer> };

/** The dependencies of the use cases. */
export type StatsDeps = { store: StatsStore; salts: DailySalts; clock: Clock };
