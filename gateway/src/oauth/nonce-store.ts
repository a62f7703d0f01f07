import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { NONCE_SECONDS } from '../quota/admit-script.ts';

/** RFC 5849 section 3.3: unique for consumer, token and timestamp. */
export type NonceUse = {
  companyId: number;
  consumerKey: string;
  token: string | undefined;
  timestamp: number;
  nonce: string;
};

export type NonceStore = {
  /** False when the nonce was used before, on whichever gateway. */
  claim(use: NonceUse): Promise<boolean>;
};

export function createNonceStore(redis: Redis): NonceStore {
  return {
    claim: async (use) => (await redis.set(nonceKey(use), '', 'EX', NONCE_SECONDS, 'NX')) === 'OK',
  };
}

/** A digest, so that its length does not depend on what clients send; companies keep to their hash tag. */
export function nonceKey({ companyId, consumerKey, token, timestamp, nonce }: NonceUse): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([consumerKey, token ?? '', timestamp, nonce]))
    .digest('base64url');
  return `{c:${companyId}}:oauth-nonce:${digest}`;
}
