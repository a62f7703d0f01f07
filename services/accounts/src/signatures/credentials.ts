import { type Parameters, plainValue } from './parameters.ts';
import { invalidNonce, invalidTimestamp, missingParameter, type Refusal, repeatedParameter } from './rejection.ts';

/** What a request says of who sent it. `nonce` is "" when there is none. */
export type Credentials = { apikey: string; timestamp: string; nonce: string; hash: string };

/** Every key that the platform makes starts with this; no imported one may. */
export const KEY_PREFIX = 'vt_live_';

/** No key is longer. */
export const MAX_KEY_LENGTH = 255;

/**
 * The protocol parameters, present and well formed. What is asked of them hangs on the form of
 * `apikey` alone, never on whether such a key is known: so an unknown, a revoked and an expired
 * key cannot be told apart.
 */
export function readCredentials(parameters: Parameters): Credentials | Refusal {
  if (parameters.repeated !== undefined) return repeatedParameter(parameters.repeated);
  const apikey = plainValue(parameters, 'apikey');
  if (!apikey) return missingParameter('apikey');
  const timestamp = plainValue(parameters, 'timestamp');
  if (!timestamp) return missingParameter('timestamp');
  const nonce = plainValue(parameters, 'nonce') ?? '';
  const platformKey = apikey.startsWith(KEY_PREFIX);
  if (platformKey && nonce === '') return missingParameter('nonce');
  const hash = plainValue(parameters, 'hash');
  if (!hash) return missingParameter('hash');
  const credentials = { apikey, timestamp, nonce, hash };
  return (platformKey ? formRefusal(credentials) : undefined) ?? credentials;
}

/** What the HMAC scheme asks of the form of timestamp and nonce. */
export function formRefusal({ timestamp, nonce }: Credentials): Refusal | undefined {
  if (!TIMESTAMP.test(timestamp)) return invalidTimestamp;
  if (nonce === '') return missingParameter('nonce');
  return NONCE.test(nonce) ? undefined : invalidNonce;
}

/** Unix time in seconds, 10 digits. */
export const TIMESTAMP = /^\d{10}$/;
const NONCE = /^[\x20-\x7e]{8,128}$/;
