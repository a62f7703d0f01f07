import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '@vitae/kit/clock';
import type { Redis } from 'ioredis';
import { ageOf, hasEnded, parseSession, type StoredSession } from './stored-session.ts';

/** Whose session it is. */
export type Subject = { userId: number; companyId: number };

/** From where it is used, as its owner would know it again. */
export type Device = { address: string; userAgent: string };

export type Session = Subject & {
  /** What the tokens of its forms are made from; it stays when the id changes. */
  formKey: string;
  /** What the id was given out for, such as a role: another one needs another id. */
  mark: string | undefined;
  /** Milliseconds since this id was given out; undefined when there is a newer one already. */
  idAge: number | undefined;
};

/** A session as the list of open ones shows it. */
export type OpenSession = { ref: string; device: Device | undefined; startedAt: Date; lastSeenAt: Date };

/** Sessions in Redis, under digests of their ids: who reads Redis cannot take one over. */
export type SessionStore = {
  /** A new session under a new id. */
  start(subject: Subject, device?: Device, mark?: string): Promise<string>;
  /** Counts as use. Undefined when it ended, was idle too long or is too old. */
  find(id: string, device?: Device): Promise<Session | undefined>;
  /** Whether it has not ended; does not count as use. */
  isOpen(id: string): Promise<boolean>;
  /** The same session under a new id. The old one works a moment longer, for what the browser had asked already. */
  rotate(id: string, mark?: string): Promise<string | undefined>;
  /** The open sessions of a user, the one used last first. */
  list(userId: number): Promise<OpenSession[]>;
  /** Ends the session, whether this id of it is the newest or was replaced a moment ago. */
  end(id: string): Promise<void>;
  /** Ends the session of a list, when it is this user's. */
  endListed(userId: number, ref: string): Promise<boolean>;
  /** Ends all of a user's sessions, but for one. */
  endAll(userId: number, except?: string): Promise<void>;
};

export type SessionLimits = { idleSeconds: number; absoluteSeconds: number };

/** CV owners: two hours without use, half a day in all. */
export const OWNER_SESSION: SessionLimits = { idleSeconds: 7_200, absoluteSeconds: 43_200 };

/** Sessions of different kinds of people are kept apart by `kind`. */
export type SessionStoreDependencies = { redis: Redis; clock: Clock; kind: string; limits: SessionLimits };

/** How exactly the time of the last use is known. */
const SEEN_EVERY_MS = 60_000;
/** How long an id that was replaced still works. */
const REPLACED_SECONDS = 30;

