import type { Outcome } from '@vitae/accounts/consumption/counter';
import type { ApiKey } from '@vitae/accounts/keys/api-key';
import type { ObservedWrite } from '@vitae/accounts/keys/fence-observations';
import type { QuotaType, Usage } from '@vitae/accounts/quota/quota-types';
import { type Credentials, MAX_KEY_LENGTH, readCredentials } from '@vitae/accounts/signatures/credentials';
import { plainValue } from '@vitae/accounts/signatures/parameters';
import { hashUsed, nonceUsed, type Rejection, suggesting } from '@vitae/accounts/signatures/rejection';
import type { SignedRequest } from '@vitae/accounts/signatures/signed-request';
import { legacyTimestampRejection, verifyRequest } from '@vitae/accounts/signatures/verify-request';
import type { Clock } from '@vitae/kit/clock';
import type { CompanyQuota, CountedRequest, Nonce } from '../quota/company-quota.ts';
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
      /** Set for a write with a historical key that may be repeated. */
      write: ObservedWrite | undefined;
    };

/** The route of a request and its sender, which fences restrict. */
type RequestOrigin = {
  /** The name of the route, or `unknown`. */
  endpoint: string;
  quota: QuotaType | 'free';
  /** Whether the request changes something. */
  isWrite: boolean;
  /** Called only if its result is needed. */
  address(): string | undefined;
};

export type CompanyAuthenticator = {
  authenticate(request: SignedRequest, origin: RequestOrigin): Promise<CompanyAuthentication>;
};

type CompanyAuthenticatorDependencies = { keys: KeyCache; quota: CompanyQuota; clock: Clock };

/**
 * Checks parameters, key, timestamp, signature, fence, nonce and quota, in this order. One Redis script checks
 * the nonce, charges the quota and counts the request. If the script finds that the cached key or limits are outdated,
 * it does nothing, and authentication starts over with the current ones.
 */
export function createCompanyAuthenticator({
  keys,
  quota,
  clock,
}: CompanyAuthenticatorDependencies): CompanyAuthenticator {
  const attempt = async (
    request: SignedRequest,
    credentials: Credentials | Rejection,
    facts: KeyFacts,
    counted: CountedRequest,
    origin: RequestOrigin,
  ): Promise<CompanyAuthentication | undefined> => {
    const now = clock.now();
    const rejection =
      'cause' in credentials
        ? credentials
        : (verifyRequest(request, credentials, facts.key, now) ?? fenceRejection(facts.key, credentials, origin, now));
    if (rejection || !facts.key || 'cause' in credentials) {
      const rejected = rejection as Rejection;
      const cause = causeOf(rejected, facts);
      return (await quota.reject(counted, cause)) ? rejectedBy(rejected, cause, facts) : undefined;
    }
    const { key } = facts;
    const nonce = nonceOf(key, credentials, origin);
    const admitted = await quota.admit(counted, nonce, origin.quota, key.limits);
    if (admitted.outcome === 'stale') return undefined;
    if (admitted.outcome === 'nonce_used' || admitted.outcome === 'nonce_reused') {
      const rejection = key.scheme === 'hmac' ? nonceUsed : hashUsed;
      const suggested = admitted.outcome === 'nonce_reused' ? suggesting('2012', rejection) : rejection;
      return rejectedBy(suggested, 'nonce_used', facts);
    }
    const { usage } = admitted;
    const limited = admitted.outcome === 'limited';
    if (key.scheme === 'hmac') return { rejection: undefined, key, usage, limited, late: false, write: undefined };
    const isLate = legacyTimestampRejection(credentials.timestamp, now) !== undefined;
    const late = isLate && key.timestampPolicy === 'report';
    const write = origin.isWrite && !nonce ? { hash: credentials.hash.toLowerCase(), isLate } : undefined;
    return { rejection: undefined, key, usage, limited, late, write };
  };
  return {
    authenticate: async (request, origin) => {
      const { endpoint } = origin;
      const credentials = readCredentials(request.parameters);
      const apikey = plainValue(request.parameters, 'apikey') ?? '';
      for (const { reload, forceVersion } of ATTEMPTS) {
        const facts = apikey === '' || apikey.length > MAX_KEY_LENGTH ? UNKNOWN_KEY : await keys.lookup(apikey, reload);
        const counted = {
          companyId: facts.companyId,
          keyId: facts.keyId,
          endpoint,
          version: facts.version,
          forceVersion,
        };
        const result = await attempt(request, credentials, facts, counted, origin);
        if (result) return result;
      }
      throw new TypeError('A forced version cannot be stale');
    },
  };
}

// MongoDB and Redis may still differ after a reload, for example if one of them was restored from a backup. The last
// attempt makes MongoDB win.
const ATTEMPTS = [
  { reload: false, forceVersion: false },
  { reload: true, forceVersion: false },
  { reload: true, forceVersion: true },
] as const;

/** Checks an authentic request against the fence of its key. */
function fenceRejection(
  key: ApiKey | undefined,
  { timestamp }: Credentials,
  { endpoint, isWrite, address }: RequestOrigin,
  now: number,
): Rejection | undefined {
  const fence = key?.fence;
  if (!fence) return undefined;
  const rejection = fence.rejectionOf(endpoint, address());
  if (rejection) return rejection;
  // Hashes are stored as long as their timestamps are current.
  return fence.singleUse && isWrite ? legacyTimestampRejection(timestamp, now) : undefined;
}

/** The hash of a historical key takes the place of the nonce. Its digits may be upper or lower case. */
function nonceOf(key: ApiKey, { nonce, hash, timestamp }: Credentials, { isWrite }: RequestOrigin): Nonce | undefined {
  const signed = { timestamp: Number(timestamp), signature: hash.toLowerCase() };
  if (key.scheme === 'hmac') return { nonce, ...signed, allowsReuse: key.compatibility === '2012' };
  if (!key.fence?.singleUse || !isWrite) return undefined;
  return { nonce: signed.signature, ...signed, allowsReuse: false };
}

/** Clients learn only that the key is invalid; its company also learns why. */
function causeOf({ cause }: Rejection, { lapsed }: KeyFacts): Outcome {
  if (cause !== 'invalid_key') return cause;
  return lapsed ? `${lapsed}_key` : 'unknown_key';
}

function rejectedBy(rejection: Rejection, cause: Outcome, { companyId, keyId }: KeyFacts): CompanyAuthentication {
  return { rejection, rejected: { companyId, keyId, cause } };
}
