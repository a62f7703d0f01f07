import { generateSecret, generateURI, verifySync } from 'otplib';

/** Six digits of RFC 6238, SHA-1 and 30 seconds: what every authenticator app can do. */
const DIGITS = /^\d{6}$/;
/** A code is taken a step early or late, as RFC 6238 section 5.2 recommends. */
const TOLERANCE_SECONDS = 30;
const ISSUER = 'Vitae';

/** 160 random bits in base32. */
export function newSecret(): string {
  return generateSecret();
}

/** What the picture for the authenticator app says (Key Uri Format). */
export function secretUri(secret: string, account: string): string {
  return generateURI({ issuer: ISSUER, label: account, secret });
}

/** The step of the clock that the code belongs to, when it is right and later than `after`. */
export function stepOfCode(code: string, secret: string, now: number, after: number): number | undefined {
  if (!DIGITS.test(code)) return undefined;
  const answer = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now / 1000),
    epochTolerance: TOLERANCE_SECONDS,
    ...(after > 0 && { afterTimeStep: after }),
  });
  return answer.valid && 'timeStep' in answer ? answer.timeStep : undefined;
}
