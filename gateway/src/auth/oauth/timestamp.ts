import { OAuthProblem } from './oauth-problem.ts';

/** Seconds that oauth_timestamp may be off, past or future (RFC 5849 section 3.3; decisions §6). */
export const TIMESTAMP_TOLERANCE = 300;

/** `now` in milliseconds since 1970. */
export function checkTimestamp(timestamp: number, now: number): void {
  const seconds = Math.floor(now / 1000);
  if (Math.abs(timestamp - seconds) <= TIMESTAMP_TOLERANCE) return;
  const facts = { oauth_acceptable_timestamps: `${seconds - TIMESTAMP_TOLERANCE}-${seconds + TIMESTAMP_TOLERANCE}` };
  throw new OAuthProblem('timestamp_refused', 'oauth_timestamp is too far from our clock.', { facts });
}
