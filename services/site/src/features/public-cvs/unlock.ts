import type { CvPasswords } from '@vitae/accounts/credentials/cv-passwords';
import { networkOf } from '@vitae/kit/http/client-network';
import type { Request } from 'express';
import type { AttemptLimiter } from '../../sessions/attempt-limiter.ts';
import type { RateLimit, RateLimiter } from '../../sessions/rate-limiter.ts';
import type { ShownCv } from './find-cv.ts';
import type { UnlockFailure } from './public-pages.tsx';

export type UnlockDependencies = {
  passwords: Pick<CvPasswords, 'check'>;
  limiter: AttemptLimiter;
  rate: RateLimiter;
  /** Public address of the site. */
  publicUrl: string;
};

/** Longer passwords do not exist; hashing them would waste CPU. */
const MAX_LENGTH = 300;

// A limit per account, such as ten attempts, would let anyone lock out visitors who know the password. This limit still
// bounds guessing from many addresses.
const PER_CV: RateLimit = { name: 'cv-password', max: 100, windowSeconds: 900 };

/** Checks a visitor's password for a protected CV. Returns the version of the password, or why access failed. */
export async function unlock(
  request: Request,
  cv: ShownCv,
  password: string,
  requestId: string,
  { passwords, limiter, rate, publicUrl }: UnlockDependencies,
): Promise<{ version: number } | { failure: UnlockFailure }> {
  if (isCrossSite(request, publicUrl)) return { failure: 'expired' };
  const visitor = `cv ${cv.id} ${networkOf(request.ip ?? '')}`;
  // Attempts rejected for one visitor do not count against the CV, so they do not lock out other visitors.
  const retryAfter = (await limiter.count(request.ip ?? '', visitor)) || (await rate.count(PER_CV, String(cv.id)));
  if (retryAfter > 0) return { failure: { retryAfter } };
  const version = await passwords.check(cv, password.slice(0, MAX_LENGTH), requestId);
  if (version === undefined) return { failure: 'wrong' };
  await limiter.succeeded(visitor);
  return { version };
}

/** Returns whether another site made the browser send the form. */
function isCrossSite({ headers: { origin, host } }: Request, publicUrl: string): boolean {
  return origin !== undefined && origin !== new URL(publicUrl).origin && URL.parse(origin)?.host !== host;
}
