import { createHash } from 'node:crypto';
import { barrierKey } from '@vitae/accounts/quota/redis-keys';
import type { Redis, Result } from 'ioredis';
import { NONCE_SECONDS } from './company-quota-script.ts';
import { barrierFunction, forServer, type ReplayBarrier, replayMemoryLost } from './replay-barrier.ts';

/** The use of a nonce, unique per consumer, token and timestamp (RFC 5849 section 3.3). */
export type NonceUse = {
  companyId: number;
  consumerKey: string;
  token: string | undefined;
  timestamp: number;
  nonce: string;
};

export type NonceStore = {
  /** Returns false if any gateway has seen the nonce before. */
  claim(use: NonceUse): Promise<boolean>;
};

declare module 'ioredis' {
  interface RedisCommander<Context> {
    vitaeClaimNonce(keys: number, ...keysAndArguments: (string | number)[]): Result<[string, number], Context>;
  }
}

/** KEYS barrier, nonce; ARGV timestamp, nonce lifetime in seconds. Returns {'claimed' | 'used' | 'unsettled' | 'before', Unix time}. */
const CLAIM_SCRIPT = `
local now = tonumber(redis.call('TIME')[1])
${barrierFunction('KEYS[1]')}
local barrier_state = check_barrier(tonumber(ARGV[1]), now)
if barrier_state then return {barrier_state, now} end
return {redis.call('SET', KEYS[2], '', 'NX', 'EX', ARGV[2]) and 'claimed' or 'used', now}
`;

export function createNonceStore(redis: Redis, barrier: ReplayBarrier): NonceStore {
  redis.defineCommand('vitaeClaimNonce', { lua: forServer(redis, CLAIM_SCRIPT) });
  const attempt = (use: NonceUse) =>
    redis.vitaeClaimNonce(2, barrierKey(use.companyId, use.consumerKey), nonceKey(use), use.timestamp, NONCE_SECONDS);
  return {
    claim: async (use) => {
      let [outcome, now] = await attempt(use);
      if (outcome === 'unsettled') {
        await barrier.settle(use, now, use.timestamp - now);
        [outcome, now] = await attempt(use);
      }
      if (outcome === 'claimed' || outcome === 'used') return outcome === 'claimed';
      throw replayMemoryLost();
    },
  };
}

/** Returns a digest with the company's hash tag, so that the length of a key does not depend on client input. */
export function nonceKey({ companyId, consumerKey, token, timestamp, nonce }: NonceUse): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([consumerKey, token ?? '', timestamp, nonce]))
    .digest('base64url');
  return `{c:${companyId}}:oauth-nonce:${digest}`;
}
