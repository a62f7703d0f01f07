import { accountSettings } from '@vitae/accounts/account-settings';
import { createAdministrators } from '@vitae/accounts/administrators/administrator-mongo-store';
import { createSecondFactors } from '@vitae/accounts/administrators/second-factor-mongo-store';
import { createApplicationStore } from '@vitae/accounts/applications/application-mongo-store';
import { createApplications } from '@vitae/accounts/applications/applications';
import { systemRandomBytes } from '@vitae/accounts/applications/token';
import type { AuditAction } from '@vitae/accounts/audit/audit-actions';
import type { AuditTarget } from '@vitae/accounts/audit/audit-log';
import { createAuditLog } from '@vitae/accounts/audit/audit-mongo-store';
import { createCompanyStore } from '@vitae/accounts/companies/company-mongo-store';
import { createConsumptionStore } from '@vitae/accounts/consumption/consumption-mongo-store';
import { createMinuteBuffer } from '@vitae/accounts/consumption/minute-buffer';
import { createConsumptionReports } from '@vitae/accounts/consumption/report';
import { DEFAULT_RETENTION } from '@vitae/accounts/consumption/retention';
import { createOwnerCredentials } from '@vitae/accounts/credentials/owner-credentials-mongo-store';
import { createIndexes } from '@vitae/accounts/indexes';
import { createFenceObservationStore } from '@vitae/accounts/keys/fence-observation-mongo-store';
import { createObservedUse } from '@vitae/accounts/keys/fence-preview';
import { createKeyAnnouncer } from '@vitae/accounts/keys/key-announcements';
import { createKeyManager } from '@vitae/accounts/keys/key-manager';
import { createKeyStore } from '@vitae/accounts/keys/key-mongo-store';
import { createLegacyUseStore } from '@vitae/accounts/keys/legacy-use-mongo-store';
import { createOneTimeLinks } from '@vitae/accounts/links/one-time-link-mongo-store';
import { createOutbox } from '@vitae/accounts/mail/outbox-mongo-store';
import { createSecretBox } from '@vitae/accounts/secrets/secret-box';
import { systemClock } from '@vitae/kit/clock';
import { VitaeError } from '@vitae/kit/errors';
import { createLogger } from '@vitae/kit/log';
import { connectMongo } from '@vitae/kit/mongo';
import { connectRedis } from '@vitae/kit/redis';
import { createSequence } from '@vitae/kit/sequence';
import { createServiceIdentity, type ServiceIdentity } from '@vitae/kit/service-identity';
import { httpUrl, parseSettings, SettingsError, serviceAddress } from '@vitae/kit/settings';
import { inTransaction, type Transact } from '@vitae/kit/transaction';
import type { Redis } from 'ioredis';
import type { ClientSession, Connection } from 'mongoose';
import { z } from 'zod';

/** The settings of the gateway that the command line needs. */
export const cliSettingsSchema = z.object({
  ...accountSettings,
  SITE_URL: httpUrl()
    .default('http://localhost:8080')
    .describe('Public URL of the pages, with which printed links start.'),
  RESUME_ADDRESS: serviceAddress('resume', 50051),
});
export type CliSettings = z.infer<typeof cliSettingsSchema>;

/** @throws {VitaeError} FAILED_PRECONDITION no_system if settings are missing or invalid */
export function readCliSettings(environment: NodeJS.ProcessEnv): CliSettings {
  try {
    return parseSettings(cliSettingsSchema, environment);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const hint =
      'No running system found. Start one with npm start, set DATA_DIR to its directory, or provide the settings below.';
    throw new VitaeError('FAILED_PRECONDITION', 'no_system', `${hint}\n${error.problems.join('\n')}`, { cause: error });
  }
}

/** The command line calls services as the gateway. */
export const cliIdentity = ({ SERVICE_PRIVATE_KEY: key }: CliSettings): ServiceIdentity =>
  createServiceIdentity({ name: 'gateway', key, clock: systemClock });

type Connections = { connection: Connection; redis: Redis; close(): Promise<void> };

// Commands print their own errors.
const log = createLogger({ name: 'vitae', level: 'silent' });

export async function connect({ MONGODB_URI, MONGODB_DATABASE, REDIS_URL }: CliSettings): Promise<Connections> {
  const mongo = await connectMongo({ uri: MONGODB_URI, database: MONGODB_DATABASE, log });
  try {
    const { redis, close } = await connectRedis({ url: REDIS_URL, name: 'vitae-cli', log });
    return {
      connection: mongo.connection,
      redis,
      close: async () => {
        await close();
        await mongo.close();
      },
    };
  } catch (error) {
    await mongo.close();
    throw error;
  }
}

/** Records an action of the operator in the audit log of a company. */
type RecordChange = (
  companyId: number,
  action: AuditAction,
  target: AuditTarget,
  detail?: Record<string, string>,
  session?: ClientSession,
) => Promise<void>;

/** Opens the stores and creates their indexes. */
export async function openStores({ connection, redis }: Connections, settings: CliSettings) {
  const clock = systemClock;
  const companies = createCompanyStore(connection);
  const announcer = createKeyAnnouncer(redis);
  const box = createSecretBox(settings.MASTER_KEYS);
  const audit = createAuditLog(connection, clock);
  const record: RecordChange = (companyId, action, target, detail, session) =>
    audit.record({ companyId, actor: { kind: 'operator' }, action, target, ...(detail && { detail }) }, session);
  const transact: Transact = (work) => inTransaction(connection, work);
  const keyStore = createKeyStore(connection);
  // The retention matters only to writers.
  const consumption = createConsumptionStore(connection, DEFAULT_RETENTION);
  const reports = createConsumptionReports(createMinuteBuffer(redis), consumption);
  const stores = {
    transact,
    companies,
    announcer,
    audit,
    record,
    keyStore,
    keys: createKeyManager({ connection, companies, keys: keyStore, box, announcer, clock }),
    observedUse: createObservedUse(reports, createFenceObservationStore(connection, clock), clock),
    legacyUse: createLegacyUseStore(connection),
    applications: createApplications({
      store: createApplicationStore(connection),
      box,
      ids: createSequence(connection, 'application'),
      random: systemRandomBytes,
      clock,
    }),
    administrators: createAdministrators(connection, clock),
    secondFactors: createSecondFactors({ connection, box, clock }),
    links: createOneTimeLinks(connection, clock),
    owners: createOwnerCredentials(connection),
    outbox: createOutbox(connection, box, clock),
  };
  await createIndexes(connection);
  return stores;
}
