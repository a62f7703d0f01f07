import { listenForKeyChanges } from '@vitae/accounts/keys/key-announcements';
import { createGateway, type Gateway } from '@vitae/gateway/app';
import { configSchema } from '@vitae/gateway/config';
import { type Clock, systemClock } from '@vitae/kit/clock';
import { listenHttp } from '@vitae/kit/http/listen-http';
import { recordMalformedRequests } from '@vitae/kit/http/log-requests';
import { createRequestMetrics } from '@vitae/kit/http/request-metrics';
import { createLogger } from '@vitae/kit/log';
import { createMetrics, type Metrics } from '@vitae/kit/metrics';
import { connectMongo } from '@vitae/kit/mongo';
import { createReadiness } from '@vitae/kit/probes';
import { connectRedis } from '@vitae/kit/redis';
import { parseSettings } from '@vitae/kit/settings';
import type { ArtifactClient } from '@vitae/proto/clients/exports/artifact-client';
import type { ExportQueue } from '@vitae/proto/clients/exports/export-queue';
import { createServices } from '@vitae/proto/clients/services';
import { identityOf } from '../service-keys.ts';

export type GatewayFixture = { url: string; gateway: Gateway; metrics: Metrics; close(): Promise<void> };

/** The addresses of the test system and the dependencies to replace. */
export type GatewayFixtureOptions = {
  mongodbUri: string;
  database: string;
  redisUrl: string;
  masterKeys: string;
  /** The private key of the gateway. */
  serviceKey: string;
  resumeAddress: string;
  queue?: ExportQueue;
  artifacts?: ArtifactClient;
  clock?: Clock;
  environment?: NodeJS.ProcessEnv;
};

const log = createLogger({ name: 'test-gateway', level: 'silent' });

const unsupported = async () => {
  throw new TypeError('This test has no exports');
};
const noQueue: ExportQueue = {
  run: unsupported,
  runBatch: unsupported,
  findBatch: unsupported,
  progress: unsupported,
  cancel: unsupported,
  findState: unsupported,
  discard: unsupported,
  removeFinishedBefore: unsupported,
  close: async () => undefined,
};
const noArtifacts: ArtifactClient = {
  exists: unsupported,
  markStored: unsupported,
  archivedCvIds: unsupported,
  receipt: unsupported,
  read: unsupported,
  stream: unsupported,
  close: () => undefined,
};

/** Starts a gateway like main.ts on a random port. */
export async function startGatewayFixture(options: GatewayFixtureOptions): Promise<GatewayFixture> {
  const { redisUrl, mongodbUri, clock = systemClock, queue = noQueue, artifacts = noArtifacts } = options;
  const settings = {
    MONGODB_URI: mongodbUri,
    REDIS_URL: redisUrl,
    MASTER_KEYS: options.masterKeys,
    SERVICE_PRIVATE_KEY: options.serviceKey,
  };
  const config = parseSettings(configSchema, {
    ...settings,
    RESUME_ADDRESS: options.resumeAddress,
    ...options.environment,
  });
  const mongo = await connectMongo({ uri: mongodbUri, database: options.database, log });
  const calls = await connectRedis({ url: redisUrl, name: 'test-gateway', log });
  const services = createServices(config, identityOf('gateway', options.serviceKey));
  const metrics = createMetrics('test-gateway');
  const observeRequest = createRequestMetrics(metrics);
  const gateway = createGateway({
    config,
    connection: mongo.connection,
    redis: calls.redis,
    services,
    queue,
    artifacts,
    pages: undefined,
    clock,
    log,
    readiness: createReadiness(),
    dependencies: { mongodb: mongo.ready, redis: calls.responds },
    metrics,
    observeRequest,
    announcementsArrive: () => announcements.isHealthy(),
  });
  const { forgetCompany, forgetAll } = gateway.keyCache;
  const listening = { url: redisUrl, clock: systemClock, log, onChange: forgetCompany, onGap: forgetAll };
  const announcements = listenForKeyChanges(listening);
  await gateway.prepare();
  const http = await listenHttp(gateway.app, '127.0.0.1', 0, recordMalformedRequests(log, observeRequest));
  return {
    url: `http://127.0.0.1:${http.port}`,
    gateway,
    metrics,
    close: async () => {
      http.server.closeAllConnections();
      await http.close();
      announcements.close();
      await gateway.background.recorder.close();
      await gateway.background.accessRecorder.close();
      await gateway.background.legacyUse.close();
      await gateway.background.keyUse.close();
      await gateway.background.fenceObserver.close();
      await gateway.background.flusher.close();
      services.close();
      await calls.close();
      await mongo.close();
    },
  };
}
