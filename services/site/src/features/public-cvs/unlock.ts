import type { CvPasswords } from '@vitae/accounts/credentials/cv-passwords';
import type { Request } from 'express';
import { type AttemptLimiter, networkOf } from '../../sessions/attempt-limiter.ts';
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

/** Longer ones are nobody's, and hashing them would cost. */
const MAX_LENGTH = 300;

// A stranger who guesses should not keep out those who know the password, as an account's limit of ten
// tries would; guessing from many places is bounded all the same.
const PER_CV: RateLimit = { name: 'cv-password', max: 100, windowSeconds: 900 };

/** Tries a visitor's password on a protected CV: its version when it is the right one. */
export async function unlock(
  request: Request,
  cv: ShownCv,
  password: string,
  requestId: string,
  { passwords, limiter, rate, publicUrl }: UnlockDependencies,
): Promise<{ version: number } | { failure: UnlockFailure }> {
  if (isFromElsewhere(request, publicUrl)) return { failure: 'expired' };
  const visitor = `cv ${cv.id} ${networkOf(request.ip ?? '')}`;
  // Only tries that are made count against the CV: one visitor's refused ones would keep out everybody else.
  const retryAfter = (await limiter.count(request.ip ?? '', visitor)) || (await rate.count(PER_CV, String(cv.id)));
  if (retryAfter > 0) return { failure: { retryAfter } };
  const version = await passwords.check(cv, password.slice(0, MAX_LENGTH), requestId);
  if (version === undefined) return { failure: 'wrong' };
  await limiter.succeeded(visitor);
  return { version };
}

/** A form that another site made a visitor's browser send. */
function isFromElsewhere({ headers: { origin, host } }: Request, publicUrl: string): boolean {
  return origin !== undefined && origin !== new URL(publicUrl).origin && URL.parse(origin)?.host !== host;
}
