import type { Owner, OwnerCredentials } from '@vitae/accounts/credentials/owner-credentials';
import type { SessionStore } from '@vitae/accounts/sessions/session-store';
import type { Request, Response } from 'express';
import type { Cookie } from './cookie.ts';
import { deviceOf } from './device.ts';
import { issueSessionId, readSessionId } from './session-cookie.ts';

/** The visitor of a page. Visitors who are not signed in have a session id too, which protects their forms. */
export type Visitor = { sessionId: string; owner: Owner | undefined };

export type Visitors = {
  read(request: Request, response: Response): Promise<Visitor>;
  /**
   * Issues a new session id, which prevents session fixation, and returns it. `confirm` runs when the session is stored. If
   * it returns false, nothing changes.
   */
  signIn(
    response: Response,
    visitor: Visitor,
    owner: Owner,
    confirm?: () => Promise<boolean>,
  ): Promise<string | undefined>;
  signOut(response: Response, visitor: Visitor): Promise<void>;
};

type VisitorDependencies = {
  cookie: Cookie;
  sessions: SessionStore;
  credentials: Pick<OwnerCredentials, 'find'>;
};

export function createVisitors({ cookie, sessions, credentials }: VisitorDependencies): Visitors {
  return {
    read: async (request, response) => {
      const sessionId = readSessionId(cookie, request);
      if (sessionId === undefined) return { sessionId: issueSessionId(cookie, response), owner: undefined };
      const subject = await sessions.find(sessionId, deviceOf(request));
      return { sessionId, owner: subject && (await credentials.find(subject.userId)) };
    },
    signIn: async (response, { sessionId }, owner, confirm = async () => true) => {
      const started = await sessions.start(owner, deviceOf(response.req));
      let isConfirmed = false;
      try {
        isConfirmed = await confirm();
      } finally {
        if (!isConfirmed) await sessions.end(started);
      }
      if (!isConfirmed) return undefined;
      cookie.write(response, started);
      await sessions.end(sessionId);
      return started;
    },
    signOut: async (response, { sessionId }) => {
      await sessions.end(sessionId);
      cookie.clear(response);
    },
  };
}
