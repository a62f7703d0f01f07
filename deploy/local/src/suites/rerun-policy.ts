import { kindOf } from './test-files.ts';

/**
 * Tests that are never rerun, by path. A test of security, quota, replay protection or tenant isolation that fails once
 * has found a bug: a second run must not hide it.
 */
const NEVER_RERUN: readonly RegExp[] = [
  // Authentication and signatures. Tests of the company API include historical keys.
  /auth|oauth|company-api|sign(ed|ature|-?in)|canonical|legacy|nonce|replay|rotation|clock-skew/,
  // Secrets, accounts and what they may do.
  /keys?\b|secret|token|grant|credential|password|session|second-factor|login|unlock|administrator|application|consent/,
  // Quotas and limits.
  /quota|admission|limit|overload|consumption|rejected|redis-cluster/,
  // Tenant isolation and personal data: each service scopes its data by company.
  /tenant|erasure|deletion|^services\/(accounts|resume|preferences|metadata|comments|stats)\//,
  // Hostile input.
  /security|hostile|smuggling|bad-input|canaries/,
];

/** Returns whether a failed test file may run once more, which happens in CI only. */
export function mayRerun(file: string): boolean {
  return kindOf(file) !== 'unit' && !NEVER_RERUN.some((pattern) => pattern.test(file));
}
