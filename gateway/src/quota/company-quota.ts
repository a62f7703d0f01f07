import { keySource, type Outcome } from '@vitae/accounts/consumption/counter';
import type { Limits, QuotaType, Usage } from '@vitae/accounts/quota/quota-types';
import { nonceKey } from '@vitae/accounts/quota/redis-keys';
import type { Redis } from 'ioredis';
import { type AdmissionDecision, type AdmissionRequest, createAdmissionBatches } from './admission-batches.ts';
import { ADMITTED, BEFORE_BARRIER, NONCE_USED, STALE, UNSETTLED } from './company-quota-script.ts';
import { type ReplayBarrier, replayMemoryLost } from './replay-barrier.ts';

type Admission =
  | { outcome: 'accepted' | 'limited' | 'nonce_used'; usage: Usage }
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
export type Nonce = { nonce: string; timestamp: number };

/** The quota is charged by ADMIT_SCRIPT in company-quota-script.ts. */
export type AdmissionControl = {
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

export function createAdmissionControl(redis: Redis, barrier: ReplayBarrier): AdmissionControl {
  const batches = createAdmissionBatches(redis);
  const decide = async (companyId: number, request: AdmissionRequest): Promise<AdmissionDecision> => {
    let decision = await batches.decide(companyId, request);
    if (decision.code === UNSETTLED) {
      const { nowSeconds } = decision;
      await barrier.settle({ companyId }, nowSeconds, request.nonceKey ? request.timestamp - nowSeconds : 0);
      decision = await batches.decide(companyId, request);
    }
    if (decision.code === UNSETTLED || decision.code === BEFORE_BARRIER) throw replayMemoryLost();
    return decision;
  };
  return {
    admit: async (request, nonce, quota, limits) => {
      const { code, nowSeconds, ...used } = await decide(request.companyId, {
        ...countedFields(request),
        quota: quota === 'free' ? undefined : quota,
        limit: quota === 'free' ? 0 : limits[quota],
        rejectionCause: undefined,
        nonceKey: nonce && nonceKey(request.companyId, request.keyId, nonce.nonce),
        timestamp: nonce?.timestamp ?? 0,
      });
      return code === STALE ? { outcome: 'stale' } : { outcome: outcomeOf(code), usage: { ...used, now: nowSeconds } };
    },
    reject: async (request, cause) => {
      const uncharged = { quota: undefined, limit: 0, nonceKey: undefined, timestamp: 0 };
      const rejected = { ...countedFields(request), ...uncharged, rejectionCause: cause };
      return (await batches.decide(request.companyId, rejected)).code !== STALE;
    },
  };
}

function countedFields({ version, forceVersion = false, keyId, endpoint }: CountedRequest) {
  return { version, forceVersion, consumptionField: `${keySource(keyId)} ${endpoint}` };
}

function outcomeOf(code: AdmissionDecision['code']): 'accepted' | 'limited' | 'nonce_used' {
  if (code === NONCE_USED) return 'nonce_used';
  return code === ADMITTED ? 'accepted' : 'limited';
}
