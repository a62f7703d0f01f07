import type { Clock } from '@vitae/kit/clock';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import type { CompanyStore } from '../companies/company-store.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { createFenceObservationStore } from './fence-observation-mongo-store.ts';
import type { FenceObservationStore } from './fence-observations.ts';
import { createKeyAnnouncer } from './key-announcements.ts';
import { createKeyManager, type KeyManager } from './key-manager.ts';
import { createKeyStore } from './key-mongo-store.ts';
import type { KeyStore } from './key-store.ts';
import type { KeyUseStore } from './key-use.ts';
import { createKeyUseStore } from './key-use-mongo-store.ts';
import type { LegacyUseStore } from './legacy-use.ts';
import { createLegacyUseStore } from './legacy-use-mongo-store.ts';

/** The keys of companies and their use. */
export type KeyAccess = {
  keys: KeyStore;
  manager: KeyManager;
  uses: KeyUseStore;
  legacyUses: LegacyUseStore;
  observations: FenceObservationStore;
};

type KeyAccessDependencies = {
  connection: Connection;
  redis: Redis;
  companies: CompanyStore;
  box: SecretBox;
  clock: Clock;
};

export function createKeyAccess({ connection, redis, companies, box, clock }: KeyAccessDependencies): KeyAccess {
  const keys = createKeyStore(connection);
  const announcer = createKeyAnnouncer(redis);
  const manager = createKeyManager({ connection, companies, keys, box, announcer, clock });
  return {
    keys,
    manager,
    uses: createKeyUseStore(connection),
    legacyUses: createLegacyUseStore(connection),
    observations: createFenceObservationStore(connection, clock),
  };
}
