import { systemClock } from '@vitae/kit/clock';
import { createCompanyStore } from '../companies/company-store.ts';
import { createAdministrators } from '../credentials/administrators.ts';
import { createOwnerCredentials } from '../credentials/owner-credentials.ts';
import { createIndexes } from '../indexes.ts';
import { createKeyAnnouncer } from '../keys/key-announcer.ts';
import { createKeyManager } from '../keys/key-manager.ts';
import { createKeyStore } from '../keys/key-store.ts';
import { createSecretBox } from '../keys/secret-box.ts';
import type { CliSettings } from './cli-settings.ts';
import type { OpenParts } from './open-parts.ts';

export { createIndexes };

export function openStores({ connection, redis }: OpenParts, settings: CliSettings) {
  const companies = createCompanyStore(connection);
  const announcer = createKeyAnnouncer(redis);
  const keys = createKeyManager({
    connection,
    companies,
    keys: createKeyStore(connection),
    box: createSecretBox(settings.MASTER_KEYS),
    announcer,
    clock: systemClock,
  });
  const administrators = createAdministrators(connection);
  const owners = createOwnerCredentials(connection);
  return { companies, administrators, owners, keys, announcer };
}
