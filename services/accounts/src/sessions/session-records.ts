import { createHash } from 'node:crypto';
import type { Clock } from '@vitae/kit/clock';
import type { Redis } from 'ioredis';
import type { SecretBox } from '../secrets/secret-box.ts';

/** The user of a session. */
export type Subject = { userId: number; companyId: number };

/** The device that uses a session, as displayed in the list of sessions. */
export type Device = { address: string; userAgent: string };

export type SessionLimits = { idleSeconds: number; absoluteSeconds: number };

/** A session as stored in Redis. Times are in milliseconds. */
export type StoredSession = Subject & {
  startedAt: number;
  lastSeenAt: number;
  /** When this id was issued. */
  issuedAt: number;
  formKey: string;
  device?: Device | undefined;
  mark?: string | undefined;
  /** Whether a newer id exists. */
  replaced?: true;
  /** The digest of the previous id. */
  predecessor?: string;
  /** The digest of the next id. */
  successor?: string;
};

export type SessionRecordsDependencies = {
  redis: Redis;
  box: SecretBox;
  clock: Clock;
  kind: string;
  limits: SessionLimits;
};

export type SessionRecords = ReturnType<typeof createSessionRecords>;

/**
 * Stores sessions in Redis by the digests of their ids, and a set of digests for each user. Records are encrypted and
 * bound to kind and digest, so that write access to Redis does not allow forging a session or copying one to another id.
 */
export function createSessionRecords({ redis, box, clock, kind, limits }: SessionRecordsDependencies) {
  const { sessionKey, seal, open } = createSealedSessions(box, kind);
  const userKey = (userId: number) => `sessions-of:${kind}:${userId}`;
  const secondsLeft = (session: StoredSession) =>
    Math.max(1, Math.min(limits.idleSeconds, Math.floor(limits.absoluteSeconds - ageOf(session, clock.now()) / 1000)));
  const read = async (digest: string): Promise<StoredSession | undefined> =>
    open(digest, await redis.get(sessionKey(digest)));
  const remove = async (userId: number, digest: string): Promise<void> => {
    await redis.del(sessionKey(digest));
    await redis.srem(userKey(userId), digest);
  };
  const take = async (digest: string): Promise<StoredSession | undefined> => {
    const session = open(digest, await redis.getdel(sessionKey(digest)));
    if (session) await redis.srem(userKey(session.userId), digest);
    return session;
  };
  return {
    read,
    remove,
    /**
     * Adds a session. A transaction is not possible, because a cluster stores the session and the entry for the user on
     * different nodes. The entry comes first, so that every session can be ended with the others of the user. If they
     * are all ended concurrently, so is the new one.
     */
    add: async (digest: string, session: StoredSession): Promise<void> => {
      const ofUser = userKey(session.userId);
      await redis.multi().sadd(ofUser, digest).expire(ofUser, limits.absoluteSeconds).exec();
      await redis.set(sessionKey(digest), seal(digest, session), 'EX', secondsLeft(session));
      if ((await redis.sismember(ofUser, digest)) === 0) await redis.del(sessionKey(digest));
    },
    /** Keeps an old id valid briefly. Returns false if it was ended concurrently. */
    replace: async (digest: string, session: StoredSession, seconds: number): Promise<boolean> =>
      (await redis.set(sessionKey(digest), seal(digest, session), 'EX', seconds, 'XX')) !== null,
    /** Updates a session unless it was ended concurrently. */
    update: (digest: string, session: StoredSession) =>
      redis.set(sessionKey(digest), seal(digest, session), 'EX', secondsLeft(session), 'XX'),
    extend: (digest: string, session: StoredSession) => redis.expire(sessionKey(digest), secondsLeft(session)),
    digestsOf: (userId: number) => redis.smembers(userKey(userId)),
    isOfUser: async (userId: number, digest: string) => (await redis.sismember(userKey(userId), digest)) === 1,
    /** Ends a session under each of its ids. Returns undefined if `digest` does not exist. */
    end: async (digest: string): Promise<StoredSession | undefined> => {
      const session = await take(digest);
      for (let next = session?.successor; next; ) next = (await take(next))?.successor;
      for (let previous = session?.predecessor; previous; ) previous = (await take(previous))?.predecessor;
      return session;
    },
    /** Returns this digest and those of the ids that replaced it. */
    withSuccessors: async (digest: string): Promise<Set<string>> => {
      const digests = new Set<string>();
      for (let next: string | undefined = digest; next; next = (await read(next))?.successor) digests.add(next);
      return digests;
    },
    hasEnded: (session: StoredSession) => hasEnded(session, clock.now(), limits),
  };
}

/** Encrypts sessions, each for the key that stores it. */
function createSealedSessions(box: SecretBox, kind: string) {
  const sessionKey = (digest: string) => `session:${kind}:${digest}`;
  return {
    sessionKey,
    seal: (digest: string, session: StoredSession) => box.seal(JSON.stringify(session), sessionKey(digest)),
    open: (digest: string, sealed: string | null): StoredSession | undefined => {
      if (sealed === null) return undefined;
      try {
        return JSON.parse(box.open(sealed, sessionKey(digest))) as StoredSession;
      } catch {
        return undefined; // forged, copied from another id, or encrypted with a master key that was removed
      }
    },
  };
}

export function digestOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

/** The maximum clock difference between processes. */
const CLOCK_TOLERANCE_MS = 300_000;

function ageOf({ startedAt }: StoredSession, now: number): number {
  return Math.max(0, now - startedAt);
}

/** Sessions that start in the future have ended, so that setting the clock back does not extend a session. */
function hasEnded(session: StoredSession, now: number, limits: SessionLimits): boolean {
  if (session.startedAt > now + CLOCK_TOLERANCE_MS) return true;
  if (ageOf(session, now) >= limits.absoluteSeconds * 1000) return true;
  return now - session.lastSeenAt >= limits.idleSeconds * 1000 + CLOCK_TOLERANCE_MS;
}
