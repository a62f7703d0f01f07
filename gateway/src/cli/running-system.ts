import type { Administrators } from '@vitae/accounts/administrators/administrators';
import type { OneTimeLinks } from '@vitae/accounts/administrators/one-time-links';
import type { SecondFactors } from '@vitae/accounts/administrators/second-factors';
import type { Applications } from '@vitae/accounts/applications/applications';
import type { CompanyStore } from '@vitae/accounts/companies/company-store';
import type { OwnerCredentials } from '@vitae/accounts/credentials/owner-credentials';
import type { KeyAnnouncer } from '@vitae/accounts/keys/key-announcer';
import type { KeyManager } from '@vitae/accounts/keys/key-manager';
import type { LegacyUseStore } from '@vitae/accounts/keys/legacy-use';
import type { Transact } from '@vitae/kit/transaction';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { Connection } from 'mongoose';
import type { CliSettings } from './cli-settings.ts';
import type { RecordChange } from './open-stores.ts';
import { settingsOfRunningSystem } from './run-file.ts';

/** The parts of a running system that commands change: its gateway's database, Redis, the resume service. */
export type RunningSystem = {
  settings: CliSettings;
  connection: Connection;
  transact: Transact;
  companies: CompanyStore;
  administrators: Administrators;
  secondFactors: SecondFactors;
  links: OneTimeLinks;
  record: RecordChange;
  owners: OwnerCredentials;
  keys: KeyManager;
  legacyUse: LegacyUseStore;
  applications: Applications;
  announcer: KeyAnnouncer;
  resume(): Promise<ResumeClient>;
  close(): Promise<void>;
};

/** Connects; what is not needed by a command is not loaded for it. */
export async function openRunningSystem(environment: NodeJS.ProcessEnv): Promise<RunningSystem> {
  const [kit, stores] = await Promise.all([import('./open-parts.ts'), import('./open-stores.ts')]);
  const settings = kit.readCliSettings(settingsOfRunningSystem(environment));
  const parts = await kit.openParts(settings);
  const opened = stores.openStores(parts, settings);
  await stores.createIndexes(parts.connection);
  const closing = [parts.close];
  let resume: Promise<ResumeClient> | undefined;
  return {
    settings,
    connection: parts.connection,
    ...opened,
    resume: () => {
      resume ??= openResume(settings).then((client) => {
        closing.push(async () => client.close());
        return client;
      });
      return resume;
    },
    close: async () => {
      for (const close of closing) await close();
    },
  };
}

async function openResume(settings: CliSettings): Promise<ResumeClient> {
  const [{ createResumeClient }, { gatewayIdentity }] = await Promise.all([
    import('@vitae/proto/clients/resume-client'),
    import('@vitae/proto/clients/gateway-identity'),
  ]);
  return createResumeClient(settings.RESUME_ADDRESS, gatewayIdentity(settings));
}
