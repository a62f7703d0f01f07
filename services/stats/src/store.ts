import type { UserKey } from '@vitae/kit/caller';
import type { Day } from './days.ts';

export type Visit = UserKey & { day: Day; visitor: Buffer; at: number };

/** Unique visitors of one owner on one day, and when the last of them was counted. */
export type DayCount = UserKey & { day: Day; visitors: number; last: number };

export type StatsStore = {
  /** Counts the visitor once, however often and from wherever it is called. */
  addVisit(visit: Visit): Promise<void>;
  /** Days without visits are left out. */
  countVisitors(users: readonly UserKey[], from: Day): Promise<DayCount[]>;
  /** Keeps of days before this one only how many visitors there were. */
  forgetVisitors(before: Day): Promise<void>;
  /** The days covered, of users for whom they were set. */
  findOffers(users: readonly UserKey[]): Promise<(UserKey & { offer: number })[]>;
  setOffer(user: UserKey, offer: number): Promise<void>;
  erase(user: UserKey): Promise<void>;
};

/** The random key of a day, the same for every process while the day lasts, then gone. */
export type DailySalts = { of(day: Day): Promise<Buffer> };
