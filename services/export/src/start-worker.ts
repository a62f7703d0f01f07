import { systemClock } from '@vitae/kit/clock';
import { createGrpcClient } from '@vitae/kit/grpc-client';
import { listenHttp } from '@vitae/kit/http/listen-http';
import { recordMalformedRequests } from '@vitae/kit/http/log-requests';
import { createRequestMetrics } from '@vitae/kit/http/request-metrics';
import { createLease, type Lease } from '@vitae/kit/lease';
import { isPrepareOnly, type Lifecycle } from '@vitae/kit/lifecycle';
import type { Logger } from '@vitae/kit/log';
import type { Metrics } from '@vitae/kit/metrics';
import { connectMongo } from '@vitae/kit/mongo';
import { openObjectStore } from '@vitae/kit/object-storage/open-object-store';
import { createReadiness, observeDependencies } from '@vitae/kit/probes';
import { closeQueueConnection, connectRedis, queueConnection, queueRedisOf } from '@vitae/kit/redis';
import { createCallAuthorizer, createServiceIdentity } from '@vitae/kit/service-identity';
import { createSweep, observeSweeps, type Sweep } from '@vitae/kit/sweep';
import { contracts } from '@vitae/proto/contract';
import { artifactAudience } from '@vitae/proto/export-address';
import { createGrantCheck } from '@vitae/proto/export-grant';
import { formerQueuePrefix, queuePrefix } from '@vitae/proto/export-job';
import { createReceiptSigner } from '@vitae/proto/export-receipt';
import { Cluster } from 'ioredis';
import { createApp } from './app.ts';
import type { ArtifactStore } from './artifacts/artifact-store.ts';
import { createGridFsArtifactStore } from './artifacts/gridfs-artifact-store.ts';
import { createS3ArtifactStore } from './artifacts/s3-artifact-store.ts';
import { subscribeToCancellations } from './cancellations.ts';
import type { Config } from './config.ts';
import { exportCv } from './export-cv.ts';
import type { Renderers } from './formats/format.ts';
import { formatOf } from './formats/registry.ts';
import type { OfficeConverter } from './office/converter.ts';
import { createConfiguredPrinter, verifyRenderers } from './renderers.ts';
import { createSourceClient } from './source-client.ts';
import { createExportWorker, type ExportWorkerOptions } from './worker.ts';
import type { WorkerMetrics } from './worker-metrics.ts';

/** Part of the shutdown time that is reserved for closing connections after the running jobs have ended. */
const CLEANUP_MS = 2_000;

const SWEEP_INTERVAL_MS = 60_000;
/** The sweeper still deletes a million files per hour. With half the pause, exports were 16 % slower. */
const SWEEP_PAUSE_FACTOR = 15;

export type StartingWorker = {
  config: Config;
  lifecycle: Lifecycle;
  metrics: Metrics;
  workerMetrics: WorkerMetrics;
  office: OfficeConverter;
  /** Rejects if LibreOffice cannot be started. */
  officeStarted: Promise<void>;
  log: Logger;
};

/** Connects to the databases, verifies the renderers and starts to process jobs. */
export async function startWorker(worker: StartingWorker): Promise<void> {
  const { config, lifecycle, metrics, workerMetrics, log } = worker;
  const [{ mongo, objects, store }, renderers, redis] = await Promise.all([
    openStore(worker),
    openRenderers(worker),
    openRedis(worker),
  ]);
  const lease = createLease(mongo.connection, 'exports');
  lifecycle.onStop('sweeper', startSweeper(store, lease, log).close);
  observeSweeps(metrics, [lease]);
  workerMetrics.observeFiles(store);

  const resume = createResumeClient(config, lifecycle);
  const readSource = createSourceClient(resume.call);
  const checkGrant = grantCheck(config);
  const signReceipt = createReceiptSigner({ key: config.SERVICE_PRIVATE_KEY, clock: systemClock });
  const workers = await openWorkers(worker, {
    exportCv: exportCv({
      ...{ formatOf, checkGrant, readSource, store, renderers, signReceipt, clock: systemClock },
      metrics: workerMetrics,
    }),
    checkGrant,
    store,
    log,
    metrics: workerMetrics,
  });

  const dependencies = { mongodb: mongo.ready, redis: redis.ready, resume: resume.ready };
  observeDependencies(metrics, objects ? { ...dependencies, s3: objects.ready } : dependencies);
  const readiness = createReadiness({ browser: renderers.printer.ready });
  const observeRequest = createRequestMetrics(metrics);
  const app = createApp({
    store,
    authorize: artifactAuthorizer(config),
    redirects: config.S3_PRESIGNED_DOWNLOADS === 'on',
    consumers: config.EXPORT_CONSUMERS,
    readiness,
    metrics,
    log,
    logSuccessRatio: config.LOG_SUCCESS_RATIO,
    observeRequest,
  });
  const record = recordMalformedRequests(log, observeRequest);
  const http = await listenHttp(app, config.HTTP_HOST, config.HTTP_PORT, record);
  lifecycle.onStop('http', http.close);
  const jobsTimeoutMs = config.SHUTDOWN_TIMEOUT_MS - CLEANUP_MS;
  lifecycle.onStop('workers', async () => {
    await Promise.all(workers.map((worker) => worker.close(jobsTimeoutMs)));
  });
  lifecycle.onDrain(readiness.drain, config);
  for (const worker of workers) worker.start();
  log.info({ address: config.HTTP_HOST, port: http.port, database: config.MONGODB_DATABASE }, 'Ready');
}

