import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '@vitae/kit/clock';
import type { Redis } from 'ioredis';

/** Whose session it is. */
export type Subject = { userId: number; companyId: number };

/** Sessions in Redis, under digests of their ids: who reads Redis cannot take one over. */
export type SessionStore = {
  /** A new session under a new id. */
  start(subject: Subject): Promise<string>;
  /** Counts as use. Undefined when it ended, was idle too long or is too old. */
  find(id: string): Promise<Subject | undefined>;
  end(id: string): Promise<void>;
  /** Ends all of a user's sessions, but for one. */
  endAll(userId: number, except?: string): Promise<void>;
};

export type SessionLimits = { idleSeconds: number; absoluteSeconds: number };

/** CV owners: two hours without use, half a day in all. */
export const OWNER_SESSION: SessionLimits = { idleSeconds: 7_200, absoluteSeconds: 43_200 };

/** Sessions of different kinds of people are kept apart by `kind`. */
export type SessionStoreDependencies = { redis: Redis; clock: Clock; kind: string; limits: SessionLimits };

type StoredSession = Subject & { startedAt: number };

export function createSessionStore({ redis, clock, kind, limits }: SessionStoreDependencies): SessionStore {
  const sessionKey = (digest: string) => `session:${kind}:${digest}`;
  const sessionsOf = (userId: number) => `sessions-of:${kind}:${userId}`;
  return {
    start: async ({ userId, companyId }) => {
      const id = newSessionId();
      const digest = digestOf(id);
      const session: StoredSession = { userId, companyId, startedAt: clock.now() };
      await redis.set(
        sessionKey(digest),
        JSON.stringify(session),
        'EX',
        Math.min(limits.idleSeconds, limits.absoluteSeconds),
      );
      await redis.sadd(sessionsOf(userId), digest);
      await redis.expire(sessionsOf(userId), limits.absoluteSeconds);
      return id;
    },
    find: async (id) => {
      const digest = digestOf(id);
      const stored = await redis.get(sessionKey(digest));
      if (stored === null) return undefined;
      const { userId, companyId, startedAt } = JSON.parse(stored) as StoredSession;
      const left = Math.floor(limits.absoluteSeconds - (clock.now() - startedAt) / 1000);
      if (left <= 0) {
        await redis.del(sessionKey(digest));
        return undefined;
      }
      await redis.expire(sessionKey(digest), Math.min(limits.idleSeconds, left));
      return { userId, companyId };
    },
    end: async (id) => {
      await redis.del(sessionKey(digestOf(id)));
    },
    endAll: async (userId, except) => {
      const kept = except === undefined ? undefined : digestOf(except);
      for (const digest of await redis.smembers(sessionsOf(userId))) {
        if (digest === kept) continue;
        await redis.del(sessionKey(digest));
        await redis.srem(sessionsOf(userId), digest);
      }
    },
  };
}

/** 256 random bits. */
export function newSessionId(): string {
  return randomBytes(32).toString('base64url');
}

function digestOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}
