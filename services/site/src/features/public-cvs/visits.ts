import type { SessionStore } from '@vitae/accounts/sessions/session-store';
import { companyCaller } from '@vitae/kit/caller';
import type { Logger } from '@vitae/kit/log';
import type { Services } from '@vitae/proto/clients/services';
import type { Request } from 'express';
import type { Cookie } from '../../sessions/cookie.ts';
import { readSessionId } from '../../sessions/session-cookie.ts';
import type { ShownCv } from './find-cv.ts';

/** Records a visit of a CV, except by its owner. The page neither waits for it nor fails with it. */
export type CountVisit = (
  request: Request,
  cv: Pick<ShownCv, 'id' | 'userId' | 'companyId'>,
  requestId: string,
) => void;

type CountVisitDependencies = {
  stats: { call: Pick<Services['stats']['call'], 'RecordVisit'> };
  sessions: Pick<SessionStore, 'userOf'>;
  /** The cookie with the session id of a signed-in owner. */
  sessionCookie: Cookie;
  log: Pick<Logger, 'warn'>;
};

export function createCountVisit({ stats, sessions, sessionCookie, log }: CountVisitDependencies): CountVisit {
  // The page itself does not depend on the cookie. Most visitors have none.
  const isOwner = async (request: Request, userId: number) => {
    const sessionId = readSessionId(sessionCookie, request);
    if (sessionId === undefined) return false;
    // Most of these visitors are not the owner, so the visit counts if their session cannot be read.
    return (await sessions.userOf(sessionId).catch(() => undefined)) === userId;
  };
  const record: (...visit: Parameters<CountVisit>) => Promise<void> = async (request, cv, requestId) => {
    const { userId, companyId, id: cvId } = cv;
    const visit = {
      userId,
      cvId,
      ip: request.ip ?? '',
      userAgent: (request.get('user-agent') ?? '').slice(0, MAX_USER_AGENT_LENGTH),
    };
    if (await isOwner(request, userId)) return;
    await stats.call.RecordVisit(visit, { caller: companyCaller(companyId, requestId) });
  };
  return (request, cv, requestId) => {
    if (request.method !== 'GET' || isPrefetch(request)) return;
    record(request, cv, requestId).catch((err: unknown) => log.warn({ err, requestId }, 'Visit not recorded'));
  };
}

/** The limit of the statistics service. */
const MAX_USER_AGENT_LENGTH = 8_192;

/** Returns whether the browser loads the page before the user opens it. */
function isPrefetch(request: Request): boolean {
  return /prefetch|prerender/i.test(`${request.get('sec-purpose') ?? ''} ${request.get('purpose') ?? ''}`);
}
