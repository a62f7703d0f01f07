import { createHash } from 'node:crypto';
import { barrierKey } from '@vitae/accounts/quota/redis-keys';
import type { Redis, Result } from 'ioredis';
import { NONCE_SECONDS } from '../../quota/admit-script.ts';
import { barrierFunction, type ReplayBarrier, replayMemoryLost } from '../../quota/replay-barrier.ts';

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

declare module 'ioredis' {
  interface RedisCommander<Context> {
    vitaeClaimNonce(keys: number, ...keysAndArguments: (string | number)[]): Result<[string, number], Context>;
  }
}

/** KEYS barrier, nonce; ARGV timestamp, nonce seconds. Answers {'claimed' | 'used' | 'unsettled' | 'early', Unix time}. */
const CLAIM_SCRIPT = `
local now = tonumber(redis.call('TIME')[1])
${barrierFunction('KEYS[1]')}
local refused = pass(tonumber(ARGV[1]), now)
if refused then return {refused, now} end
return {redis.call('SET', KEYS[2], '', 'NX', 'EX', ARGV[2]) and 'claimed' or 'used', now}
`;

export function createNonceStore(redis: Redis, barrier: ReplayBarrier): NonceStore {
  redis.defineCommand('vitaeClaimNonce', { lua: CLAIM_SCRIPT });
  const attempt = (use: NonceUse) =>
    redis.vitaeClaimNonce(2, barrierKey(use.companyId), nonceKey(use), use.timestamp, NONCE_SECONDS);
  return {
    claim: async (use) => {
      let [outcome, now] = await attempt(use);
      if (outcome === 'unsettled') {
        await barrier.settle(use.companyId, use.timestamp - now);
        [outcome, now] = await attempt(use);
      }
      if (outcome === 'claimed' || outcome === 'used') return outcome === 'claimed';
      throw replayMemoryLost();
    },
  };
}

/** A digest, so that its length does not depend on what clients send; companies keep to their hash tag. */
export function nonceKey({ companyId, consumerKey, token, timestamp, nonce }: NonceUse): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([consumerKey, token ?? '', timestamp, nonce]))
    .digest('base64url');
  return `{c:${companyId}}:oauth-nonce:${digest}`;
}
