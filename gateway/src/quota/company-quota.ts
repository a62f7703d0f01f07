import { keySource, type Outcome } from '@vitae/accounts/consumption/counter';
import type { Limits, QuotaType, Usage } from '@vitae/accounts/quota/quota-types';
import { nonceKey, signatureKey } from '@vitae/accounts/quota/redis-keys';
import type { Redis } from 'ioredis';
import { type AdmissionDecision, type AdmissionRequest, createAdmissionBatches } from './admission-batches.ts';
import { markOf, type NonceClaim } from './nonce-claim.ts';
import { type ReplayBarrier, requireSettled } from './replay-barrier.ts';

type Admission =
  | { outcome: 'accepted' | 'limited' | 'nonce_used' | 'nonce_reused'; usage: Usage }
  /** The company's keys or limits changed since the gateway read them. Nothing was charged. */
  | { outcome: 'stale' };

/** The request in the consumption log, and the version of the company's keys and limits that the gateway has. */
export type CountedRequest = {
  companyId: number;
  keyId: number;
  endpoint: string;
  version: number;
  /** Whether `version` replaces a newer one in Redis, after MongoDB was restored from a backup. */
  forceVersion?: boolean;
};

/** Makes a signed request valid only once: the nonce, and the timestamp that was signed with it. */
export type Nonce = {
  nonce: string;
  timestamp: number;
  /** In lower-case hexadecimal digits. */
  signature: string;
  /** Whether another signature may use the nonce within the same second. */
  allowsReuse: boolean;
};

/** The quota is charged by ADMIT_SCRIPT in company-quota-script.ts. */
export type CompanyQuota = {
  /** Stores the nonce of an authenticated request (if its scheme has one), charges the quota and counts the request. */
  admit(
    request: CountedRequest,
    nonce: Nonce | undefined,
    quota: QuotaType | 'free',
    limits: Limits,
  ): Promise<Admission>;
  /** Counts a request that authentication rejected. Returns false if that decision used outdated keys: nothing was counted. */
  reject(request: CountedRequest, cause: Outcome): Promise<boolean>;
};

export function createCompanyQuota(redis: Redis, barrier: ReplayBarrier): CompanyQuota {
  const batches = createAdmissionBatches(redis);
  const decide = async (companyId: number, request: AdmissionRequest): Promise<AdmissionDecision> => {
    const decision = await batches.decide(companyId, request);
    if (decision.result !== 'unsettled') return decision;
    const { nowSeconds } = decision;
    await barrier.settle({ companyId }, nowSeconds, request.nonce ? request.nonce.timestamp - nowSeconds : 0);
    return batches.decide(companyId, request);
  };
  return {
    admit: async (request, nonce, quota, limits) => {
      const { result, nowSeconds, ...used } = await decide(request.companyId, {
        ...countedFields(request),
        quota: quota === 'free' ? undefined : quota,
        limit: quota === 'free' ? 0 : limits[quota],
        rejectionCause: undefined,
        nonce: nonce && claimOf(request, nonce),
      });
      const outcome = requireSettled(result);
      if (outcome === 'counted') throw new TypeError('Only rejected requests are counted without a decision');
      return outcome === 'stale' ? { outcome } : { outcome, usage: { ...used, now: nowSeconds } };
    },
    reject: async (request, cause) => {
      const uncharged = { quota: undefined, limit: 0, nonce: undefined };
      const rejected = { ...countedFields(request), ...uncharged, rejectionCause: cause };
      return (await batches.decide(request.companyId, rejected)).result === 'counted';
    },
  };
}

function claimOf(
  { companyId, keyId }: CountedRequest,
  { nonce, timestamp, signature, allowsReuse }: Nonce,
): NonceClaim {
  return {
    key: nonceKey(companyId, keyId, nonce),
    timestamp,
    mark: markOf(signature),
    signatureKey: allowsReuse ? signatureKey(companyId, keyId, signature) : undefined,
  };
}

function countedFields({ version, forceVersion = false, keyId, endpoint }: CountedRequest) {
  return { version, forceVersion, consumptionField: `${keySource(keyId)} ${endpoint}` };
}
