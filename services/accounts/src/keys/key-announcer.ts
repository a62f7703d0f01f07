import type { Redis, Result } from 'ioredis';
import { KEYS_CHANGED, versionKey } from '../quota/redis-keys.ts';

/** Tells every gateway that a company's keys or limits were changed. */
export type KeyAnnouncer = { announce(companyId: number, version: number): Promise<void> };

declare module 'ioredis' {
  interface RedisCommander<Context> {
    vitaeRaiseVersion(keys: number, key: string, version: number): Result<number, Context>;
  }
}

// Two changes at once may be announced in either order: the version never goes back.
const RAISE_SCRIPT = `
local stored = tonumber(redis.call('GET', KEYS[1]) or '0')
if tonumber(ARGV[1]) > stored then redis.call('SET', KEYS[1], ARGV[1]) end
return stored
`;

/** The version is what counts; the message spares a gateway from finding out with its next call. */
export function createKeyAnnouncer(redis: Redis): KeyAnnouncer {
  redis.defineCommand('vitaeRaiseVersion', { lua: RAISE_SCRIPT });
  return {
    announce: async (companyId, version) => {
      await redis.vitaeRaiseVersion(1, versionKey(companyId), version);
      await redis.publish(KEYS_CHANGED, String(companyId));
    },
  };
}
