import { type RejectionCause, rejectionCauses } from '../signatures/rejection.ts';

/** The reasons of rejections. Unlike the response, they distinguish unknown, revoked and expired keys. */
export const rejectedOutcomes = [
  'unknown_key',
  'revoked_key',
  'expired_key',
  ...rejectionCauses.filter((cause) => cause !== 'invalid_key'),
  // Only for applications.
  'token_rejected',
  'permission_denied',
  // A stored name: all other rejections.
  'other_refusal',
] as const;
// `application` is the quota of an application for one user.
export const limitedOutcomes = ['limited_standard', 'limited_intensive', 'limited_application'] as const;
export const acceptedOutcomes = [
  'accepted_standard',
  'accepted_intensive',
  'accepted_free',
  'accepted_application',
] as const;

/** The results of admission. Accepted and limited requests are counted by quota. */
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

/** `k` with the id of a key, or `a` with the id of an application. */
export type Source = string;
export const keySource = (keyId: number): Source => `k${keyId}`;
export const applicationSource = (applicationId: number): Source => `a${applicationId}`;
/** Returns the id of the key or application of a source, by its name in logs. */
export const sourceId = (source: Source): { keyId: number } | { applicationId: number } => {
  const id = Number(source.slice(1));
  return isApplication(source) ? { applicationId: id } : { keyId: id };
};
export const isApplication = (source: Source): boolean => source.startsWith('a');

/**
 * A counter of the consumption log. `name` is an outcome, `s200` (responses with this status), `us` (the sum of latencies
 * in microseconds) or `l31` (responses of this latency class).
 */
export type Counter = { source: Source; endpoint: string; name: string; count: number };

/** Returns a field name of a minute's hash: `source endpoint name`. */
export function fieldOf(source: Source, endpoint: string, name: string): string {
  return `${source} ${endpoint} ${name}`;
}

/** Returns undefined for fields that are not counters. */
export function readField(field: string, value: string): Counter | undefined {
  const [source = '', endpoint = '', name] = field.split(' ');
  return name === undefined ? undefined : { source, endpoint, name, count: Number(value) };
}
