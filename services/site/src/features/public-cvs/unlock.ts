import type { CvPasswords } from '@vitae/accounts/credentials/cv-passwords';
import type { Request } from 'express';
import type { AttemptLimiter } from '../../sessions/attempt-limiter.ts';
import type { KnownDevices } from '../../sessions/known-devices.ts';
import { MAX_TYPED_LENGTH } from '../../sessions/sign-in.ts';
import type { ShownCv } from './find-cv.ts';
import type { UnlockFailure } from './replacement-pages.tsx';

export type UnlockDependencies = {
  passwords: Pick<CvPasswords, 'check'>;
  limiter: Pick<AttemptLimiter, 'attempt'>;
  devices: Pick<KnownDevices, 'clientOf'>;
  /** Public address of the site. */
  publicUrl: string;
};

/** Checks a visitor's password for a protected CV. Returns the version of the password, or why access failed. */
export async function unlock(
  request: Request,
  cv: ShownCv,
  password: string,
  requestId: string,
  { passwords, limiter, devices, publicUrl }: UnlockDependencies,
): Promise<{ version: number } | { failure: UnlockFailure }> {
  if (isCrossSite(request, publicUrl)) return { failure: 'expired' };
  const check = () => passwords.check(cv, password.slice(0, MAX_TYPED_LENGTH), requestId);
  const candidate = { account: cvAccount(cv.id), passwordVersion: String(cv.passwordVersion), check };
  const attempt = await limiter.attempt(devices.clientOf(request), [candidate]);
  if ('passed' in attempt) return { version: attempt.passed };
  return { failure: 'wrong' in attempt ? 'wrong' : attempt };
}

/** The account of a protected CV for the attempt limiter and known devices. */
export function cvAccount(cvId: number): string {
  return `cv ${cvId}`;
}

/** Returns whether another site made the browser send the form. */
function isCrossSite({ headers: { origin, host } }: Request, publicUrl: string): boolean {
  return origin !== undefined && origin !== new URL(publicUrl).origin && URL.parse(origin)?.host !== host;
}
