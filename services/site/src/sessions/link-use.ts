import { loginKey } from '@vitae/accounts/credentials/owner-credentials';
import { LinkAlreadyUsed } from '@vitae/accounts/links/one-time-links';
import { networkOf } from '@vitae/kit/http/client-network';
import type { Request } from 'express';
import type { RateLimit, RateLimiter } from './rate-limiter.ts';

/** Longer email addresses do not exist. */
const MAX_NAME = 300;

/** Limits requests for reset links. Returns the seconds to wait, or 0. */
export type ResetLimit = (request: Request, name: string) => Promise<number>;

/** Counts per network, and per typed name so that a limit does not reveal which names exist. */
export function createResetLimit(rate: RateLimiter, kind: 'resets' | 'owner-resets'): ResetLimit {
  const perName: RateLimit = { name: `${kind}:email`, max: 10, windowSeconds: 900 };
  const perNetwork: RateLimit = { name: `${kind}:network`, max: 50, windowSeconds: 900 };
  return async (request, name) =>
    (await rate.count(perNetwork, networkOf(request.ip ?? ''))) ||
    (await rate.count(perName, loginKey(name.slice(0, MAX_NAME))));
}

/** Runs a change that consumes a link. Returns false, without a change, if another request has used the link. */
export async function withLink(change: () => Promise<unknown>): Promise<boolean> {
  try {
    await change();
    return true;
  } catch (error) {
    if (error instanceof LinkAlreadyUsed) return false;
    throw error;
  }
}

export function tokenOf(request: Request): string {
  return String(request.params.token);
}
