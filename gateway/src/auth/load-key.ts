import { createSecretKey } from 'node:crypto';
import type { CompanyStore } from '@vitae/accounts/companies/company-store';
import { prepareFence } from '@vitae/accounts/keys/fence';
import { secretRecord } from '@vitae/accounts/keys/key-manager';
import { type KeyStore, stateOf } from '@vitae/accounts/keys/key-store';
import { NO_COMPANY } from '@vitae/accounts/quota/redis-keys';
import type { SecretBox } from '@vitae/accounts/secrets/secret-box';
import { storedCompatibility } from '@vitae/accounts/signatures/compatibility';
import type { Clock } from '@vitae/kit/clock';
import type { KeyFacts } from './key-cache.ts';

type LoadKeyDependencies = { keys: KeyStore; companies: CompanyStore; box: SecretBox; clock: Clock };

/** The facts about a key that does not exist. */
export const UNKNOWN_KEY: KeyFacts = { key: undefined, keyId: 0, companyId: NO_COMPANY, version: 0 };

/**
 * Loads a key with its company. The company's version is read before the key's state: a change in between yields an
 * old version with the new state, which the admission script detects. The opposite would go unnoticed.
 */
export function createKeyLoader({
  keys,
  companies,
  box,
  clock,
}: LoadKeyDependencies): (apikey: string) => Promise<KeyFacts> {
  return async (apikey) => {
    const owner = await keys.find(apikey);
    const company = await companies.find(owner?.companyId ?? NO_COMPANY);
    const stored = await keys.find(apikey);
    if (!company || !stored) return UNKNOWN_KEY;
    const facts = { keyId: stored.id, companyId: company.id, version: company.version };
    const state = stateOf(stored, clock.now());
    if (state !== 'active') return { ...facts, key: undefined, lapsed: state };
    const secret = createSecretKey(Buffer.from(box.open(stored.sealedSecret, secretRecord(apikey)), 'utf8'));
    return {
      ...facts,
      key: {
        id: stored.id,
        companyId: company.id,
        scheme: stored.scheme,
        secret,
        timestampPolicy: stored.timestampPolicy,
        fence: stored.fence ? prepareFence(stored.fence) : undefined,
        compatibility: storedCompatibility(stored.compatibility),
        expiresAt: stored.expiresAt?.getTime(),
        limits: company.limits,
        timeZone: company.timeZone,
        version: company.version,
      },
    };
  };
}
