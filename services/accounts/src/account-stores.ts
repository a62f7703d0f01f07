import type { Clock } from '@vitae/kit/clock';
import type { KeyRing } from '@vitae/kit/key-ring';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { type RandomBytes, systemRandomBytes } from './applications/token.ts';
import { createCompanyStore } from './companies/company-mongo-store.ts';
import type { CompanyStore } from './companies/company-store.ts';
import { createOwnerAccess, type OwnerAccess } from './grants/owner-access.ts';
import { createKeyAccess, type KeyAccess } from './keys/key-access.ts';
import type { Outbox } from './mail/outbox.ts';
import { createOutbox } from './mail/outbox-mongo-store.ts';
import { createSecretBox, type SecretBox } from './secrets/secret-box.ts';

/** The stores that the gateway and the site share. */
export type AccountStores = {
  companies: CompanyStore;
  /** Encrypts secrets at rest. */
  box: SecretBox;
  keys: KeyAccess;
  owners: OwnerAccess;
  outbox: Outbox;
  random: RandomBytes;
};

type AccountConnections = { connection: Connection; redis: Redis; clock: Clock };

export function createAccountStores({ connection, redis, clock }: AccountConnections, keys: KeyRing): AccountStores {
  const companies = createCompanyStore(connection);
  const box = createSecretBox(keys);
  return {
    companies,
    box,
    keys: createKeyAccess({ connection, redis, companies, box, clock }),
    owners: createOwnerAccess({ connection, redis, box, clock }),
    outbox: createOutbox(connection, box, clock),
    random: systemRandomBytes,
  };
}