/** Connects to the store of the files and creates its indexes. */
export async function openStore({
  config,
  lifecycle,
  metrics,
  log,
}: Pick<StartingWorker, 'config' | 'lifecycle' | 'metrics' | 'log'>) {
  const mongo = await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DATABASE, log, metrics });
  lifecycle.onStop('mongodb', mongo.close);
  const objects = isPrepareOnly(process.argv) ? undefined : await openObjectStore(config, 'exports');
  if (objects) lifecycle.onStop('s3', objects.close);
  const retentionMs = config.EXPORT_KEEP_HOURS * 3_600_000;
  const options = { connection: mongo.connection, clock: systemClock, retentionMs };
  const store =
    config.ARTIFACT_STORE === 's3' && objects
      ? createS3ArtifactStore({ ...options, objects })
      : createGridFsArtifactStore({ ...options, objects });
  await store.createIndexes();
  return { mongo, objects, store };
}

/** Starts the browser and verifies that the renderers work. */
async function openRenderers({
  config,
  lifecycle,
  office,
  officeStarted,
  workerMetrics,
  log,
}: StartingWorker): Promise<Renderers> {
  const printer = createConfiguredPrinter(config, { metrics: workerMetrics, log });
  lifecycle.onStop('browser', printer.close);
  await verifyRenderers({ printer, office }, officeStarted);
  return { printer, office };
}

async function openRedis({ config, lifecycle, metrics, log }: StartingWorker) {
  const redis = await connectRedis({ ...queueRedisOf(config), name: 'export', log, metrics });
  lifecycle.onStop('redis', redis.close);
  return redis;
}

/** Removes expired and unfinished files. One worker does this at a time. */
function startSweeper(store: Pick<ArtifactStore, 'sweep'>, lease: Lease, log: Logger): Sweep {
  const sweepBatch = async () => {
    const { expired, unfinished, isLast } = await store.sweep();
    return { count: expired + unfinished, isLast };
  };
  const options = { everyMs: SWEEP_INTERVAL_MS, pauseFactor: SWEEP_PAUSE_FACTOR, log };
  const sweep = createSweep({ ...options, lease, steps: () => [sweepBatch] });
  sweep.start();
  return sweep;
}

/**
 * Creates the worker of the queue. Until the next release, also creates one for jobs with the former prefix, except on a
 * cluster, where BullMQ needs a hash tag.
 */
async function openWorkers(
  { config, lifecycle, log }: StartingWorker,
  options: Omit<ExportWorkerOptions, 'connection' | 'prefix' | 'cancellations' | 'concurrency'>,
) {
  const { url } = queueRedisOf(config);
  const connection = queueConnection(url);
  lifecycle.onStop('queue connection', () => closeQueueConnection(connection));
  const open = async (prefix: string, concurrency: number) => {
    const cancellations = await subscribeToCancellations({ url, prefix, log });
    lifecycle.onStop('cancellations', cancellations.close);
    return createExportWorker({ ...options, connection, prefix, cancellations, concurrency });
  };
  const worker = await open(queuePrefix, config.EXPORT_CONCURRENCY);
  if (connection instanceof Cluster) return [worker];
  return [worker, await open(formerQueuePrefix, 1)];
}

function createResumeClient(config: Config, lifecycle: Lifecycle) {
  const client = createGrpcClient({
    ...contracts.resume(),
    address: config.RESUME_ADDRESS,
    identity: createServiceIdentity({ name: 'export', key: config.SERVICE_PRIVATE_KEY, clock: systemClock }),
    reads: ['GetExportSource'],
    deadlineMs: 5_000,
  });
  lifecycle.onStop('resume client', client.close);
  return client;
}

function grantCheck(config: Config) {
  return createGrantCheck({
    keys: config.SERVICE_PUBLIC_KEYS,
    producers: config.EXPORT_PRODUCERS,
    allowUnsigned: config.EXPORT_ALLOW_UNSIGNED_JOBS,
    clock: systemClock,
  });
}

function artifactAuthorizer(config: Config) {
  return createCallAuthorizer({
    audience: artifactAudience,
    keys: config.SERVICE_PUBLIC_KEYS,
    clock: systemClock,
    callers: { artifacts: [...config.EXPORT_CONSUMERS.keys()], moves: ['gateway'] },
  });
}
