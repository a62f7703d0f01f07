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
  const open = async (session: StoredSession): Promise<string> => {
    const id = newSessionId();
    await redis.set(sessionKey(digestOf(id)), JSON.stringify(session), 'EX', secondsLeft(session));
    await redis.sadd(sessionsOf(session.userId), digestOf(id));
    await redis.expire(sessionsOf(session.userId), limits.absoluteSeconds);
    return id;
  };
  const drop = async (userId: number, digest: string) => {
    await redis.del(sessionKey(digest));
    await redis.srem(sessionsOf(userId), digest);
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
      const next = await open({ ...session, issuedAt: clock.now(), mark, predecessor: digest });
      if (await rewrite(digest, { ...session, replaced: true }, REPLACED_SECONDS)) return next;
      await drop(session.userId, digestOf(next));
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
      const session = await read(digestOf(id));
      await redis.del(sessionKey(digestOf(id)));
      if (session?.predecessor) await redis.del(sessionKey(session.predecessor));
    },
    endListed: async (userId, ref) => {
      if ((await redis.sismember(sessionsOf(userId), ref)) === 0) return false;
      const session = await read(ref);
      await drop(userId, ref);
      if (session?.predecessor) await drop(userId, session.predecessor);
      return session !== undefined;
    },
    endAll: async (userId, except) => {
      const kept = except === undefined ? undefined : digestOf(except);
      // Until none is left: one may have got a new id while the others were ended.
      for (;;) {
        const others = (await redis.smembers(sessionsOf(userId))).filter((digest) => digest !== kept);
        if (others.length === 0) return;
        for (const digest of others) await drop(userId, digest);
      }
    },
  };
}

/** 256 random bits. */
export function newSessionId(): string {
  return randomBytes(32).toString('base64url');
}

/** The session's place in the list of open ones. */
export function sessionRef(id: string): string {
  return digestOf(id);
}

function digestOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}
