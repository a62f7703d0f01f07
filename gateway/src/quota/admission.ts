import { keySource, type Outcome } from '@vitae/accounts/consumption/counter';
import type { Limits } from '@vitae/accounts/keys/api-key';
import type { QuotaType, Usage } from '@vitae/accounts/quota/quota-types';
import { nonceKey } from '@vitae/accounts/quota/redis-keys';
import type { Redis } from 'ioredis';
import { type Asked, createAdmissionBatches, type Decision } from './admission-batches.ts';
import { ADMITTED, EARLY, NONCE_USED, STALE, UNSETTLED } from './admit-script.ts';
import { type ReplayBarrier, replayMemoryLost } from './replay-barrier.ts';

export type Admission =
  | { outcome: 'accepted' | 'limited' | 'nonce_used'; usage: Usage }
  /** The company's keys or limits were changed since they were read: nothing was done. */
  | { outcome: 'stale' };

/** A call as it is counted. */
export type Counted = { companyId: number; keyId: number; endpoint: string; version: number; overrule?: boolean };

/** What makes a signed call good once only: the nonce, and the second that was signed with it. */
export type Nonce = { nonce: string; stamp: number };

export type AdmissionControl = {
  /** An authenticated call: remembers its nonce (when its scheme has one), charges it, counts it. */
  admit(call: Counted, nonce: Nonce | undefined, quota: QuotaType | 'free', limits: Limits): Promise<Admission>;
  /** A call that was refused already: counts it. False when the decision was made on stale facts, and nothing was counted. */
  refuse(call: Counted, cause: Outcome): Promise<boolean>;
};

export function createAdmissionControl(redis: Redis, barrier: ReplayBarrier): AdmissionControl {
  const batches = createAdmissionBatches(redis);
  const decide = async (companyId: number, asked: Asked): Promise<Decision> => {
    let decision = await batches.decide(companyId, asked);
    if (decision.code === UNSETTLED) {
      await barrier.settle(companyId, asked.nonce ? asked.stamp - decision.now : 0);
      decision = await batches.decide(companyId, asked);
    }
    if (decision.code === UNSETTLED || decision.code === EARLY) throw replayMemoryLost();
    return decision;
  };
  return {
    admit: async (call, nonce, quota, limits) => {
      const { code, ...usage } = await decide(call.companyId, {
        ...factsOf(call),
        type: quota === 'free' ? '' : quota,
        limit: quota === 'free' ? 0 : limits[quota],
        cause: '',
        nonce: nonce ? nonceKey(call.companyId, call.keyId, nonce.nonce) : '',
        stamp: nonce?.stamp ?? 0,
      });
      return code === STALE ? { outcome: 'stale' } : { outcome: outcomeOf(code), usage };
    },
    refuse: async (call, cause) => {
      const asked = { ...factsOf(call), type: '', limit: 0, cause, nonce: '', stamp: 0 } as const;
      return (await batches.decide(call.companyId, asked)).code !== STALE;
    },
  };
}

function factsOf({ version, overrule = false, keyId, endpoint }: Counted) {
  return { version, overrule, field: `${keySource(keyId)} ${endpoint}` };
}

function outcomeOf(code: Decision['code']): 'accepted' | 'limited' | 'nonce_used' {
  if (code === NONCE_USED) return 'nonce_used';
  return code === ADMITTED ? 'accepted' : 'limited';
}
