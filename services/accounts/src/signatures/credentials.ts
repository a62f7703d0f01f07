import { type Parameters, plainValue } from './parameters.ts';
import { invalidNonce, invalidTimestamp, missingParameter, type Rejection, repeatedParameter } from './rejection.ts';

/** The protocol parameters of a request. `nonce` is empty if it was not sent. */
export type Credentials = { apikey: string; timestamp: string; nonce: string; hash: string };

/** The prefix of all keys that the platform generates. Imported keys cannot have it. */
export const KEY_PREFIX = 'vt_live_';

export const MAX_KEY_LENGTH = 255;

/**
 * Reads the protocol parameters and checks their format. The checks depend only on the format of `apikey`, so that the
 * response does not reveal whether a key exists.
 */
export function readCredentials(parameters: Parameters): Credentials | Rejection {
  if (parameters.repeated !== undefined) return repeatedParameter(parameters.repeated);
  const apikey = plainValue(parameters, 'apikey');
  if (!apikey) return missingParameter('apikey');
  const timestamp = plainValue(parameters, 'timestamp');
  if (!timestamp) return missingParameter('timestamp');
  const nonce = plainValue(parameters, 'nonce') ?? '';
  const isPlatformKey = apikey.startsWith(KEY_PREFIX);
  if (isPlatformKey && nonce === '') return missingParameter('nonce');
  const hash = plainValue(parameters, 'hash');
  if (!hash) return missingParameter('hash');
  const credentials = { apikey, timestamp, nonce, hash };
  return (isPlatformKey ? formatRejection(credentials) : undefined) ?? credentials;
}

/** Checks the format of timestamp and nonce in the HMAC scheme. */
export function formatRejection({ timestamp, nonce }: Credentials): Rejection | undefined {
  if (!TIMESTAMP.test(timestamp)) return invalidTimestamp;
  if (nonce === '') return missingParameter('nonce');
  return NONCE.test(nonce) ? undefined : invalidNonce;
}

/** Unix time in seconds, 10 digits. */
export const TIMESTAMP = /^\d{10}$/;
const NONCE = /^[\x20-\x7e]{8,128}$/;
