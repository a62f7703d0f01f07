import { systemClock } from '@vitae/kit/clock';
import { createSequence } from '@vitae/kit/sequence';
import { inTransaction, type Transact } from '@vitae/kit/transaction';
import type { ClientSession } from 'mongoose';
import type { AuditAction } from '../audit/audit-actions.ts';
import { type AuditTarget, createAuditLog } from '../audit/audit-log.ts';
import { createCompanyStore } from '../companies/company-store.ts';
import { createAdministrators } from '../credentials/administrators.ts';
import { createOneTimeLinks } from '../credentials/one-time-links.ts';
import { createOwnerCredentials } from '../credentials/owner-credentials.ts';
import { createSecondFactors } from '../credentials/second-factors.ts';
import { createIndexes } from '../indexes.ts';
import { createKeyAnnouncer } from '../keys/key-announcer.ts';
import { createKeyManager } from '../keys/key-manager.ts';
import { createKeyStore } from '../keys/key-store.ts';
import { createLegacyUseStore } from '../keys/legacy-use.ts';
import { createSecretBox } from '../keys/secret-box.ts';
import { createApplicationStore } from '../oauth/application-store.ts';
import { createApplications } from '../oauth/applications.ts';
import { systemRandomness } from '../oauth/token.ts';
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
