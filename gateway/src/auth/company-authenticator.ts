import type { Outcome } from '@vitae/accounts/consumption/counter';
import type { ApiKey } from '@vitae/accounts/keys/api-key';
import type { QuotaType, Usage } from '@vitae/accounts/quota/quota-types';
import { type Credentials, MAX_KEY_LENGTH, readCredentials } from '@vitae/accounts/signatures/credentials';
import { plainValue } from '@vitae/accounts/signatures/parameters';
import { nonceUsed, type Rejection } from '@vitae/accounts/signatures/rejection';
import type { SignedRequest } from '@vitae/accounts/signatures/signed-request';
import { legacyTimestampRejection, verifyRequest } from '@vitae/accounts/signatures/verify-request';
import type { Clock } from '@vitae/kit/clock';
import type { AdmissionControl, CountedRequest } from '../quota/company-quota.ts';
import type { KeyCache, KeyFacts } from './key-cache.ts';
import { UNKNOWN_KEY } from './load-key.ts';

/** The result of authentication: rejected, or accepted with the quota used so far. */
export type CompanyAuthentication =
  | {
      rejection: Rejection;
      /** The owner of the key, and the cause in the consumption log. */
      rejected: { companyId: number; keyId: number; cause: Outcome };
    }
  | {
      rejection: undefined;
      key: ApiKey;
      usage: Usage;
      limited: boolean;
      /** Whether the timestamp of a historical key would be rejected under the policy `enforce`. */
      late: boolean;
    };

export type CompanyAuthenticator = {
  authenticate(request: SignedRequest, endpoint: string, quota: QuotaType | 'free'): Promise<CompanyAuthentication>;
};

export type CompanyAuthenticatorDependencies = { keys: KeyCache; admission: AdmissionControl; clock: Clock };

/**
 * Checks parameters, key, timestamp, signature, nonce and quota, in this order. One Redis script checks
 * the nonce, charges the quota and counts the request. If the script finds that the cached key or limits are outdated,
 * it does nothing, and authentication starts over with the current ones.
 */
export function createCompanyAuthenticator({
  keys,
  admission,
  clock,
}: CompanyAuthenticatorDependencies): CompanyAuthenticator {
  const attempt = async (
    request: SignedRequest,
    credentials: Credentials | Rejection,
    facts: KeyFacts,
    counted: CountedRequest,
    quota: QuotaType | 'free',
  ) => {
    const rejection =
      'cause' in credentials ? credentials : verifyRequest(request, credentials, facts.key, clock.now());
    if (rejection || !facts.key || 'cause' in credentials) {
      const rejected = rejection as Rejection;
      const cause = causeOf(rejected, facts);
      return (await admission.reject(counted, cause)) ? rejectedBy(rejected, cause, facts) : undefined;
    }
    const { key } = facts;
    const nonce =
      key.scheme === 'hmac' ? { nonce: credentials.nonce, timestamp: Number(credentials.timestamp) } : undefined;
    const admitted = await admission.admit(counted, nonce, quota, key.limits);
    if (admitted.outcome === 'stale') return undefined;
    if (admitted.outcome === 'nonce_used') return rejectedBy(nonceUsed, 'nonce_used', facts);
    const late =
      key.timestampPolicy === 'report' && legacyTimestampRejection(credentials.timestamp, clock.now()) !== undefined;
    return { rejection: undefined, key, usage: admitted.usage, limited: admitted.outcome === 'limited', late };
  };
  return {
    authenticate: async (request, endpoint, quota) => {
      const credentials = readCredentials(request.parameters);
      const apikey = plainValue(request.parameters, 'apikey') ?? '';
      for (const { reload, overrule } of ATTEMPTS) {
        const facts = apikey === '' || apikey.length > MAX_KEY_LENGTH ? UNKNOWN_KEY : await keys.lookup(apikey, reload);
        const counted = { companyId: facts.companyId, keyId: facts.keyId, endpoint, version: facts.version, overrule };
        const result = await attempt(request, credentials, facts, counted, quota);
        if (result) return result;
      }
      throw new TypeError('An overruled version cannot be stale');
    },
  };
}

// MongoDB and Redis may still differ after a reload, for example if one of them was restored from a backup. The last
// attempt makes MongoDB win.
const ATTEMPTS = [
  { reload: false, overrule: false },
  { reload: true, overrule: false },
  { reload: true, overrule: true },
] as const;

/** Clients learn only that the key is invalid; its company also learns why. */
function causeOf({ cause }: Rejection, { lapsed }: KeyFacts): Outcome {
  if (cause !== 'invalid_key') return cause;
  return lapsed ? `${lapsed}_key` : 'unknown_key';
}

function rejectedBy(rejection: Rejection, cause: Outcome, { companyId, keyId }: KeyFacts): CompanyAuthentication {
  return { rejection, rejected: { companyId, keyId, cause } };
}
