import type { Administrator, Administrators } from '@vitae/accounts/administrators/administrators';
import type { SecondFactors } from '@vitae/accounts/administrators/second-factors';
import type { SessionLimits } from '@vitae/accounts/sessions/session-records';
import type { SessionStore } from '@vitae/accounts/sessions/session-store';
import type { Request, Response } from 'express';
import type { Cookie } from '../../sessions/cookie.ts';
import { deviceOf } from '../../sessions/device.ts';
import { issueSessionId, readSessionId } from '../../sessions/session-cookie.ts';

/** The visitor of a settings page. Visitors who are not signed in have a session id too, which protects their forms. */
export type SettingsVisitor = {
  sessionId: string;
  /** The key of the CSRF tokens of the visitor's forms. */
  formKey: string;
  administrator: Administrator | undefined;
  /** The administrator who has entered the password but not yet the second factor. */
  halfway: Administrator | undefined;
};

export type AdministratorVisitors = {
  read(request: Request, response: Response): Promise<SettingsVisitor>;
  /** Issues a new session id, so that a planted one is useless (session fixation). */
  signIn(
    request: Request,
    response: Response,
    visitor: SettingsVisitor,
    administrator: Administrator,
  ): Promise<SettingsVisitor>;
  /** Starts a session that waits for the second factor. */
  signInHalfway(response: Response, visitor: SettingsVisitor, administrator: Administrator): Promise<SettingsVisitor>;
  /** Issues a new id for the same session, for example after a change of permissions. */
  renew(response: Response, visitor: SettingsVisitor, administrator: Administrator): Promise<void>;
  signOut(response: Response, visitor: SettingsVisitor): Promise<void>;
  /** Ends all sessions except one, including sessions waiting for a code and proposed secrets. */
  endAll(administratorId: number, except?: string): Promise<void>;
};

/** Administrator sessions last two hours without use, and twelve hours in total. */
export const ADMINISTRATOR_SESSION: SessionLimits = { idleSeconds: 7_200, absoluteSeconds: 43_200 };
/** Between the password and the second factor. */
export const HALFWAY_SESSION: SessionLimits = { idleSeconds: 300, absoluteSeconds: 300 };

/** Session ids are replaced after this time, so that a leaked id expires soon. */
const ROTATE_AFTER_MS = 900_000;

type AdministratorVisitorDependencies = {
  cookie: Cookie;
  sessions: SessionStore;
  halfway: SessionStore;
  administrators: Pick<Administrators, 'find'>;
  secondFactors: Pick<SecondFactors, 'discardProposal'>;
};

export function createAdministratorVisitors(dependencies: AdministratorVisitorDependencies): AdministratorVisitors {
  const { cookie, sessions, halfway, administrators, secondFactors } = dependencies;
  const signedOut = { administrator: undefined, halfway: undefined };

  const rotate = async (response: Response, id: string, role: string): Promise<string> => {
    const next = await sessions.rotate(id, role);
    if (next === undefined) return id;
    cookie.write(response, next);
    return next;
  };

  return {
    read: async (request, response) => {
      const given = readSessionId(cookie, request);
      if (given === undefined) {
        const sessionId = issueSessionId(cookie, response);
        return { sessionId, formKey: sessionId, ...signedOut };
      }
      const session = await sessions.find(given, deviceOf(request));
      const administrator = session && (await administrators.find(session.userId));
      if (session && administrator) {
        const { formKey, mark, idAge } = session;
        const isStale = idAge !== undefined && (mark !== administrator.role || idAge >= ROTATE_AFTER_MS);
        const sessionId = isStale ? await rotate(response, given, administrator.role) : given;
        return { sessionId, formKey, administrator, halfway: undefined };
      }
      const started = await halfway.find(given);
      const found = started && (await administrators.find(started.userId));
      return { sessionId: given, formKey: given, administrator: undefined, halfway: found };
    },
    signIn: async (request, response, { sessionId }, administrator) => {
      const { id: userId, companyId, role } = administrator;
      await halfway.end(sessionId);
      await sessions.end(sessionId);
      const id = await sessions.start({ userId, companyId }, deviceOf(request), role);
      cookie.write(response, id);
      const formKey = (await sessions.find(id))?.formKey ?? id;
      return { sessionId: id, formKey, administrator, halfway: undefined };
    },
    signInHalfway: async (response, { sessionId }, administrator) => {
      const { id: userId, companyId } = administrator;
      await sessions.end(sessionId);
      const id = await halfway.start({ userId, companyId });
      cookie.write(response, id);
      return { sessionId: id, formKey: id, administrator: undefined, halfway: administrator };
    },
    renew: async (response, { sessionId }, { role }) => {
      await rotate(response, sessionId, role);
    },
    signOut: async (response, { sessionId }) => {
      await sessions.end(sessionId);
      await halfway.end(sessionId);
      cookie.clear(response);
    },
    endAll: async (administratorId, except) => {
      await halfway.endAll(administratorId);
      await sessions.endAll(administratorId, except);
      await secondFactors.discardProposal(administratorId);
    },
  };
}

/**
 * Ends all sessions before and after a password change: before, so that no stolen session outlives the change and
 * nothing changes while Redis is unavailable; after, for sessions started during the change.
 */
export async function endAllAround<T>(
  visitors: Pick<AdministratorVisitors, 'endAll'>,
  administratorId: number,
  change: () => Promise<T>,
): Promise<T> {
  await visitors.endAll(administratorId);
  const changed = await change();
  await visitors.endAll(administratorId);
  return changed;
}
