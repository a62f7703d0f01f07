import type { Compatibility } from './compatibility.ts';
import { encodeRfc3986 } from './percent-encoding.ts';

/** The reasons for which requests are rejected, as in the consumption log. */
export const rejectionCauses = [
  'missing_parameter',
  'repeated_parameter',
  'invalid_nonce',
  'invalid_timestamp',
  'invalid_key',
  'timestamp_out_of_range',
  'invalid_signature',
  'nonce_used',
  // Only for historical keys with a fence.
  'network_not_allowed',
  'endpoint_not_allowed',
] as const;
export type RejectionCause = (typeof rejectionCauses)[number];

/** The cause of a 403 response and the text of its body. */
export type Rejection = {
  cause: RejectionCause;
  message: string;
  /** The profile with which the request would have been accepted. Only its company learns this. */
  suggestion?: Compatibility;
};

export function suggesting(suggestion: Compatibility, rejection: Rejection): Rejection {
  return { ...rejection, suggestion };
}

export const invalidKey: Rejection = { cause: 'invalid_key', message: 'This api key is not valid!' };
export const invalidNonce: Rejection = { cause: 'invalid_nonce', message: 'Invalid nonce' };
export const invalidTimestamp: Rejection = { cause: 'invalid_timestamp', message: 'Invalid timestamp' };
export const timestampOutOfRange: Rejection = { cause: 'timestamp_out_of_range', message: 'Timestamp out of range' };
export const invalidSignature: Rejection = { cause: 'invalid_signature', message: 'Invalid signature' };
export const nonceUsed: Rejection = { cause: 'nonce_used', message: 'Nonce already used' };
/** For historical keys, whose hash takes the place of the nonce. */
export const hashUsed: Rejection = { cause: 'nonce_used', message: 'Signature already used' };
export const networkNotAllowed: Rejection = {
  cause: 'network_not_allowed',
  message: 'This api key is not allowed from this network',
};
export const endpointNotAllowed: Rejection = {
  cause: 'endpoint_not_allowed',
  message: 'This api key is not allowed at this endpoint',
};

export function missingParameter(name: string): Rejection {
  return { cause: 'missing_parameter', message: `Missing parameter: ${name}` };
}

/** The name comes from the client, so it is encoded and truncated. */
export function repeatedParameter(name: string): Rejection {
  return { cause: 'repeated_parameter', message: `Repeated parameter: ${encodeRfc3986(name).slice(0, 100)}` };
}
