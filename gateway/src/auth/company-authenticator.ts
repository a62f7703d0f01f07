import type { Outcome } from '@vitae/accounts/consumption/counter';
import type { ApiKey } from '@vitae/accounts/keys/api-key';
import type { QuotaType, Usage } from '@vitae/accounts/quota/quota-types';
import { authenticate, legacyTimestampRefusal } from '@vitae/accounts/signatures/authenticate';
import { type Credentials, MAX_KEY_LENGTH, readCredentials } from '@vitae/accounts/signatures/credentials';
import type { SignedRequest } from '@vitae/accounts/signatures/hmac';
import { plainValue } from '@vitae/accounts/signatures/parameters';
import { nonceUsed, type Refusal } from '@vitae/accounts/signatures/rejection';
import type { Clock } from '@vitae/kit/clock';
import type { AdmissionControl, Counted } from '../quota/admission.ts';
import type { KeyCache, KeyFacts } from './key-cache.ts';
import { UNKNOWN_KEY } from './load-key.ts';

/** How a call came in: refused, or authenticated, with what is left of its quota. */
export type Entry =
  | {
      refusal: Refusal;
      /** Whose key it was, and what the consumption log says of it. */
      refused: { companyId: number; keyId: number; cause: Outcome };
    }
  | {
      refusal: undefined;
      key: ApiKey;
      usage: Usage;
      limited: boolean;
      /** A historical key's timestamp would be refused under the policy `enforce`. */
      late: boolean;
    };

export type Gate = {
  enter(request: SignedRequest, endpoint: string, quota: QuotaType | 'free'): Promise<Entry>;
};

export type GateDependencies = { keys: KeyCache; admission: AdmissionControl; clock: Clock };

/**
 * Parameters, key, timestamp, signature, nonce, quota, in this order (decisions §2); the last two
 * in the same step that counts the call. When that step finds that key or limits were changed
 * since they were read, it did nothing, and all is done again with what is true now.
 */
export function createGate({ keys, admission, clock }: GateDependencies): Gate {
  const attempt = async (
    request: SignedRequest,
    credentials: Credentials | Refusal,
    facts: KeyFacts,
    counted: Counted,
    quota: QuotaType | 'free',
  ) => {
    const refusal = 'cause' in credentials ? credentials : authenticate(request, credentials, facts.key, clock.now());
    if (refusal || !facts.key || 'cause' in credentials) {
      const refused = refusal as Refusal;
      const cause = causeOf(refused, facts);
      return (await admission.refuse(counted, cause)) ? refusedEntry(refused, cause, facts) : undefined;
    }
    const { key } = facts;
    const nonce =
      key.scheme === 'hmac' ? { nonce: credentials.nonce, stamp: Number(credentials.timestamp) } : undefined;
    const admitted = await admission.admit(counted, nonce, quota, key.limits);
    if (admitted.outcome === 'stale') return undefined;
    if (admitted.outcome === 'nonce_used') return refusedEntry(nonceUsed, 'nonce_used', facts);
    const late =
      key.timestampPolicy === 'report' && legacyTimestampRefusal(credentials.timestamp, clock.now()) !== undefined;
    return { refusal: undefined, key, usage: admitted.usage, limited: admitted.outcome === 'limited', late };
  };
  return {
    enter: async (request, endpoint, quota) => {
      const credentials = readCredentials(request.parameters);
      const apikey = plainValue(request.parameters, 'apikey') ?? '';
      for (const { afresh, overrule } of ATTEMPTS) {
        const facts = apikey === '' || apikey.length > MAX_KEY_LENGTH ? UNKNOWN_KEY : await keys.lookup(apikey, afresh);
        const counted = { companyId: facts.companyId, keyId: facts.keyId, endpoint, version: facts.version, overrule };
        const entry = await attempt(request, credentials, facts, counted, quota);
        if (entry) return entry;
      }
      throw new TypeError('An overruled version cannot be stale');
    },
  };
}

// The last overrules Redis: MongoDB is right when the two still differ after reading twice, as
// when one of them was restored from an older copy.
const ATTEMPTS = [
  { afresh: false, overrule: false },
  { afresh: true, overrule: false },
  { afresh: true, overrule: true },
] as const;

/** To the client an invalid key is one thing; the company it belongs to may know which. */
function causeOf({ cause }: Refusal, { lapsed }: KeyFacts): Outcome {
  if (cause !== 'invalid_key') return cause;
  return lapsed ? `${lapsed}_key` : 'unknown_key';
}

function refusedEntry(refusal: Refusal, cause: Outcome, { companyId, keyId }: KeyFacts): Entry {
  return { refusal, refused: { companyId, keyId, cause } };
}
