import type { Redis, Result } from 'ioredis';
import type { RefusalCause } from '../auth/refusal.ts';
import type { Limits } from '../keys/api-key.ts';
import { ADMIT_SCRIPT, EXHAUSTED, NONCE_SECONDS, NONCE_USED, STALE } from './admit-script.ts';
import { minutesKey, nonceKey, quotaKey, versionKey } from './redis-keys.ts';

export const quotaTypes = ['standard', 'intensive'] as const;
export type QuotaType = (typeof quotaTypes)[number];

/** Calls used of each type in the minute of `now`, Unix time in seconds by Redis' clock. */
export type Usage = Limits & { now: number };

export type Admission =
  | { outcome: 'accepted' | 'limited' | 'nonce_used'; usage: Usage }
  /** The company's keys or limits were changed since they were read: nothing was done. */
  | { outcome: 'stale' };

/** A call as the script counts it. */
export type Counted = { companyId: number; keyId: number; endpoint: string; version: number; overrule?: boolean };

export type AdmissionControl = {
  /** An authenticated call: remembers its nonce ("" when its scheme has none), charges it, counts it. */
  admit(call: Counted, nonce: string, quota: QuotaType | 'free', limits: Limits): Promise<Admission>;
  /** A call that was refused already: counts it. False when the decision was made on stale facts, and nothing was counted. */
  refuse(call: Counted, cause: RefusalCause): Promise<boolean>;
};

declare module 'ioredis' {
  interface RedisCommander<Context> {
    vitaeAdmit(
      keys: number,
      ...keysAndArguments: (string | number)[]
    ): Result<[number, number, number, number], Context>;
  }
}

export function createAdmissionControl(redis: Redis): AdmissionControl {
  redis.defineCommand('vitaeAdmit', { lua: ADMIT_SCRIPT });
  return {
    admit: async (call, nonce, quota, limits) => {
      const { companyId: id, keyId } = call;
      const type = quota === 'free' ? '' : quota;
      const limit = quota === 'free' ? 0 : limits[quota];
      const rest = [
        call.version,
        call.overrule ? '1' : '',
        `${keyId} ${call.endpoint}`,
        type,
        limit,
        '',
        NONCE_SECONDS,
      ] as const;
      const [code, standard, intensive, now] = nonce
        ? await redis.vitaeAdmit(4, versionKey(id), quotaKey(id), minutesKey(id), nonceKey(id, keyId, nonce), ...rest)
        : await redis.vitaeAdmit(3, versionKey(id), quotaKey(id), minutesKey(id), ...rest);
      if (code === STALE) return { outcome: 'stale' };
      return { outcome: outcomeOf(code), usage: { standard, intensive, now } };
    },
    refuse: async (call, cause) => {
      const id = call.companyId;
      const rest = [
        call.version,
        call.overrule ? '1' : '',
        `${call.keyId} ${call.endpoint}`,
        '',
        0,
        cause,
        NONCE_SECONDS,
      ] as const;
      const [code] = await redis.vitaeAdmit(3, versionKey(id), quotaKey(id), minutesKey(id), ...rest);
      return code !== STALE;
    },
  };
}

function outcomeOf(code: number): 'accepted' | 'limited' | 'nonce_used' {
  if (code === NONCE_USED) return 'nonce_used';
  return code === EXHAUSTED ? 'limited' : 'accepted';
}
