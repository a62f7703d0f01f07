import { companyCaller } from '@vitae/kit/caller';
import type { Logger } from '@vitae/kit/log';
import type { Services } from '@vitae/proto/clients/services';
import type { Request } from 'express';
import type { ShownCv } from './find-cv.ts';

/** Records a visit of a CV. The page neither waits for it nor fails with it. */
export type CountVisit = (request: Request, cv: ShownCv, requestId: string) => void;

export function createCountVisit(stats: Services['stats'], log: Logger): CountVisit {
  return (request, { userId, companyId, id: cvId }, requestId) => {
    if (request.method !== 'GET' || isPrefetch(request)) return;
    const visit = {
      userId,
      cvId,
      ip: request.ip ?? '',
      userAgent: (request.get('user-agent') ?? '').slice(0, MAX_USER_AGENT_LENGTH),
    };
    stats.call.RecordVisit(visit, { caller: companyCaller(companyId, requestId) }).catch((err: unknown) => {
      log.warn({ err, requestId }, 'Visit not recorded');
    });
  };
}

/** The limit of the statistics service. */
const MAX_USER_AGENT_LENGTH = 8_192;

/** Returns whether the browser loads the page before the user opens it. */
function isPrefetch(request: Request): boolean {
  return /prefetch|prerender/i.test(`${request.get('sec-purpose') ?? ''} ${request.get('purpose') ?? ''}`);
}
