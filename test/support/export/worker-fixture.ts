import { randomUUID } from 'node:crypto';
import { launchBrowser } from '@vitae/export/browser/launch-browser';
import { createPrinter } from '@vitae/export/browser/printer';
import { subscribeToCancellations } from '@vitae/export/cancellations';
import { createExportCv } from '@vitae/export/export-cv';
import type { Renderers } from '@vitae/export/formats/format';
import { formatOf } from '@vitae/export/formats/registry';
import { createGridFsArtifactStore } from '@vitae/export/artifacts/gridfs-artifact-store';
import { createSourceClient } from '@vitae/export/source-client';
import { createExportWorker } from '@vitae/export/worker';
import { createWorkerMetrics } from '@vitae/export/worker-metrics';
import { systemClock } from '@vitae/kit/clock';
import { createGrpcClient } from '@vitae/kit/grpc-client';
import { createLogger } from '@vitae/kit/log';
import { createMetrics } from '@vitae/kit/metrics';
import { queueConnection } from '@vitae/kit/redis';
import { contracts } from '@vitae/proto/contract';
import { exportJobName, exportJobOptions, exportQueue, readExportFailure } from '@vitae/proto/export-job';
import { type Job, type JobsOptions, Queue, QueueEvents } from 'bullmq';
import { Redis } from 'ioredis';
import { openDatabaseFixture } from '../kit/database-fixture.ts';
import { createIdentityFixture } from '../kit/identity-fixture.ts';
import { createFakeResumeServer, type SourceRequest } from './fake-resume-server.ts';

export type WorkerFixture = Awaited<ReturnType<typeof startWorkerFixture>>;

const log = createLogger({ name: 'test', level: 'silent' });
const noOffice = { convert: () => Promise.reject(new Error('not in this test')), close: async () => undefined };
/** For what hangs: a browser that has never run on this machine takes its time for a first page. */
const WAIT_MS = 110_000;

/** One worker as main.ts makes it, with a queue, a database and a resume service of its own; tests only. */
export async function startWorkerFixture(env: NodeJS.ProcessEnv, changes: { tools?: Partial<Renderers> } = {}) {
  const prefix = `test-${randomUUID()}`;
  const connection = queueConnection(env.REDIS_URL ?? '');
  const calls: SourceRequest[] = [];
  const away = new Set<number>();
  const { identity, authorizerFor } = createIdentityFixture();
  const database = await openDatabaseFixture(env.MONGODB_URI);
  const server = createFakeResumeServer(authorizerFor, calls, away);
  const address = `127.0.0.1:${await server.start('127.0.0.1', 0)}`;
  const client = createGrpcClient({ ...contracts.resume(), address, identity, reads: [] });
  const printer = createPrinter({
    launch: (purpose) => launchBrowser(env.PUPPETEER_EXECUTABLE_PATH ?? '', { purpose }),
    limits: { renderTimeoutMs: 60_000, maxRenders: 500, maxMemoryMb: 2_000 },
    warmUp: { pages: 1, html: '<p>warm' },
    log,
  });
  const store = createGridFsArtifactStore({ connection: database.connection, clock: systemClock, retentionMs: 60_000 });
  await store.createIndexes();
  const exportCv = createExportCv({
    formatOf,
    readSource: createSourceClient(client.call),
    store,
    renderers: { printer, office: noOffice, ...changes.tools },
    clock: systemClock,
  });
  const cancellations = await subscribeToCancellations({ connection, prefix, log });
  const worker = createExportWorker({
    connection,
    exportCv,
    store,
    cancellations,
    concurrency: 2,
    log,
    metrics: createWorkerMetrics(createMetrics('test')),
    prefix,
  });
  const redis = new Redis(connection.url);
  const queue = new Queue(exportQueue, { connection, prefix });
  const events = new QueueEvents(exportQueue, { connection, prefix });
  await events.waitUntilReady();
  worker.start();
  const quick = { ...exportJobOptions, backoff: { type: 'exponential', delay: 20 } };
  return {
    prefix,
    connection,
    redis,
    calls,
    /** CVs that the resume service cannot be asked for. */
    away,
    store,
    queue,
    events,
    add: (payload: object, options: JobsOptions = {}, name: string = exportJobName): Promise<Job> =>
      queue.add(name, payload, { ...quick, jobId: randomUUID(), ...options }),
    resultOf: async <T>(job: Job): Promise<T> => (await job.waitUntilFinished(events, WAIT_MS)) as T,
    failureOf: async (job: Job) => {
      const ended = await job.waitUntilFinished(events, WAIT_MS).then(
        () => 'completed',
        () => 'failed',
      );
      const failed = await queue.getJob(job.id ?? '');
      return { ...readExportFailure(failed?.failedReason), ended, attempts: failed?.attemptsMade };
    },
    close: async () => {
      await worker.close(2_000);
      cancellations.close();
      await events.close();
      await queue.obliterate({ force: true });
      await queue.close();
      redis.disconnect();
      await printer.close();
      client.close();
      await server.drain(1_000);
      await database.drop();
    },
  };
}
