import type { Logger } from '@vitae/kit/log';
import type { Services } from '@vitae/proto/clients/services';
import type { Connection } from 'mongoose';
import { createDeleteUser } from './delete-user.ts';
import { createEraser } from './eraser.ts';
import { createPendingDeletions } from './pending-deletions.ts';
import { allTraces, type TracesDependencies } from './traces.ts';

const DAY_MS = 86_400_000;

export type UserErasureDependencies = Omit<TracesDependencies, 'services'> & {
  connection: Connection;
  services: Services;
  retentionDays: number;
  log: Logger;
};

/** Deletes users immediately, and erases their personal data after the retention time. */
export function createUserErasure({ connection, retentionDays, log, ...dependencies }: UserErasureDependencies) {
  const { services, clock } = dependencies;
  const shared = {
    resume: services.resume,
    traces: allTraces(dependencies),
    pending: createPendingDeletions(connection),
    clock,
    log,
  };
  return {
    deleteUser: createDeleteUser(shared),
    eraser: createEraser({ ...shared, retentionMs: retentionDays * DAY_MS }),
  };
}