export function createSessionStore({ redis, clock, kind, limits }: SessionStoreDependencies): SessionStore {
  const sessionKey = (digest: string) => `session:${kind}:${digest}`;
  const sessionsOf = (userId: number) => `sessions-of:${kind}:${userId}`;
  const secondsLeft = (session: StoredSession) =>
    Math.max(1, Math.min(limits.idleSeconds, Math.floor(limits.absoluteSeconds - ageOf(session, clock.now()) / 1000)));
  const read = async (digest: string) => parseSession(await redis.get(sessionKey(digest)));
  /** At once: whoever ends all sessions of somebody finds none that is not in the list. */
  const opening = (digest: string, session: StoredSession) =>
    redis
      .multi()
      .set(sessionKey(digest), JSON.stringify(session), 'EX', secondsLeft(session))
      .sadd(sessionsOf(session.userId), digest)
      .expire(sessionsOf(session.userId), limits.absoluteSeconds);
  const open = async (session: StoredSession): Promise<string> => {
    const id = newSessionId();
    await opening(digestOf(id), session).exec();
    return id;
  };
  const drop = async (userId: number, digest: string) => {
    await redis.del(sessionKey(digest));
    await redis.srem(sessionsOf(userId), digest);
  };
  const take = async (digest: string): Promise<StoredSession | undefined> => {
    const session = parseSession(await redis.getdel(sessionKey(digest)));
    if (session) await redis.srem(sessionsOf(session.userId), digest);
    return session;
  };
  /** Ends a session under each of its ids, whichever of them this is. */
  const endSession = async (digest: string): Promise<StoredSession | undefined> => {
    const session = await take(digest);
    for (let next = session?.successor; next; ) next = (await take(next))?.successor;
    for (let last = session?.predecessor; last; ) last = (await take(last))?.predecessor;
    return session;
  };
  /** This id and those that came in its place. */
  const idsSince = async (digest: string): Promise<Set<string>> => {
    const ids = new Set<string>();
    for (let next: string | undefined = digest; next; next = (await read(next))?.successor) ids.add(next);
    return ids;
  };
  /** Writes what is there still: a session that was ended meanwhile stays ended. */
  const rewrite = (digest: string, session: StoredSession, seconds: number) =>
    redis.set(sessionKey(digest), JSON.stringify(session), 'EX', seconds, 'XX');

  return {
    start: ({ userId, companyId }, device, mark) => {
      const now = clock.now();
      const times = { startedAt: now, lastSeenAt: now, issuedAt: now };
      return open({ userId, companyId, ...times, formKey: newSessionId(), device, mark });
    },
    find: async (id, device) => {
      const digest = digestOf(id);
      const session = await read(digest);
      if (!session) return undefined;
      const now = clock.now();
      if (hasEnded(session, now, limits)) {
        await drop(session.userId, digest);
        return undefined;
      }
      const { userId, companyId, formKey, mark } = session;
      if (session.replaced) return { userId, companyId, formKey, mark, idAge: undefined };
      const seen = { ...session, lastSeenAt: now, device: device ?? session.device };
      if (now - session.lastSeenAt >= SEEN_EVERY_MS) await rewrite(digest, seen, secondsLeft(seen));
      else await redis.expire(sessionKey(digest), secondsLeft(session));
      return { userId, companyId, formKey, mark, idAge: Math.max(0, now - session.issuedAt) };
    },
    isOpen: async (id) => (await redis.exists(sessionKey(digestOf(id)))) === 1,
    rotate: async (id, mark) => {
      const digest = digestOf(id);
      const session = await read(digest);
      if (!session || session.replaced) return undefined;
      const next = newSessionId();
      const successor = digestOf(next);
      const replaced = JSON.stringify({ ...session, replaced: true, successor });
      // At once: whoever has the old id ends the new one with it. An old one that was ended meanwhile stays so.
      const done = await opening(successor, { ...session, issuedAt: clock.now(), mark, predecessor: digest })
        .set(sessionKey(digest), replaced, 'EX', REPLACED_SECONDS, 'XX')
        .exec();
      if (done?.at(-1)?.[1]) return next;
      await drop(session.userId, successor);
      return undefined;
    },
    list: async (userId) => {
      const found: OpenSession[] = [];
      for (const ref of await redis.smembers(sessionsOf(userId))) {
        const session = await read(ref);
        if (!session || hasEnded(session, clock.now(), limits)) await drop(userId, ref);
        else if (!session.replaced)
          found.push({
            ref,
            device: session.device,
            startedAt: new Date(session.startedAt),
            lastSeenAt: new Date(session.lastSeenAt),
          });
      }
      return found.sort((a, b) => b.lastSeenAt.getTime() - a.lastSeenAt.getTime());
    },
    end: async (id) => {
      await endSession(digestOf(id));
    },
    endListed: async (userId, ref) => {
      if ((await redis.sismember(sessionsOf(userId), ref)) === 0) return false;
      const session = await endSession(ref);
      if (!session) await drop(userId, ref);
      return session !== undefined;
    },
    endAll: async (userId, except) => {
      // Until none is left: one may have got a new id while the others were ended.
      for (;;) {
        const all = await redis.smembers(sessionsOf(userId));
        const kept = except === undefined ? new Set<string>() : await idsSince(digestOf(except));
        const others = all.filter((digest) => !kept.has(digest));
        if (others.length === 0) return;
        for (const digest of others) await drop(userId, digest);
      }
    },
  };
}

/** The session's place in the list of open ones. */
export function sessionRef(id: string): string {
  return digestOf(id);
}

function digestOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

/** Returns 256 random bits. */
export function newSessionId(): string {
  return randomBytes(32).toString('base64url');
}
