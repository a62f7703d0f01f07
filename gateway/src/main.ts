import { systemClock } from '@vitae/kit/clock';
import { type Lifecycle, preparesOnly, runProcess } from '@vitae/kit/lifecycle';
import { createLogger } from '@vitae/kit/log';
import { createMetrics } from '@vitae/kit/metrics';
import { connectMongo } from '@vitae/kit/mongo';
import { createReadiness, listenHttp, probeApp } from '@vitae/kit/probes';
import { connectRedis, queueConnection } from '@vitae/kit/redis';
import { parseSettings } from '@vitae/kit/settings';
import { startTracing } from '@vitae/kit/tracing';
import { createGateway } from './app.ts';
import { gatewayIdentity } from '@vitae/proto/clients/gateway-identity';
import { createServices } from '@vitae/proto/clients/services';
import { configSchema } from './config.ts';
import { createArtifacts } from '@vitae/proto/clients/exports/artifacts';
import { createExportQueue } from '@vitae/proto/clients/exports/export-queue';
import { listenForFinishedExports } from '@vitae/proto/clients/exports/finish-events';
import { answerClientErrors } from '@vitae/kit/http/client-error';
import { listenForKeyChanges } from '@vitae/accounts/keys/key-announcements';
import { createMailer } from '@vitae/site/mail/mailer';
import { ADMIT_COMMAND } from './quota/admission-batches.ts';
import { STOPPING } from '@vitae/site/features/settings/consumption/live-streams';

let log = createLogger({ name: 'gateway' });

runProcess(() => log, start);

async function start(lifecycle: Lifecycle): Promise<void> {
  const config = parseSettings(configSchema, process.env, log);
  log = createLogger({ name: 'gateway', level: config.LOG_LEVEL });
  const metrics = createMetrics('gateway');
  const tracing = await startTracing('gateway', config);
  lifecycle.onStop('tracing', tracing.close);

  const mongo = await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DATABASE, log });
  lifecycle.onStop('mongodb', mongo.close);
  const calls = await connectRedis({ url: config.REDIS_URL, name: 'gateway', log, sentAtOnce: [ADMIT_COMMAND] });
  lifecycle.onStop('redis', calls.close);
  const services = createServices(config, gatewayIdentity(config));
  lifecycle.onStop('service clients', services.close);

  const queueFailed = (err: Error) => log.warn({ err, queue: 'exports' }, 'The export queue is not reachable');
  const jobs = await connectRedis({ url: config.REDIS_URL, name: 'gateway-exports', log });
  lifecycle.onStop('queue connection', jobs.close);
  const events = await listenForFinishedExports({
    connection: queueConnection(config.REDIS_URL),
    onError: queueFailed,
  });
  lifecycle.onStop('queue events', events.close);
  const queue = createExportQueue({ redis: jobs.redis, events, onError: queueFailed });
  lifecycle.onStop('queue', queue.close);
  const artifacts = createArtifacts(config.EXPORT_URL, gatewayIdentity(config));
  lifecycle.onStop('artifacts', artifacts.close);

  const mailer = createMailer(config, log);
  lifecycle.onStop('mail', async () => mailer?.close());

  const readiness = createReadiness({ mongodb: mongo.ready, redis: calls.ready });
  const gateway = createGateway({
    config,
    metrics,
    log,
    services,
    queue,
    artifacts,
    readiness,
    connection: mongo.connection,
    redis: calls.redis,
    mailer,
    clock: systemClock,
    announcementsArrive: () => announcements.arrive(),
  });
  lifecycle.onStop('consumption flusher', gateway.flusher.close);
  lifecycle.onStop('answer recorder', gateway.recorder.close);
  lifecycle.onStop('refused calls', gateway.refusedCalls.close);
  lifecycle.onStop('eraser', gateway.eraser.close);
  lifecycle.onStop('expiry mail', gateway.expiryMail.close);
  lifecycle.onStop('login addresses', gateway.loginAddresses.close);
  lifecycle.onStop('legacy key use', gateway.legacyUse.close);
  lifecycle.onStop('key use', gateway.keyUse.close);
  const announcements = listenForKeyChanges({
    url: config.REDIS_URL,
    clock: systemClock,
    log,
    onChange: gateway.keyCache.forgetCompany,
    onGap: gateway.keyCache.forgetAll,
  });
  lifecycle.onStop('key announcements', announcements.close);
  await gateway.prepare();
  if (preparesOnly(process.argv)) return lifecycle.end();
  gateway.eraser.start();
  gateway.loginAddresses.start();
  gateway.expiryMail.start();

  const probes = await listenHttp(probeApp(readiness, metrics), config.METRICS_HOST, config.METRICS_PORT);
  lifecycle.onStop('metrics', probes.close);
  const http = await listenHttp(gateway.app, config.HOST, config.PORT);
  answerClientErrors(http.server);
  lifecycle.onStop('http', http.close);
  const drain = () => {
    readiness.drain();
    http.drain();
    gateway.app.emit(STOPPING);
  };
  lifecycle.onDrain(drain, config);
  log.info({ address: config.HOST, port: http.port }, 'Ready');
}
