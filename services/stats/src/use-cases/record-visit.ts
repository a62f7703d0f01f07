import type { UserKey } from '@vitae/kit/caller';
import { dayOf } from '../days.ts';
import type { StatsDeps } from '../store.ts';
import { isCrawler, type Visitor, visitorHash } from '../visitor.ts';

/** `cvId` is the CV that the page shows, if it is known. */
export type RecordVisitCommand = { owner: UserKey; cvId?: number | undefined; visitor: Visitor };

/** Records a visit to an owner's pages. Returns false for crawlers, which are not counted. */
export function recordVisit({ store, salts, clock }: StatsDeps) {
  return async ({ owner, cvId, visitor }: RecordVisitCommand): Promise<boolean> => {
    if (isCrawler(visitor.userAgent)) return false;
    const at = clock.now();
    const day = dayOf(at);
    const salt = await salts.of(day);
    const pages = `${owner.companyId}/${owner.userId}`;
    const hashOf = (subject: string) => visitorHash(salt, subject, visitor.ip);
    const cv = cvId && { id: cvId, visitor: hashOf(`${pages}/${cvId}`) };
    await store.addVisit({ ...owner, day, visitor: hashOf(pages), at, ...(cv && { cv }) });
    return true;
  };
}
