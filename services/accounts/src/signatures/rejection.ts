import { encodeRfc3986 } from './percent-encoding.ts';

/** Why a call was refused before it was let in, as the consumption log has it. */
export const refusalCauses = [
  'missing_parameter',
  'repeated_parameter',
  'invalid_nonce',
  'invalid_timestamp',
  'invalid_key',
  'timestamp_out_of_range',
  'invalid_signature',
  'nonce_used',
] as const;
export type RefusalCause = (typeof refusalCauses)[number];

/** A 403: its cause and the one line of its body (decisions §2). */
export type Refusal = { cause: RefusalCause; message: string };

export const invalidKey: Refusal = { cause: 'invalid_key', message: 'This api key is not valid!' };
export const invalidNonce: Refusal = { cause: 'invalid_nonce', message: 'Invalid nonce' };
export const invalidTimestamp: Refusal = { cause: 'invalid_timestamp', message: 'Invalid timestamp' };
export const timestampOutOfRange: Refusal = { cause: 'timestamp_out_of_range', message: 'Timestamp out of range' };
export const invalidSignature: Refusal = { cause: 'invalid_signature', message: 'Invalid signature' };
export const nonceUsed: Refusal = { cause: 'nonce_used', message: 'Nonce already used' };

export function missingParameter(name: string): Refusal {
  return { cause: 'missing_parameter', message: `Missing parameter: ${name}` };
}

/** The name is the client's own, so it is shown encoded and cut. */
export function repeatedParameter(name: string): Refusal {
  return { cause: 'repeated_parameter', message: `Repeated parameter: ${encodeRfc3986(name).slice(0, 100)}` };
}
