import { buildDocument } from '@vitae/document/build-document';
import { renderPrintPage } from '@vitae/document/pages/print-page';
import { sampleSource } from '@vitae/document/sample-source';
import { systemClock } from '@vitae/kit/clock';
import { createGrpcClient } from '@vitae/kit/grpc-client';
import { isPrepareOnly, runProcess } from '@vitae/kit/lifecycle';
import { createLogger } from '@vitae/kit/log';
import { createMetrics } from '@vitae/kit/metrics';
import { connectMongo } from '@vitae/kit/mongo';
import { createReadiness, listenHttp } from '@vitae/kit/probes';
import { connectRedis, queueConnection } from '@vitae/kit/redis';
import { createCallAuthorizer, createServiceIdentity } from '@vitae/kit/service-identity';
import { parseSettings } from '@vitae/kit/settings';
import { startTracing } from '@vitae/kit/tracing';
import { contracts } from '@vitae/proto/contract';
import { artifactAudience } from '@vitae/proto/export-address';
import { createApp } from './app.ts';
import { launchBrowser, type Purpose } from './browser/launch-browser.ts';
import { createPrinter } from './browser/printer.ts';
import { subscribeToCancellations } from './cancellations.ts';
import { configSchema } from './config.ts';
import { createExportCv } from './export-cv.ts';
import { formatOf } from './formats/registry.ts';
import { createGridFsArtifactStore } from './gridfs-artifact-store.ts';
import { createOfficeConverter } from './office/converter.ts';
import { launchOffice } from './office/launch-office.ts';
import { removeAbandonedUserData } from './processes/user-data.ts';
import { createSourceClient } from './source-client.ts';
import { startSweeping } from './sweeper.ts';
import { createExportWorker } from './worker.ts';
import { createWorkerMetrics } from './worker-metrics.ts';

let log = createLogger({ name: 'export' });

runProcess(
  () => log,
  async (lifecycle) => {
    const config = parseSettings(configSchema, process.env, log);
    log = createLogger({ name: 'export', level: config.LOG_LEVEL });
    const metrics = createMetrics('export');
    const workerMetrics = createWorkerMetrics(metrics);
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
    lifecycle.onStop('sweeper', startSweeping(store, log));

    const resume = createGrpcClient({
      ...contracts.resume(),
      address: config.RESUME_ADDRESS,
      identity: createServiceIdentity({ name: 'export', keys: config.SERVICE_KEYS, clock: systemClock }),
      reads: ['GetExportSource'],
      deadlineMs: 5_000,
    });
    lifecycle.onStop('resume client', resume.close);

    await removeAbandonedUserData();
    const sandbox = config.EXPORT_BROWSER_SANDBOX === 'on';
    const launch = (purpose: Purpose) => launchBrowser(config.PUPPETEER_EXECUTABLE_PATH, { purpose, sandbox });
    // Of those that print many starts are a sign of trouble; each picture has one.
    const launchToPrint = workerMetrics.counted('browser', () => launch('print'));
    const printer = createPrinter({
      launch: (purpose) => (purpose === 'print' ? launchToPrint() : launch(purpose)),
      limits: {
        renderTimeoutMs: config.EXPORT_RENDER_MS,
        maxRenders: config.EXPORT_BROWSER_RENDERS,
        maxMemoryMb: config.EXPORT_BROWSER_MEMORY_MB,
      },
      warmUp: {
        pages: config.EXPORT_PAGES_AHEAD,
        html: renderPrintPage(buildDocument(sampleSource(), systemClock.now())),
      },
      log,
    });
    lifecycle.onStop('browser', printer.close);
    await printer.ready();
    const office = createOfficeConverter({
      launch: workerMetrics.counted('office', () =>
        launchOffice({ soffice: config.SOFFICE_BINARY, python: config.OFFICE_PYTHON }),
      ),
      limits: {
        convertTimeoutMs: config.EXPORT_RENDER_MS,
        maxConversions: config.EXPORT_OFFICE_CONVERSIONS,
        maxMemoryMb: config.EXPORT_OFFICE_MEMORY_MB,
      },
      log,
    });
    lifecycle.onStop('office', office.close);

    const exportCv = createExportCv({
      formatOf,
      readSource: createSourceClient(resume.call),
      store,
      renderers: { printer, office },
      clock: systemClock,
    });
    const redis = await connectRedis({ url: config.REDIS_URL, name: 'export', log });
    lifecycle.onStop('redis', redis.close);
    const connection = queueConnection(config.REDIS_URL);
    const cancellations = await subscribeToCancellations({ connection, log });
    lifecycle.onStop('cancellations', cancellations.close);
    const worker = createExportWorker({
      connection,
      exportCv,
      store,
      cancellations,
      concurrency: config.EXPORT_CONCURRENCY,
      log,
      metrics: workerMetrics,
    });
    const readiness = createReadiness({
      mongodb: mongo.ready,
      redis: redis.ready,
      resume: resume.ready,
      browser: printer.ready,
    });
    const admits = createCallAuthorizer({
      audience: artifactAudience,
      keys: config.SERVICE_KEYS,
      clock: systemClock,
      // A consumer is another system that was given the keys: docs/export-queue.md.
      callers: { gateway: 'everything', consumer: 'everything' },
    });
    const http = await listenHttp(
      createApp({ store, admits, readiness, metrics, log }),
      config.HTTP_HOST,
      config.HTTP_PORT,
    );
    lifecycle.onStop('http', http.close);
    lifecycle.onStop('worker', () => worker.close(config.SHUTDOWN_TIMEOUT_MS - 2_000));
    lifecycle.onDrain(readiness.drain, config);
    worker.start();
    log.info({ address: config.HTTP_HOST, port: http.port, database: config.MONGODB_DATABASE }, 'Ready');
  },
);
