import type { AccountStores } from '@vitae/accounts/account-stores';
import { createAdministrators } from '@vitae/accounts/administrators/administrator-mongo-store';
import { createSecondFactors } from '@vitae/accounts/administrators/second-factor-mongo-store';
import { createAuditLog } from '@vitae/accounts/audit/audit-mongo-store';
import { createConsumptionStore } from '@vitae/accounts/consumption/consumption-mongo-store';
import { retentionOf } from '@vitae/accounts/consumption/retention';
import { createPendingLoginStore } from '@vitae/accounts/credentials/pending-login-mongo-store';
import { createPendingDeletionStore } from '@vitae/accounts/erasure/pending-deletion-mongo-store';
import { createExpiryWarningStore } from '@vitae/accounts/keys/expiry-warning-mongo-store';
import { systemClock as clock } from '@vitae/kit/clock';
import type { Connection, IndexDefinition, IndexOptions } from 'mongoose';
import type { Config } from '../../config.ts';
import { createExportRecordStore } from '../../features/exports/export-record-mongo-store.ts';
import { createClockLeadStore } from '../../quota/clock-lead-mongo-store.ts';
import { type Check, ok, problem } from './check.ts';

const NO_COLLECTION = 26;

/** Registers the models of the gateway and the site that the account stores do not. Creates nothing in the database. */
export function registerModels(connection: Connection, { box }: AccountStores, config: Config): void {
  createAdministrators(connection, clock);
  createSecondFactors({ connection, box, clock });
  createAuditLog(connection, clock);
  createConsumptionStore(connection, retentionOf(config));
  createPendingLoginStore(connection);
  createPendingDeletionStore(connection);
  createExpiryWarningStore(connection);
  createExportRecordStore(connection);
  createClockLeadStore(connection);
}

/** An index that exists, as MongoDB lists it. */
type Present = { key: object } & Pick<IndexOptions, 'unique' | 'expireAfterSeconds'>;

/** Returns the declared indexes that do not exist with the same options, as `collection: keys`. */
export async function missingIndexes(connection: Connection): Promise<string[]> {
  const missing = Object.values(connection.models).map(async ({ schema, collection }) => {
    const declared = schema.indexes();
    if (declared.length === 0) return [];
    const present = (await collection.indexes().catch((error: { code?: unknown }) => {
      if (error.code === NO_COLLECTION) return [];
      throw error;
    })) as Present[];
    return declared
      .filter(([keys, options]) => !present.some((index) => isSame(index, keys, options)))
      .map(([keys]) => `${collection.collectionName}: ${Object.keys(keys).join(', ')}`);
  });
  return (await Promise.all(missing)).flat();
}

function isSame(present: Present, keys: IndexDefinition, options: IndexOptions): boolean {
  return (
    JSON.stringify(present.key) === JSON.stringify(keys) &&
    Boolean(present.unique) === Boolean(options.unique) &&
    present.expireAfterSeconds === options.expireAfterSeconds
  );
}

export const indexCheck: Check = {
  name: 'Indexes',
  run: async ({ mongo, stores, settings }) => {
    const { connection } = await mongo();
    registerModels(connection, await stores(), settings);
    const missing = await missingIndexes(connection);
    return missing.length === 0
      ? ok(`All indexes of ${settings.MONGODB_DATABASE} exist.`)
      : problem(
          `${settings.MONGODB_DATABASE} lacks ${missing.length} indexes: ${missing.join('; ')}.`,
          'Restart a gateway and a site: they create missing indexes when they start. The log shows why one could not be created.',
        );
  },
};
