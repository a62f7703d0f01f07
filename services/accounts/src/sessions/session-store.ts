import { randomBytes } from 'node:crypto';
import {
  createSessionRecords,
  type Device,
  digestOf,
  type SessionLimits,
  type SessionRecords,
  type SessionRecordsDependencies,
  type StoredSession,
  type Subject,
} from './session-records.ts';

type Session = Subject & {
  /** The key from which form tokens are derived. It does not change with the id. */
  formKey: string;
  /** The state for which the id was issued, for example a role. When it changes, the id must be rotated. */
  mark: string | undefined;
  /** Milliseconds since this id was issued; undefined if a newer id exists. */
  idAge: number | undefined;
};

/** An entry in the list of open sessions. */
export type OpenSession = { ref: string; device: Device | undefined; startedAt: Date; lastSeenAt: Date };

/**
 * Sessions in Redis, stored encrypted by the digests of their ids, so that access to Redis neither reveals a usable id nor
 * allows forging a session.
 */
export type SessionStore = {
  /** Returns the id of the new session. */
  start(subject: Subject, device?: Device, mark?: string): Promise<string>;
  /** Finds a session and counts as activity. Returns undefined if the session has ended or expired. */
  find(id: string, device?: Device): Promise<Session | undefined>;
  /** Returns whether the session is open. Does not count as activity. */
  isOpen(id: string): Promise<boolean>;
  /** Returns the user of the session, undefined if it has ended. Does not count as activity. */
  userOf(id: string): Promise<number | undefined>;
  /** Issues a new id. The old id remains valid briefly for requests that are already on the way. */
  rotate(id: string, mark?: string): Promise<string | undefined>;
  /** Returns the open sessions of a user, most recently used first. */
  list(userId: number): Promise<OpenSession[]>;
  /** Ends the session. The id may have been replaced. */
  end(id: string): Promise<void>;
  /** Ends a session by its `ref`. Returns false if it is not a session of this user. */
  endListed(userId: number, ref: string): Promise<boolean>;
  /** Ends all sessions of a user except one. */
  endAll(userId: number, except?: string): Promise<void>;
};

/** The limits for CV owners: two hours idle, twelve hours in total. */
export const OWNER_SESSION: SessionLimits = { idleSeconds: 7_200, absoluteSeconds: 43_200 };

/** `kind` separates the sessions of owners and administrators. */
type SessionStoreDependencies = SessionRecordsDependencies;

/** The precision of `lastSeenAt`. */
const SEEN_INTERVAL_MS = 60_000;
/** How long a replaced id remains valid. */
const REPLACED_SECONDS = 30;

export function createSessionStore(dependencies: SessionStoreDependencies): SessionStore {
  const { clock } = dependencies;
  const records = createSessionRecords(dependencies);
  const userOf: SessionStore['userOf'] = async (id) => (await records.read(digestOf(id)))?.userId;
  return {
    start: async ({ userId, companyId }, device, mark) => {
      const id = newSessionId();
      const now = clock.now();
      const times = { startedAt: now, lastSeenAt: now, issuedAt: now };
      await records.add(digestOf(id), { userId, companyId, ...times, formKey: newSessionId(), device, mark });
      return id;
    },
    find: async (id, device) => {
      const digest = digestOf(id);
      const session = await records.read(digest);
      if (!session) return undefined;
      if (records.hasEnded(session)) {
        await records.remove(session.userId, digest);
        return undefined;
      }
      const { userId, companyId, formKey, mark } = session;
      if (session.replaced) return { userId, companyId, formKey, mark, idAge: undefined };
      const now = clock.now();
      if (now - session.lastSeenAt >= SEEN_INTERVAL_MS)
        await records.update(digest, { ...session, lastSeenAt: now, device: device ?? session.device });
      else await records.extend(digest, session);
      return { userId, companyId, formKey, mark, idAge: Math.max(0, now - session.issuedAt) };
    },
    userOf,
    isOpen: async (id) => (await userOf(id)) !== undefined,
    rotate: (id, mark) => rotate(records, id, clock.now(), mark),
    list: async (userId) => {
      const sessions: OpenSession[] = [];
      for (const ref of await records.digestsOf(userId)) {
        const session = await records.read(ref);
        if (!session || records.hasEnded(session)) await records.remove(userId, ref);
        else if (!session.replaced) sessions.push(openSession(ref, session));
      }
      return sessions.sort((a, b) => b.lastSeenAt.getTime() - a.lastSeenAt.getTime());
    },
    end: async (id) => {
      await records.end(digestOf(id));
    },
    endListed: async (userId, ref) => {
      if (!(await records.isOfUser(userId, ref))) return false;
      const session = await records.end(ref);
      if (!session) await records.remove(userId, ref);
      return session !== undefined;
    },
    endAll: (userId, except) => endAll(records, userId, except),
  };
}

async function rotate(records: SessionRecords, id: string, now: number, mark?: string): Promise<string | undefined> {
  const digest = digestOf(id);
  const session = await records.read(digest);
  if (!session || session.replaced) return undefined;
  const next = newSessionId();
  const successor = digestOf(next);
  await records.add(successor, { ...session, issuedAt: now, mark, predecessor: digest });
  // From here on, ending the old id also ends the new one. The old id is not restored if it was ended.
  if (await records.replace(digest, { ...session, replaced: true, successor }, REPLACED_SECONDS)) return next;
  await records.remove(session.userId, successor);
  return undefined;
}

async function endAll(records: SessionRecords, userId: number, except?: string): Promise<void> {
  // Repeated until none is left, because a session may be rotated concurrently.
  for (;;) {
    const digests = await records.digestsOf(userId);
    const excluded = except === undefined ? new Set<string>() : await records.withSuccessors(digestOf(except));
    const others = digests.filter((digest) => !excluded.has(digest));
    if (others.length === 0) return;
    for (const digest of others) await records.remove(userId, digest);
  }
}

function openSession(ref: string, { device, startedAt, lastSeenAt }: StoredSession): OpenSession {
  return { ref, device, startedAt: new Date(startedAt), lastSeenAt: new Date(lastSeenAt) };
}

/** Returns the `ref` of a session in the list of open sessions. */
export function sessionRef(id: string): string {
  return digestOf(id);
}

/** Returns 256 random bits. */
export function newSessionId(): string {
  return randomBytes(32).toString('base64url');
}
