import type { Redis } from 'ioredis';

/** The CVs that an owner imported from archives in the last day, so that importing a file again does not create them again. */
export type ImportedCvs = {
  /** Returns the ids of CVs by the digests of their imported content. */
  find(userId: number): Promise<ReadonlyMap<string, number>>;
  add(userId: number, digest: string, cvId: number): Promise<void>;
};

/** As long as the resume service recognizes repeated requests. */
const DAY_SECONDS = 86_400;

export function createImportedCvs(redis: Redis): ImportedCvs {
  const keyOf = (userId: number) => `session:imported-cvs:${userId}`;
  return {
    find: async (userId) =>
      new Map(Object.entries(await redis.hgetall(keyOf(userId))).map(([digest, cvId]) => [digest, Number(cvId)])),
    add: async (userId, digest, cvId) => {
      await redis.hset(keyOf(userId), digest, cvId);
      await redis.expire(keyOf(userId), DAY_SECONDS);
    },
  };
}
