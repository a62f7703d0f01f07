import { createHash } from 'node:crypto';
import { barrierKey } from '@vitae/accounts/quota/redis-keys';
import type { Redis, Result } from 'ioredis';
import { claimFunction, markOf, NONCE_SECONDS, type NonceClaim } from './nonce-claim.ts';
import { barrierFunction, forServer, type ReplayBarrier, replayMemoryLost } from './replay-barrier.ts';

/** The use of a nonce, unique per consumer, token and timestamp (RFC 5849 section 3.3). */
export type NonceUse = {
  companyId: number;
  consumerKey: string;
  token: string | undefined;
  timestamp: number;
  nonce: string;
  /** The base64 text of the verified signature. */
  signature: string;
  /** Whether another signature may use the nonce with the same timestamp. */
  allowsReuse: boolean;
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

/**
 * KEYS barrier, nonce, then signature if it has a key; ARGV timestamp, nonce lifetime in seconds, mark of the signature.
 * Returns {'claimed' | 'used' | 'reused' | 'unsettled' | 'before', Unix time}.
 */
const CLAIM_SCRIPT = `
local now = tonumber(redis.call('TIME')[1])
${barrierFunction('KEYS[1]')}
${claimFunction}local barrier_state = check_barrier(tonumber(ARGV[1]), now)
if barrier_state then return {barrier_state, now} end
return {claim_nonce(KEYS[2], ARGV[1], ARGV[3], KEYS[3], ARGV[2]), now}
`;

export function createNonceStore(redis: Redis, barrier: ReplayBarrier): NonceStore {
  redis.defineCommand('vitaeClaimNonce', { lua: forServer(redis, CLAIM_SCRIPT) });
  const attempt = (use: NonceUse) => {
    const { timestamp, mark, ...claim } = claimOf(use);
    const keys = [barrierKey(use.companyId, use.consumerKey), ...claimKeys(claim)];
    return redis.vitaeClaimNonce(keys.length, ...keys, timestamp, NONCE_SECONDS, mark);
  };
  return {
    claim: async (use) => {
      let [outcome, now] = await attempt(use);
      if (outcome === 'unsettled') {
        await barrier.settle(use, now, use.timestamp - now);
        [outcome, now] = await attempt(use);
      }
      if (outcome === 'claimed') return true;
      if (outcome === 'used' || outcome === 'reused') return false;
      throw replayMemoryLost();
    },
  };
}

/** Returns a digest with the company's hash tag, so that the length of a key does not depend on client input. */
export function nonceKey({ companyId, consumerKey, token, timestamp, nonce }: NonceScope): string {
  return `{c:${companyId}}:oauth-nonce:${digestOf([consumerKey, token ?? '', timestamp, nonce])}`;
}

type NonceScope = Omit<NonceUse, 'signature' | 'allowsReuse'>;

export function claimOf(use: NonceUse): NonceClaim {
  const { companyId, consumerKey, timestamp, signature, allowsReuse } = use;
  return {
    key: nonceKey(use),
    timestamp,
    mark: markOf(createHash('sha256').update(signature).digest('hex')),
    signatureKey: allowsReuse ? `{c:${companyId}}:oauth-signature:${digestOf([consumerKey, signature])}` : undefined,
  };
}

/** Returns the Redis keys of a claim, in the order that the scripts require. */
export function claimKeys({ key, signatureKey }: Pick<NonceClaim, 'key' | 'signatureKey'>): string[] {
  return signatureKey === undefined ? [key] : [key, signatureKey];
}

function digestOf(parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
