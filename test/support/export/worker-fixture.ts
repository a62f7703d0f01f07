import { randomUUID } from 'node:crypto';
import { createGridFsArtifactStore } from '@vitae/export/artifacts/gridfs-artifact-store';
import { type Cancellations, subscribeToCancellations } from '@vitae/export/cancellations';
import { exportCv } from '@vitae/export/export-cv';
import type { Renderers } from '@vitae/export/formats/format';
import { formatOf } from '@vitae/export/formats/registry';
import { createSourceClient } from '@vitae/export/source-client';
import { createExportWorker } from '@vitae/export/worker';
import { createWorkerMetrics } from '@vitae/export/worker-metrics';
import { systemClock } from '@vitae/kit/clock';
import { createGrpcClient } from '@vitae/kit/grpc-client';
import { createLogger } from '@vitae/kit/log';
import { createMetrics } from '@vitae/kit/metrics';
import { closeQueueConnection, openQueueClient, type QueueConnection, queueConnection } from '@vitae/kit/redis';
import { readPrivateKey, readPublicKeys } from '@vitae/kit/signing-keys';
import { contracts } from '@vitae/proto/contract';
import {
  companiesOfProcesses,
  createGrantCheck,
  createGrantSigner,
  type SignExportGrant,
} from '@vitae/proto/export-grant';
import {
  batchPayload,
  exportJobName,
  exportJobOptions,
  exportPayload,
  exportQueue,
  queuePrefix,
  readExportFailure,
} from '@vitae/proto/export-job';
import { type Job, type JobsOptions, Queue, QueueEvents } from 'bullmq';
import { openDatabaseFixture } from '../kit/database-fixture.ts';
import { createIdentityFixture } from '../kit/identity-fixture.ts';
import { newPrivateKey, publicKeyItem } from '../service-keys.ts';
import { createFakeResumeServer, type SourceRequest } from './fake-resume-server.ts';
import { createPrinterFixture } from './renderer-fixtures.ts';

export type WorkerFixture = Awaited<ReturnType<typeof startWorkerFixture>>;

const log = createLogger({ name: 'test', level: 'silent' });
const noOffice = { convert: () => Promise.reject(new Error('not in this test')), close: async () => undefined };
// Long enough for the first start of a browser on a machine.
const WAIT_MS = 110_000;

type WorkerChanges = {
  renderers?: Partial<Renderers>;
  /** The Redis of the worker as its own Redis user. The prefix of the queue is then that of production. */
  workerRedisUrl?: string;
  /** The template version of the worker, if it is of another release. */
  templateVersion?: number;
};

/** Starts a worker as main.ts does, with its own queue and database and a fake resume service. */
export async function startWorkerFixture(env: NodeJS.ProcessEnv, changes: WorkerChanges = {}) {
  const { workerRedisUrl = env.REDIS_URL ?? '' } = changes;
  const prefix = changes.workerRedisUrl === undefined ? `{test-${randomUUID()}}` : queuePrefix;
  const connection = queueConnection(env.REDIS_URL ?? '');
  const workerConnection = queueConnection(workerRedisUrl);
  const grants = createGrants();
  const resume = await startResumeService();
  const database = await openDatabaseFixture(env.MONGODB_URI);
  const { printer } = createPrinterFixture();
  const store = createGridFsArtifactStore({ connection: database.connection, clock: systemClock, retentionMs: 60_000 });
  await store.createIndexes();
  const renderers = { printer, office: noOffice, ...changes.renderers };
  const readSource = createSourceClient(resume.client.call, changes.templateVersion);
  const cancellations = await subscribeToCancellations({ url: workerRedisUrl, prefix, log });
  const signReceipt = async (receipt: object) => `receipt of ${JSON.stringify(receipt)}`;
  const metrics = createWorkerMetrics(createMetrics('test'));
  const worker = createExportWorker({
    connection: workerConnection,
    exportCv: exportCv({
      formatOf,
      checkGrant: grants.check,
      readSource,
      store,
      renderers,
      signReceipt,
      metrics,
      clock: systemClock,
    }),
    checkGrant: grants.check,
    store,
    cancellations,
    concurrency: 2,
    log,
    metrics,
    prefix,
  });
  const jobs = await openQueue(connection, prefix, grants.sign);
  worker.start();
  return {
    prefix,
    connection,
    store,
    signGrant: grants.sign,
    producerKey: grants.producerKey,
    sourceRequests: resume.requests,
    unavailableCvs: resume.unavailableCvs,
    ...jobs,
    close: async () => {
      await worker.close(2_000);
      cancellations.close();
      await jobs.close();
      for (const one of [connection, workerConnection]) closeQueueConnection(one);
      await printer.close();
      await resume.close();
      await database.drop();
    },
  };
}

