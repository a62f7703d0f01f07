import type { AccountStores } from '@vitae/accounts/account-stores';
import { createConsumptionStore } from '@vitae/accounts/consumption/consumption-mongo-store';
import { createMinuteBuffer } from '@vitae/accounts/consumption/minute-buffer';
import { createRejectedRequests } from '@vitae/accounts/consumption/rejected-requests';
import { retentionOf } from '@vitae/accounts/consumption/retention';
import { createLoginNames } from '@vitae/accounts/credentials/login-names';
import { createPendingLoginStore } from '@vitae/accounts/credentials/pending-login-mongo-store';
import { createUserErasure } from '@vitae/accounts/erasure/user-erasure';
import { createAccessRecorder } from '@vitae/accounts/grants/access-recorder';
import { createFenceObserver } from '@vitae/accounts/keys/fence-observations';
import { createKeyUseRecorder } from '@vitae/accounts/keys/key-use';
import { createLegacyUseCounter } from '@vitae/accounts/keys/legacy-use';
import type { Clock } from '@vitae/kit/clock';
import { createLease } from '@vitae/kit/lease';
import type { Logger } from '@vitae/kit/log';
import type { Metrics } from '@vitae/kit/metrics';
import { observeSweeps } from '@vitae/kit/sweep';
import type { ExportQueue } from '@vitae/proto/clients/exports/export-queue';
import type { Services } from '@vitae/proto/clients/services';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import type { Config } from './config.ts';
import { createFlusher } from './consumption/flusher.ts';
import { createMissingCompanies } from './consumption/missing-companies.ts';
import { createResponseRecorder } from './consumption/response-recorder.ts';
import { createUnflushedMinutes } from './consumption/unflushed-minutes.ts';

export type BackgroundParts = {
  config: Config;
  connection: Connection;
  redis: Redis;
  services: Services;
  queue: ExportQueue;
  metrics: Metrics;
  clock: Clock;
  log: Logger;
};

export type BackgroundWork = ReturnType<typeof createBackgroundWork>;

/** Work that goes on between requests: recorders, counters and recurring jobs. */
export function createBackgroundWork(parts: BackgroundParts, { companies, box, keys, owners }: AccountStores) {
  const { config, connection, redis, services, queue, metrics, clock, log } = parts;
  const store = createConsumptionStore(connection, retentionOf(config));
  const rejectedRequests = createRejectedRequests({ redis, box, clock, log });
  const erasure = createUserErasure({
    connection,
    services,
    revokeOwnerAccess: owners.revokeOwnerAccess,
    queue,
    rejectedRequests,
    accessLog: owners.accessLog,
    retentionDays: config.RETENTION_DAYS,
    clock,
    log,
  });
  erasure.observe(metrics);
  const loginLease = createLease(connection, 'login names');
  observeSweeps(metrics, [erasure.lease, loginLease]);
  const buffer = createMinuteBuffer(redis);
  const unflushed = createUnflushedMinutes(redis);
  const missing = createMissingCompanies({ redis, buffer, unflushed, metrics, log });
  return {
    flusher: createFlusher({ buffer, unflushed, store, companies, missing, log }),
    recorder: createResponseRecorder(redis, log),
    accessRecorder: createAccessRecorder({ accessLog: owners.accessLog, clock, log }),
    rejectedRequests,
    eraser: { ...erasure.eraser, deleteUser: erasure.deleteUser },
    loginNames: createLoginNames({
      pending: createPendingLoginStore(connection),
      lease: loginLease,
      credentials: owners.credentials,
      resume: services.resume,
      clock,
      log,
    }),
    legacyUse: createLegacyUseCounter(keys.legacyUses, clock, log),
    keyUse: createKeyUseRecorder(keys.uses, clock, log),
    fenceObserver: createFenceObserver(keys.observations, redis, log),
  };
}
