import { createAdministrators } from '@vitae/accounts/administrators/administrators';
import { createOneTimeLinks } from '@vitae/accounts/administrators/one-time-links';
import { createSecondFactors } from '@vitae/accounts/administrators/second-factors';
import { createApplicationStore } from '@vitae/accounts/applications/application-store';
import { createApplications } from '@vitae/accounts/applications/applications';
import { systemRandomness } from '@vitae/accounts/applications/token';
import type { AuditAction } from '@vitae/accounts/audit/audit-actions';
import { type AuditTarget, createAuditLog } from '@vitae/accounts/audit/audit-log';
import { createCompanyStore } from '@vitae/accounts/companies/company-store';
import { createOwnerCredentials } from '@vitae/accounts/credentials/owner-credentials';
import { createIndexes } from '@vitae/accounts/indexes';
import { createKeyAnnouncer } from '@vitae/accounts/keys/key-announcer';
import { createKeyManager } from '@vitae/accounts/keys/key-manager';
import { createKeyStore } from '@vitae/accounts/keys/key-store';
import { createLegacyUseStore } from '@vitae/accounts/keys/legacy-use';
import { createSecretBox } from '@vitae/accounts/keys/secret-box';
import { systemClock } from '@vitae/kit/clock';
import { createSequence } from '@vitae/kit/sequence';
import { inTransaction, type Transact } from '@vitae/kit/transaction';
import type { ClientSession } from 'mongoose';
import type { CliSettings } from './cli-settings.ts';
import type { OpenParts } from './open-parts.ts';

export { createIndexes };

/** Writes in a company's audit log what the operator did. */
export type RecordChange = (
  companyId: number,
  action: AuditAction,
  target: AuditTarget,
  detail?: Record<string, string>,
  session?: ClientSession,
) => Promise<void>;

export function openStores({ connection, redis }: OpenParts, settings: CliSettings) {
  const companies = createCompanyStore(connection);
  const announcer = createKeyAnnouncer(redis);
  const box = createSecretBox(settings.MASTER_KEYS);
  const keys = createKeyManager({
    connection,
    companies,
    keys: createKeyStore(connection),
    box,
    announcer,
    clock: systemClock,
  });
  const applications = createApplications({
    store: createApplicationStore(connection),
    box,
    ids: createSequence(connection, 'application'),
    random: systemRandomness,
    clock: systemClock,
  });
  const legacyUse = createLegacyUseStore(connection);
  const administrators = createAdministrators(connection, systemClock);
  const secondFactors = createSecondFactors({ connection, box, clock: systemClock });
  const links = createOneTimeLinks(connection, systemClock);
  const audit = createAuditLog(connection, systemClock);
  const record: RecordChange = (companyId, action, target, detail, session) =>
    audit.record({ companyId, actor: { kind: 'operator' }, action, target, ...(detail && { detail }) }, session);
  const owners = createOwnerCredentials(connection);
  const transact: Transact = (work) => inTransaction(connection, work);
  const access = { administrators, secondFactors, links, owners };
  return { transact, companies, ...access, record, keys, legacyUse, applications, announcer };
}
