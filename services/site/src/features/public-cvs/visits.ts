import { companyCaller } from '@vitae/kit/caller';
import type { Logger } from '@vitae/kit/log';
import type { Services } from '@vitae/proto/clients/services';
import type { Request } from 'express';
import type { ShownCv } from './find-cv.ts';

/** Tells the statistics that somebody looks at a CV. The page does not wait for it, and does not fail with it. */
export type CountVisit = (request: Request, cv: ShownCv, requestId: string) => void;

export function createCountVisit(stats: Services['stats'], log: Logger): CountVisit {
  return (request, { userId, companyId }, requestId) => {
    if (request.method !== 'GET' || isPrefetch(request)) return;
    const visit = {
      userId,
      ip: request.ip ?? '',
      userAgent: (request.get('user-agent') ?? '').slice(0, MOST_CHARACTERS),
    };
    stats.call.RecordVisit(visit, { caller: companyCaller(companyId, requestId) }).catch((err: unknown) => {
      log.warn({ err, requestId }, 'A visit was not counted');
    });
  };
}

// As the statistics take it.
const MOST_CHARACTERS = 8_192;

/** A browser that fetches what nobody looks at yet. */
function isPrefetch(request: Request): boolean {
  return /prefetch|prerender/i.test(`${request.get('sec-purpose') ?? ''} ${request.get('purpose') ?? ''}`);
}
