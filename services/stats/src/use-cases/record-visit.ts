import type { UserKey } from '@vitae/kit/caller';
import { dayOf } from '../days.ts';
import type { StatsDeps } from '../store.ts';
import { isCrawler, type Visitor, visitorHash } from '../visitor.ts';

export type RecordVisitCommand = { owner: UserKey; visitor: Visitor };

/** Records a visit to an owner's pages. Returns false for crawlers, which are not counted. */
export function recordVisit({ store, salts, clock }: StatsDeps) {
  return async ({ owner, visitor }: RecordVisitCommand): Promise<boolean> => {
    if (isCrawler(visitor.userAgent)) return false;
    const at = clock.now();
    const day = dayOf(at);
    const hash = visitorHash(await salts.of(day), `${owner.companyId}/${owner.userId}`, visitor.ip);
    await store.addVisit({ ...owner, day, visitor: hash, at });
    return true;
  };
}
