import { systemClock } from '@vitae/kit/clock';
import { createGrpcClient } from '@vitae/kit/grpc-client';
import { listenHttp } from '@vitae/kit/http/listen-http';
import { isPrepareOnly, type Lifecycle, runProcess } from '@vitae/kit/lifecycle';
import { createLogger, type Logger } from '@vitae/kit/log';
import { createMetrics } from '@vitae/kit/metrics';
import { connectMongo } from '@vitae/kit/mongo';
import { createReadiness, observeDependencies } from '@vitae/kit/probes';
import { type Recurring, startRecurring } from '@vitae/kit/recurring';
import { connectRedis, queueConnection } from '@vitae/kit/redis';
import { createCallAuthorizer, createServiceIdentity } from '@vitae/kit/service-identity';
import { parseSettings } from '@vitae/kit/settings';
import { startTracing } from '@vitae/kit/tracing';
import { contracts } from '@vitae/proto/contract';
import { artifactAudience } from '@vitae/proto/export-address';
import { createGrantCheck } from '@vitae/proto/export-grant';
import { createApp } from './app.ts';
import type { ArtifactStore } from './artifacts/artifact-store.ts';
import { createGridFsArtifactStore } from './artifacts/gridfs-artifact-store.ts';
import { subscribeToCancellations } from './cancellations.ts';
import { type Config, configSchema } from './config.ts';
import { exportCv } from './export-cv.ts';
import { formatOf } from './formats/registry.ts';
import { removeAbandonedUserData } from './processes/user-data.ts';
import { createRenderers, verifyRenderers } from './renderers.ts';
import { createSourceClient } from './source-client.ts';
import { createExportWorker } from './worker.ts';
import { createWorkerMetrics } from './worker-metrics.ts';

/** Part of the shutdown time that is reserved for the steps after the running jobs. */
const CLEANUP_MS = 2_000;

const SWEEP_INTERVAL_MS = 5 * 60_000;

let log = createLogger({ name: 'export' });

runProcess(
  () => log,
  async (lifecycle) => {
    const config = parseSettings(configSchema, process.env, log);
    log = createLogger({ name: 'export', level: config.LOG_LEVEL });
    const tracing = await startTracing('export', config);
    lifecycle.onStop('tracing', tracing.close);
    const mongo = await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DATABASE, log });
    lifecycle.onStop('mongodb', mongo.close);
    const store = createGridFsArtifactStore({
      connection: mongo.connection,
      clock: systemClock,
      retentionMs: config.EXPORT_KEEP_HOURS * 3_600_000,
    });
    await store.createIndexes();
    if (isPrepareOnly(process.argv)) return lifecycle.end();
    lifecycle.onStop('sweeper', startSweeper(store, log).stop);

    const metrics = createMetrics('export');
    const workerMetrics = createWorkerMetrics(metrics);
    await removeAbandonedUserData();
    const renderers = createRenderers(config, { metrics: workerMetrics, log });
    lifecycle.onStop('browser', renderers.printer.close);
    lifecycle.onStop('office', renderers.office.close);
    await verifyRenderers(renderers);

    const resume = createResumeClient(config, lifecycle);
    const redis = await connectRedis({ url: config.REDIS_URL, name: 'export', log });
    lifecycle.onStop('redis', redis.close);
    const connection = queueConnection(config.REDIS_URL);
    const cancellations = await subscribeToCancellations({ connection, log });
    lifecycle.onStop('cancellations', cancellations.close);
    const readSource = createSourceClient(resume.call);
    const checkGrant = grantCheck(config);
    const worker = createExportWorker({
      connection,
      exportCv: exportCv({ formatOf, checkGrant, readSource, store, renderers, clock: systemClock }),
      checkGrant,
      store,
      cancellations,
      concurrency: config.EXPORT_CONCURRENCY,
      log,
      metrics: workerMetrics,
    });

    observeDependencies(metrics, { mongodb: mongo.ready, redis: redis.ready, resume: resume.ready });
    const readiness = createReadiness({ browser: renderers.printer.ready });
    const consumers = config.EXPORT_CONSUMERS;
    const app = createApp({ store, authorize: artifactAuthorizer(config), consumers, readiness, metrics, log });
    const http = await listenHttp(app, config.HTTP_HOST, config.HTTP_PORT);
    lifecycle.onStop('http', http.close);
    lifecycle.onStop('worker', () => worker.close(config.SHUTDOWN_TIMEOUT_MS - CLEANUP_MS));
    lifecycle.onDrain(readiness.drain, config);
    worker.start();
    log.info({ address: config.HTTP_HOST, port: http.port, database: config.MONGODB_DATABASE }, 'Ready');
  },
);

/** Removes expired and unfinished files every five minutes. Any number of workers may sweep at the same time. */
function startSweeper(store: Pick<ArtifactStore, 'sweep'>, log: Logger): Recurring {
  const sweep = async () => {
    const { expired, unfinished } = await store.sweep();
    if (expired + unfinished > 0) log.info({ count: expired + unfinished }, 'Removed expired and unfinished files');
  };
  return startRecurring('artifact sweep', SWEEP_INTERVAL_MS, sweep, log);
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
    callers: { artifacts: [...config.EXPORT_CONSUMERS.keys()] },
  });
}
