import type { Logger } from '@vitae/kit/log';
import type { Services } from '@vitae/proto/clients/services';
import type { Connection } from 'mongoose';
import { createDeleteUser } from './delete-user.ts';
import { createEraser } from './eraser.ts';
import { createPendingDeletionStore } from './pending-deletion-mongo-store.ts';
import { type PersonalDataDependencies, personalDataSources } from './personal-data.ts';

const DAY_MS = 86_400_000;

export type UserErasureDependencies = Omit<PersonalDataDependencies, 'services'> & {
  connection: Connection;
  services: Services;
  retentionDays: number;
  log: Logger;
};

/** Deletes users immediately and erases their personal data after the retention period. */
export function createUserErasure({ connection, retentionDays, log, ...dependencies }: UserErasureDependencies) {
  const { services, clock } = dependencies;
  const shared = {
    resume: services.resume,
    sources: personalDataSources(dependencies),
    pending: createPendingDeletionStore(connection),
    clock,
    log,
  };
  return {
    deleteUser: createDeleteUser(shared),
    eraser: createEraser({ ...shared, retentionMs: retentionDays * DAY_MS }),
  };
}
