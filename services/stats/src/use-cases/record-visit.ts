import type { UserKey } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import { dayOf } from '../days.ts';
import type { DailySalts, StatsStore } from '../store.ts';
import { isCrawler, type Visitor, visitorHash } from '../visitor.ts';

export type RecordVisit = { owner: UserKey; visitor: Visitor };

/** Counts a visitor of the owner's pages once a day; false for a crawler. */
export function createRecordVisit(store: StatsStore, salts: DailySalts, clock: Clock) {
  return async ({ owner, visitor }: RecordVisit): Promise<boolean> => {
    if (isCrawler(visitor.userAgent)) return false;
    const at = clock.now();
    const day = dayOf(at);
    const hash = visitorHash(await salts.of(day), `${owner.companyId}/${owner.userId}`, visitor);
    await store.addVisit({ ...owner, day, visitor: hash, at });
    return true;
  };
}
