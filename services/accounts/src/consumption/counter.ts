import { type RejectionCause, rejectionCauses } from '../signatures/rejection.ts';

/** Why a call was not let in: each of the 403 kinds. What a client is told alike, an unknown, revoked or expired key, is told apart here. */
export const rejectedOutcomes = [
  'unknown_key',
  'revoked_key',
  'expired_key',
  ...rejectionCauses.filter((cause) => cause !== 'invalid_key'),
  // Of applications alone (decisions §5).
  'token_rejected',
  'permission_denied',
  'other_refusal',
] as const;
// `application` is the quota that each application has for each owner.
export const limitedOutcomes = ['limited_standard', 'limited_intensive', 'limited_application'] as const;
export const acceptedOutcomes = [
  'accepted_standard',
  'accepted_intensive',
  'accepted_free',
  'accepted_application',
] as const;

/** How a call ended at the gate. What was accepted or limited says against which quota. */
export const outcomes = [...acceptedOutcomes, ...limitedOutcomes, ...rejectedOutcomes] as const;
export type Outcome =
  | (typeof acceptedOutcomes)[number]
  | (typeof limitedOutcomes)[number]
  | 'unknown_key'
  | 'revoked_key'
  | 'expired_key'
  | Exclude<RejectionCause, 'invalid_key'>
  | 'token_rejected'
  | 'permission_denied'
  | 'other_refusal';

/** Who called: `k` and the id of a key, or `a` and that of an application. */
export type Source = string;
export const keySource = (keyId: number): Source => `k${keyId}`;
export const applicationSource = (applicationId: number): Source => `a${applicationId}`;
export const isApplication = (source: Source): boolean => source.startsWith('a');

/**
 * One number of the consumption log. `name` is an outcome, `s200` (answers with that status), `us`
 * (the sum of the latencies in microseconds) or `l31` (answers of that latency class).
 */
export type Counter = { source: Source; endpoint: string; name: string; count: number };

/** A field of a minute's hash: `source endpoint name`. */
export function fieldOf(source: Source, endpoint: string, name: string): string {
  return `${source} ${endpoint} ${name}`;
}

/** Undefined for the hash's own fields. */
export function readField(field: string, value: string): Counter | undefined {
  const first = field.indexOf(' ');
  const second = field.indexOf(' ', first + 1);
  if (first < 0 || second < 0) return undefined;
  return {
    source: field.slice(0, first),
    endpoint: field.slice(first + 1, second),
    name: field.slice(second + 1),
    count: Number(value),
  };
}
