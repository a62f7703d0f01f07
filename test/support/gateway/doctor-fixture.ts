import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServiceDefinition } from '@grpc/grpc-js';
import { createIndexes } from '@vitae/accounts/indexes';
import { createExpiryWarningStore } from '@vitae/accounts/keys/expiry-warning-mongo-store';
import { createCommentsApp } from '@vitae/comments/app';
import { systemClock } from '@vitae/kit/clock';
import { createGrpcServer } from '@vitae/kit/grpc-server';
import { createLogger } from '@vitae/kit/log';
import { createMetrics, version } from '@vitae/kit/metrics';
import { queueConnection } from '@vitae/kit/redis';
import { type ServiceApp, stateOf, withProcessState } from '@vitae/kit/service-app';
import { type AllowedCallers, createCallAuthorizer } from '@vitae/kit/service-identity';
import { readPublicKeys } from '@vitae/kit/signing-keys';
import { withRedisUser } from '@vitae/local/redis/redis-users';
import { createMetadataApp } from '@vitae/metadata/app';
import { createPreferencesApp } from '@vitae/preferences/app';
import { allowedCallers } from '@vitae/proto/allowed-callers';
import { contracts } from '@vitae/proto/contract';
import { artifactAudience } from '@vitae/proto/export-address';
import { queuePrefix } from '@vitae/proto/export-job';
import { createStatsApp } from '@vitae/stats/app';
import type { Connection } from 'mongoose';
import { type FaultyProxy, startFaultyProxy } from '../faulty-proxy.ts';
import { type RedisServer, startRedisServer } from '../redis-server.ts';
import { publicKeyItem } from '../service-keys.ts';
import { type FakeExportWorker, FILE, startFakeExportWorker } from './fake-export-worker.ts';
import { type SystemFixture, startSystemFixture } from './system-fixture.ts';

/** A complete system on one Redis of its own; the resume service, the worker and the site are fakes. */
export type DoctorFixture = {
  system: SystemFixture;
  worker: FakeExportWorker;
  cvId: number;
  /** Proxies in front of the databases, which the environment names. */
  mongodb: FaultyProxy;
  redis: FaultyProxy;
  /** The settings of the gateway. */
  environment: NodeJS.ProcessEnv;
  close(): Promise<void>;
};

const SITE: RequestListener = (request, response) =>
  request.url === '/docs/openapi.json'
    ? response.end(JSON.stringify({ openapi: '3.1.0', info: { title: 'Vitae', version } }))
    : response.setHeader('Content-Type', 'text/html').end('<p>Vitae');
const STARTS: Record<string, Buffer> = {
  odt: Buffer.from('PK'),
  doc: Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
  docx: Buffer.from('PK'),
  json: Buffer.from('{}'),
};

export async function startDoctorFixture(): Promise<DoctorFixture> {
  const redisServer: RedisServer = await startRedisServer();
  const system = await startSystemFixture({ ...process.env, REDIS_URL: redisServer.url });
  createExpiryWarningStore(system.connection); // only the site uses it
  const services = await startServices(system);
  const site = await serve(SITE);
  const publicUrls = { COMPANY_API_URL: site.url, OAUTH_URL: site.url, USER_API_URL: site.url, SITE_URL: site.url };
  const gateway = await system.start({ environment: publicUrls });
  await createIndexes(system.connection);
  const keys = readPublicKeys(publicKeyItem('gateway', system.serviceKey));
  const worker = await startFakeExportWorker({
    connection: queueConnection(redisServer.url),
    prefix: queuePrefix,
    authorize: createCallAuthorizer({
      ...{ audience: artifactAudience, keys, clock: systemClock },
      callers: { artifacts: ['gateway'] },
    }),
    hasCv: (id) => system.resume.cvs.has(id),
  });
  worker.contentOf = (format) => STARTS[format] ?? FILE;
  const cvId = system.company.id;
  system.resume.cvs.set(cvId, { companyId: system.company.id, revision: 1, json: '{}' });
  const mongodb = await startFaultyProxy(addressIn(system.mongodbUri));
  const redis = await startFaultyProxy(addressIn(redisServer.url));
  return {
    ...{ system, worker, cvId, mongodb, redis },
    environment: {
      DATA_DIR: '/nowhere',
      MONGODB_URI: `mongodb://${mongodb.host}/?directConnection=true`,
      MONGODB_DATABASE: system.database,
      REDIS_URL: withRedisUser(`redis://${redis.host}`, 'gateway'),
      MASTER_KEYS: system.masterKeys,
      SERVICE_PRIVATE_KEY: system.serviceKey,
      EXPORT_URL: worker.url,
      RESUME_ADDRESS: system.resume.address,
      ...services.addresses,
      ...publicUrls,
      COMPANY_API_URL: gateway.url,
      USER_API_URL: gateway.url,
    },
    close: async () => {
      await worker.stop();
      await services.close();
      site.close();
      await system.close();
      mongodb.close();
      redis.close();
      await redisServer.close();
    },
  };
}

/** Starts an HTTP server on a random port. */
export async function serve(listener: RequestListener): Promise<{ url: string; close(): void }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function addressIn(uri: string): { host: string; port: number } {
  const [, host = '', port = ''] = /^\w+:\/\/([\w.]+):(\d+)/.exec(uri) ?? [];
  return { host, port: Number(port) };
}

/** Starts the services in the database of the gateway, which may call them. */
async function startServices({ connection, serviceKey }: SystemFixture) {
  const keys = publicKeyItem('gateway', serviceKey);
  const { preferences, metadata, comments, stats } = allowedCallers;
  const started = {
    PREFERENCES_ADDRESS: await startService(contracts.preferences(), createPreferencesApp, {
      connection,
      keys,
      callers: preferences,
    }),
    METADATA_ADDRESS: await startService(contracts.metadata(), createMetadataApp, {
      connection,
      keys,
      callers: metadata,
    }),
    COMMENTS_ADDRESS: await startService(contracts.comments(), createCommentsApp, {
      connection,
      keys,
      callers: comments,
    }),
    STATS_ADDRESS: await startService(contracts.stats(), createStatsApp, { connection, keys, callers: stats }),
  };
  return {
    addresses: Object.fromEntries(Object.entries(started).map(([name, { address }]) => [name, address])),
    close: async () => void (await Promise.all(Object.values(started).map(({ close }) => close()))),
  };
}

type ServiceOptions = { connection: Connection; keys: string; callers: AllowedCallers };

async function startService<D extends ServiceDefinition>(
  contract: { name: string; definition: D },
  app: (parts: { connection: Connection }) => ServiceApp<D>,
  { connection, keys, callers }: ServiceOptions,
) {
  const { handlers, prepare } = app({ connection });
  await prepare();
  const authorize = createCallAuthorizer({
    ...{ audience: contract.name, keys: readPublicKeys(keys), clock: systemClock },
    callers: withProcessState(callers),
  });
  const log = createLogger({ name: 'test-service', level: 'silent' });
  const metrics = createMetrics('test-service');
  const state = () => stateOf(connection);
  const server = createGrpcServer({ ...contract, handlers, authorize, log, metrics, state });
  const port = await server.start('127.0.0.1', 0);
  return { address: `127.0.0.1:${port}`, close: () => server.drain(1_000) };
}
