import { systemClock } from '@vitae/kit/clock';
import { listenHttp } from '@vitae/kit/http/listen-http';
import { recordMalformedRequests } from '@vitae/kit/http/log-requests';
import { createRequestMetrics } from '@vitae/kit/http/request-metrics';
import { isPrepareOnly, type Lifecycle, runProcess } from '@vitae/kit/lifecycle';
import { createLogger } from '@vitae/kit/log';
import { createMetrics } from '@vitae/kit/metrics';
import { connectMongo } from '@vitae/kit/mongo';
import { createReadiness, observeDependencies, probeApp } from '@vitae/kit/probes';
import { connectRedis } from '@vitae/kit/redis';
import { createServiceIdentity } from '@vitae/kit/service-identity';
import { parseSettings } from '@vitae/kit/settings';
import { startTracing } from '@vitae/kit/tracing';
import { openExportClient } from '@vitae/proto/clients/exports/export-client';
import { createServices } from '@vitae/proto/clients/services';
import { createSite } from './app.ts';
import { configSchema } from './config.ts';
import { STOPPING } from './features/settings/consumption/live-streams.ts';
import { createMailer } from './mail/mailer.ts';
import { pageObjectives } from './objectives.ts';

let log = createLogger({ name: 'site' });

runProcess(() => log, start);

async function start(lifecycle: Lifecycle): Promise<void> {
  const config = parseSettings(configSchema, process.env, log);
  log = createLogger({ name: 'site', level: config.LOG_LEVEL });
  const metrics = createMetrics('site');
  const tracing = await startTracing('site', config);
  lifecycle.onStop('tracing', tracing.close);

  const mongo = await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DATABASE, log, metrics });
  lifecycle.onStop('mongodb', mongo.close);
  const redis = await connectRedis({ url: config.REDIS_URL, name: 'site', log, metrics });
  lifecycle.onStop('redis', redis.close);
  const identity = createServiceIdentity({ name: 'site', key: config.SERVICE_PRIVATE_KEY, clock: systemClock });
  const services = createServices(config, identity);
  lifecycle.onStop('service clients', services.close);
  const {
    queue,
    redis: queueRedis,
    artifacts,
    close,
  } = await openExportClient({ config, name: 'site', identity, log, metrics });
  lifecycle.onStop('export client', close);
  const mailer = createMailer(config, log);
  lifecycle.onStop('mail', async () => mailer?.close());

  observeDependencies(metrics, { mongodb: mongo.ready, redis: redis.ready });
  const readiness = createReadiness();
  const observeRequest = createRequestMetrics(metrics, pageObjectives);
  const site = createSite({
    config,
    log,
    services,
    queue,
    artifacts,
    readiness,
    mailer,
    metrics,
    observeRequest,
    connection: mongo.connection,
    redis: redis.redis,
    queueRedis,
    clock: systemClock,
  });
  lifecycle.onStop('expiry mail', async () => site.expiryMail?.close());
  lifecycle.onStop('owner mail', async () => site.ownerMail?.close());
  lifecycle.onStop('access log', site.accessRecorder.close);
  await site.prepare();
  if (isPrepareOnly(process.argv)) return lifecycle.end();
  site.expiryMail?.start();
  site.ownerMail?.start();

  const probes = await listenHttp(probeApp(readiness, metrics), config.METRICS_HOST, config.METRICS_PORT);
  lifecycle.onStop('metrics', probes.close);
  const record = recordMalformedRequests(log, observeRequest);
  const http = await listenHttp(site.app, config.HOST, config.PORT, record);
  lifecycle.onStop('http', http.close);
  const drain = () => {
    readiness.drain();
    http.drain();
    site.app.emit(STOPPING);
  };
  lifecycle.onDrain(drain, config);
  log.info({ address: config.HOST, port: http.port }, 'Ready');
}
