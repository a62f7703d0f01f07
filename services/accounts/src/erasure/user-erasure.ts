import { createLease } from '@vitae/kit/lease';
import type { Logger } from '@vitae/kit/log';
import type { Metrics } from '@vitae/kit/metrics';
import type { Services } from '@vitae/proto/clients/services';
import type { Connection } from 'mongoose';
import { createDeleteUser } from './delete-user.ts';
import { createEraser, observeErasure } from './eraser.ts';
import { createPendingDeletionStore } from './pending-deletion-mongo-store.ts';
import { type PersonalDataDependencies, personalDataSources } from './personal-data.ts';

const DAY_MS = 86_400_000;

type UserErasureDependencies = Omit<PersonalDataDependencies, 'services'> & {
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
  const lease = createLease(connection, 'erasure');
  const retentionMs = retentionDays * DAY_MS;
  return {
    deleteUser: createDeleteUser(shared),
    eraser: createEraser({ ...shared, lease, retentionMs }),
    observe: (metrics: Metrics) => observeErasure(metrics, { ...shared, retentionMs }),
    lease,
  };
}
