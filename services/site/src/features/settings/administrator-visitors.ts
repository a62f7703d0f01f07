import type { Administrator, Administrators } from '@vitae/accounts/administrators/administrators';
import type { SecondFactors } from '@vitae/accounts/administrators/second-factors';
import type { Device, SessionLimits, SessionStore } from '@vitae/accounts/sessions/session-store';
import type { Request, Response } from 'express';
import type { Cookie } from '../../sessions/cookie.ts';
import { givenSessionId, giveSessionId } from '../../sessions/session-cookie.ts';

/** Who looks at a page of the settings. One who is not signed in has a session id too, for the forms. */
export type SettingsVisitor = {
  sessionId: string;
  /** What the tokens of the visitor's forms are made from. */
  formKey: string;
  administrator: Administrator | undefined;
  /** Who gave a right password here, and not yet the second factor. */
  halfway: Administrator | undefined;
};

export type AdministratorVisitors = {
  read(request: Request, response: Response): Promise<SettingsVisitor>;
  /** A new session id at each sign-in: whoever planted the old one has nothing (session fixation). */
  signIn(request: Request, response: Response, visitor: SettingsVisitor, administrator: Administrator): Promise<void>;
  /** The password was right; the second factor is still to come. */
  signInHalfway(response: Response, visitor: SettingsVisitor, administrator: Administrator): Promise<void>;
  /** A new id for the same session, as after a change of what it may do. */
  renew(response: Response, visitor: SettingsVisitor, administrator: Administrator): Promise<void>;
  signOut(response: Response, visitor: SettingsVisitor): Promise<void>;
  /** Ends all that was begun with the password, but for one session: those that wait for a code, and proposed secrets, too. */
  endAll(administratorId: number, except?: string): Promise<void>;
};

/** Administrators: two hours without use, half a day in all. */
export const ADMINISTRATOR_SESSION: SessionLimits = { idleSeconds: 7_200, absoluteSeconds: 43_200 };
/** Between the password and the second factor. */
export const HALFWAY_SESSION: SessionLimits = { idleSeconds: 300, absoluteSeconds: 300 };

/** After this long an id is replaced, so that one that leaked is soon worth nothing. */
const ROTATE_AFTER_MS = 900_000;
const MAX_USER_AGENT = 300;

export type AdministratorVisitorDependencies = {
  cookie: Cookie;
  sessions: SessionStore;
  halfway: SessionStore;
  administrators: Pick<Administrators, 'find'>;
  secondFactors: Pick<SecondFactors, 'withdraw'>;
};

export function createAdministratorVisitors(dependencies: AdministratorVisitorDependencies): AdministratorVisitors {
  const { cookie, sessions, halfway, administrators, secondFactors } = dependencies;
  const nobody = { administrator: undefined, halfway: undefined };

  const rotate = async (response: Response, id: string, role: string): Promise<string> => {
    const next = await sessions.rotate(id, role);
    if (next === undefined) return id;
    cookie.write(response, next);
    return next;
  };

  return {
    read: async (request, response) => {
      const given = givenSessionId(cookie, request);
      if (given === undefined) {
        const sessionId = giveSessionId(cookie, response);
        return { sessionId, formKey: sessionId, ...nobody };
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
      cookie.write(response, await sessions.start({ userId, companyId }, deviceOf(request), role));
    },
    signInHalfway: async (response, { sessionId }, { id: userId, companyId }) => {
      await sessions.end(sessionId);
      cookie.write(response, await halfway.start({ userId, companyId }));
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
      await secondFactors.withdraw(administratorId);
    },
  };
}

/**
 * A change of the password, and the end of all that was begun with the old one: before it, so that nothing changes
 * while Redis is away and no thief's session outlives the change, and after it, for who came in meanwhile.
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

function deviceOf(request: Request): Device {
  return { address: request.ip ?? '', userAgent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT) };
}
