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
import { missingIndexes } from '@vitae/kit/missing-indexes';
import type { Connection } from 'mongoose';
import type { Config } from '../../config.ts';
import { createExportRecordStore } from '../../features/exports/export-record-mongo-store.ts';
import { createClockLeadStore } from '../../quota/clock-lead-mongo-store.ts';
import { type Check, combined, type Outcome, ok, problem, skipped } from './check.ts';

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

/** Each service reports the indexes of its own database, to which this process has no access. */
export const indexCheck: Check = {
  name: 'Indexes',
  run: async ({ mongo, stores, settings, serviceStates }) => {
    const { connection } = await mongo();
    registerModels(connection, await stores(), settings);
    const [missing, states] = await Promise.all([missingIndexes(connection), serviceStates()]);
    const own = judge(settings.MONGODB_DATABASE, missing, 'Restart a gateway and a site');
    const services = states.map(({ service, state }) =>
      state
        ? judge(`The database of the ${service} service`, state.missingIndexes, 'Restart the service')
        : skipped(`Those of the ${service} service are not known.`),
    );
    const worst = combined([own, ...services]);
    if (worst.status !== 'ok') return worst;
    const unknown = services.filter(({ status }) => status === 'skipped').map(({ message }) => message);
    return ok(['All indexes of the gateway, the site and the services exist.', ...new Set(unknown)].join(' '));
  },
};

/** Replicas of a service report the same indexes, and `combined` keeps the fix once. */
function judge(database: string, missing: readonly string[], restart: string): Outcome {
  return missing.length === 0
    ? ok(database)
    : problem(
        `${database} lacks indexes: ${missing.join('; ')}.`,
        `${restart}: missing indexes are created at startup. The log shows why one could not be created.`,
      );
}