async function startResumeService() {
  const requests: SourceRequest[] = [];
  const unavailableCvs = new Set<number>();
  const { identity, authorizerFor } = createIdentityFixture();
  const server = createFakeResumeServer(authorizerFor, requests, unavailableCvs);
  const address = `127.0.0.1:${await server.start('127.0.0.1', 0)}`;
  const client = createGrpcClient({ ...contracts.resume(), address, identity, reads: [] });
  const close = async () => {
    client.close();
    await server.drain(1_000);
  };
  return { client, requests, unavailableCvs, close };
}

/** Another producer of jobs, which may export the CVs of one company. */
const PRODUCER = { name: 'erp', company: 7 };

/** The grants of the gateway, and the private key of the other producer. */
function createGrants() {
  const [gatewayKey, producerKey] = [newPrivateKey(), newPrivateKey()];
  const publicKeys = [publicKeyItem('gateway', gatewayKey), publicKeyItem(PRODUCER.name, producerKey)].join();
  return {
    producerKey,
    sign: createGrantSigner({ issuer: 'gateway', key: readPrivateKey(gatewayKey), clock: systemClock }),
    check: createGrantCheck({
      keys: readPublicKeys(publicKeys),
      producers: companiesOfProcesses().parse(`${PRODUCER.name}:${PRODUCER.company}`),
      allowUnsigned: false,
      clock: systemClock,
    }),
  };
}

/** Adds the grants that the gateway would add. Invalid payloads get none. */
async function withGrants(payload: object, sign: SignExportGrant): Promise<object> {
  const single = exportPayload.safeParse(payload).data;
  const batch = batchPayload.safeParse(payload).data;
  if (single) return { grant: await sign(single), ...payload };
  if (!batch) return payload;
  const { cvIds, companyId, format, address: job } = batch;
  return { grants: await Promise.all(cvIds.map((cvId) => sign({ cvId, companyId, format, job }))), ...payload };
}

async function openQueue(connection: QueueConnection, prefix: string, sign: SignExportGrant) {
  const redis = openQueueClient(connection);
  const queue = new Queue(exportQueue, { connection, prefix });
  const events = new QueueEvents(exportQueue, { connection, prefix });
  // Tests let Redis fail.
  const ignore = () => undefined;
  redis.on('error', ignore);
  queue.on('error', ignore);
  events.on('error', ignore);
  await events.waitUntilReady();
  const options = { ...exportJobOptions, backoff: { type: 'exponential', delay: 20 } };
  return {
    redis,
    queue,
    events,
    add: async (payload: object, changes: JobsOptions = {}, name: string = exportJobName): Promise<Job> =>
      queue.add(name, await withGrants(payload, sign), { ...options, jobId: randomUUID(), ...changes }),
    resultOf: async <T>(job: Job): Promise<T> => (await job.waitUntilFinished(events, WAIT_MS)) as T,
    failureOf: async (job: Job) => {
      const state = await job.waitUntilFinished(events, WAIT_MS).then(
        () => 'completed',
        () => 'failed',
      );
      const failed = await queue.getJob(job.id ?? '');
      return { ...readExportFailure(failed?.failedReason), state, attempts: failed?.attemptsMade };
    },
    close: async () => {
      await events.close();
      await queue.obliterate({ force: true });
      await queue.close();
      redis.disconnect();
    },
  };
}

/** For workers whose jobs are never cancelled. */
export const noCancellations: Cancellations = {
  isCancelled: async () => false,
  onCancelled: () => undefined,
  close: () => undefined,
};
