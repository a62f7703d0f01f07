import { generateSecret, generateURI, verifySync } from 'otplib';

/** Six digits, SHA-1 and 30 seconds (RFC 6238), which every authenticator app supports. */
const DIGITS = /^\d{6}$/;
/** Accepts codes of the previous and the next step, as RFC 6238 section 5.2 recommends. */
const TOLERANCE_SECONDS = 30;
const ISSUER = 'Vitae';

/** Returns 160 random bits in base32. */
export function newSecret(): string {
  return generateSecret();
}

/** Returns the URI of the QR code for the authenticator app (Key Uri Format). */
export function secretUri(secret: string, account: string): string {
  return generateURI({ issuer: ISSUER, label: account, secret });
}

/** Returns the time step of the code; undefined if the code is wrong or its step is not later than `after`. */
export function stepOfCode(code: string, secret: string, now: number, after: number): number | undefined {
  if (!DIGITS.test(code)) return undefined;
  const result = verifySync({
    secret,
    token: code,
    epoch: Math.floor(now / 1000),
    epochTolerance: TOLERANCE_SECONDS,
    ...(after > 0 && { afterTimeStep: after }),
  });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
