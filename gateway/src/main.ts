import { listenForKeyChanges } from '@vitae/accounts/keys/key-announcements';
import { systemClock } from '@vitae/kit/clock';
import { listenHttp } from '@vitae/kit/http/listen-http';
import { recordMalformedRequests } from '@vitae/kit/http/log-requests';
import { createRequestMetrics } from '@vitae/kit/http/request-metrics';
import { isPrepareOnly, type Lifecycle, runProcess } from '@vitae/kit/lifecycle';
import { createLogger } from '@vitae/kit/log';
import { createMetrics, type Metrics } from '@vitae/kit/metrics';
import { connectMongo } from '@vitae/kit/mongo';
import { createReadiness, observeDependencies, probeApp } from '@vitae/kit/probes';
import { connectRedis, observeRedisMemory } from '@vitae/kit/redis';
import { createServiceIdentity } from '@vitae/kit/service-identity';
import { parseSettings } from '@vitae/kit/settings';
import { startTracing } from '@vitae/kit/tracing';
import { openExportClient } from '@vitae/proto/clients/exports/export-client';
import { createServices } from '@vitae/proto/clients/services';
import { createGateway } from './app.ts';
import { type Config, configSchema } from './config.ts';
import { observeUnflushedMinutes } from './consumption/unflushed-minutes.ts';
import { createPageForwarder } from './http/forward-pages.ts';
import { apiObjectives } from './http/objectives.ts';
import { ADMIT_COMMAND } from './quota/admission-batches.ts';

let log = createLogger({ name: 'gateway' });

runProcess(() => log, start);

async function start(lifecycle: Lifecycle): Promise<void> {
  const config = parseSettings(configSchema, process.env, log);
  log = createLogger({ name: 'gateway', level: config.LOG_LEVEL });
  const metrics = createMetrics('gateway');
  const tracing = await startTracing('gateway', config);
  lifecycle.onStop('tracing', tracing.close);
  const connections = await openConnections(config, lifecycle, metrics);
  observeDependencies(metrics, connections.observed);
  observeRedisMemory(metrics, connections.redis);
  observeUnflushedMinutes(metrics, connections.redis);
  const readiness = createReadiness();
  const observeRequest = createRequestMetrics(metrics, apiObjectives);
  const gateway = createGateway({
    ...connections,
    readiness,
    config,
    metrics,
    observeRequest,
    log,
    clock: systemClock,
    announcementsArrive: () => announcements.isHealthy(),
  });
  for (const [name, { close }] of Object.entries(gateway.background)) lifecycle.onStop(name, close);
  const announcements = listenForKeyChanges({
    url: config.REDIS_URL,
    clock: systemClock,
    log,
    onChange: gateway.keyCache.forgetCompany,
    onGap: gateway.keyCache.forgetAll,
  });
  lifecycle.onStop('key announcements', announcements.close);
  await gateway.prepare();
  if (isPrepareOnly(process.argv)) return lifecycle.end();
  gateway.start();

  const probes = await listenHttp(probeApp(readiness, metrics), config.METRICS_HOST, config.METRICS_PORT);
  lifecycle.onStop('metrics', probes.close);
  const record = recordMalformedRequests(log, observeRequest);
  const http = await listenHttp(gateway.app, config.HOST, config.PORT, record);
  lifecycle.onStop('http', http.close);
  const drain = () => {
    readiness.drain();
    http.drain();
  };
  lifecycle.onDrain(drain, config);
  log.info({ address: config.HOST, port: http.port }, 'Ready');
}

/** Connects to the databases, the services and the export workers. */
async function openConnections(config: Config, lifecycle: Lifecycle, metrics: Metrics) {
  const mongo = await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DATABASE, log, metrics });
  lifecycle.onStop('mongodb', mongo.close);
  const redis = await connectRedis({
    url: config.REDIS_URL,
    name: 'gateway',
    log,
    metrics,
    unpipelinedCommands: [ADMIT_COMMAND],
  });
  lifecycle.onStop('redis', redis.close);
  const identity = createServiceIdentity({ name: 'gateway', key: config.SERVICE_PRIVATE_KEY, clock: systemClock });
  const services = createServices(config, identity);
  lifecycle.onStop('service clients', services.close);
  const { queue, artifacts, close } = await openExportClient({ config, name: 'gateway', identity, log, metrics });
  lifecycle.onStop('export client', close);
  const pages = config.SITE_PROXY_URL && createPageForwarder(config.SITE_PROXY_URL);
  lifecycle.onStop('page forwarder', () => pages?.close());
  return {
    ...{ connection: mongo.connection, redis: redis.redis, services, queue, artifacts, pages },
    dependencies: { mongodb: mongo.ready, redis: redis.responds },
    observed: { mongodb: mongo.ready, redis: redis.ready },
  };
}
