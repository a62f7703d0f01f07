import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '@vitae/kit/clock';
import { createLogger } from '@vitae/kit/log';
import { createMetrics } from '@vitae/kit/metrics';
import { connectMongo } from '@vitae/kit/mongo';
import { createReadiness, listenHttp } from '@vitae/kit/probes';
import { connectRedis } from '@vitae/kit/redis';
import { openScratchDatabase } from '@vitae/kit/scratch-database';
import { parseSettings } from '@vitae/kit/settings';
import { createGateway, type Gateway } from '../app.ts';
import { signedUrl } from '../auth/sign-url.ts';
import { createServices } from '../clients/services.ts';
import { type Company, type CompanyStore, createCompanyStore } from '../companies/company-store.ts';
import { configSchema } from '../config.ts';
import { createConsumptionStore } from '../consumption/consumption-store.ts';
import { createOpenMinutes } from '../consumption/open-minutes.ts';
import { type ConsumptionTotals, createConsumptionTotals } from '../consumption/totals.ts';
import type { Artifacts } from '../exports/artifacts.ts';
import type { ExportQueue } from '../exports/export-queue.ts';
import { answerClientErrors } from '../http/client-error.ts';
import { listenForKeyChanges } from '../keys/key-announcements.ts';
import { createKeyAnnouncer } from '../keys/key-announcer.ts';
import { type CreatedKey, createKeyManager, type KeyManager } from '../keys/key-manager.ts';
import { createKeyStore } from '../keys/key-store.ts';
import { createSecretBox } from '../keys/secret-box.ts';
import { type ScratchResume, startScratchResume } from './scratch-resume.ts';

export type ScratchGateway = { url: string; gateway: Gateway; close(): Promise<void> };
export type ScratchGatewayOptions = {
  redisUrl?: string;
  queue?: ExportQueue;
  artifacts?: Artifacts;
  clock?: Clock;
  environment?: NodeJS.ProcessEnv;
};

/** Gateways on the real MongoDB and Redis, with a stand-in for the resume service. */
export type ScratchSystem = {
  redisUrl: string;
  resume: ScratchResume;
  companies: CompanyStore;
  keys: KeyManager;
  totals: ConsumptionTotals;
  company: Company;
  key: CreatedKey;
  start(options?: ScratchGatewayOptions): Promise<ScratchGateway>;
  /** A signed URL of the first key. */
  sign(gateway: ScratchGateway, path: string, method?: string): string;
  close(): Promise<void>;
};

const log = createLogger({ name: 'scratch-gateway', level: 'silent' });
const masterKeys = `test:${randomBytes(32).toString('base64')}`;

const nothing = async () => {
  throw new TypeError('This test has no exports');
};
const noQueue: ExportQueue = { run: nothing, state: nothing, forgetEnded: nothing, close: async () => undefined };
const noArtifacts: Artifacts = { stored: nothing, read: nothing, stream: nothing, close: () => undefined };

export async function startScratchSystem(environment: NodeJS.ProcessEnv): Promise<ScratchSystem> {
  const { REDIS_URL: redisUrl } = environment;
  if (!redisUrl) throw new Error('REDIS_URL is needed: npm test sets it');
  const database = await openScratchDatabase(environment.MONGODB_URI);
  const { connection } = database;
  // Redis is shared with other test files: company ids of its own keep this one apart.
  await connection
    .collection<{ _id: string; value: number }>('sequences')
    .insertOne({ _id: 'company', value: randomInt(1_000, 2 ** 40) });
  const { redis, close: closeRedis } = await connectRedis({ url: redisUrl, name: 'scratch', log });
  const resume = await startScratchResume();
  const companies = createCompanyStore(connection);
  const manager = createKeyManager({
    connection,
    companies,
    keys: createKeyStore(connection),
    box: createSecretBox(
      parseSettings(configSchema, { MONGODB_URI: database.uri, REDIS_URL: redisUrl, MASTER_KEYS: masterKeys })
        .MASTER_KEYS,
    ),
    announcer: createKeyAnnouncer(redis),
    clock: systemClock,
  });
  const company = await companies.create('Acme', 'Europe/Paris');
  const key = await manager.create(company.id, 'main', 'unlimited');
  const running = new Set<ScratchGateway>();

  const start = async (options: ScratchGatewayOptions = {}): Promise<ScratchGateway> => {
    const url = options.redisUrl ?? redisUrl;
    const config = parseSettings(configSchema, {
      MONGODB_URI: database.uri,
      REDIS_URL: url,
      MASTER_KEYS: masterKeys,
      ...options.environment,
    });
    const clock = options.clock ?? systemClock;
    const calls = await connectRedis({ url, name: 'scratch-gateway', log });
    const services = createServices({ ...config, RESUME_ADDRESS: resume.address });
    const mongo = await connectMongo({ uri: database.uri, database: database.name, log });
    const gateway = createGateway({
      config,
      connection: mongo.connection,
      redis: calls.redis,
      services,
      clock,
      log,
      queue: options.queue ?? noQueue,
      artifacts: options.artifacts ?? noArtifacts,
      readiness: createReadiness({ redis: calls.ready }),
      metrics: createMetrics('scratch-gateway'),
      announcementsArrive: () => announcements.arrive(),
    });
    const announcements = listenForKeyChanges({
      url,
      clock: systemClock,
      log,
      onChange: gateway.keyCache.forgetCompany,
      onGap: gateway.keyCache.forgetAll,
    });
    await gateway.prepare();
    const http = await listenHttp(gateway.app, '127.0.0.1', 0);
    answerClientErrors(http.server);
    const scratch: ScratchGateway = {
      url: `http://127.0.0.1:${http.port}`,
      gateway,
      close: async () => {
        running.delete(scratch);
        http.server.closeAllConnections();
        await http.close();
        announcements.close();
        await gateway.recorder.close();
        await gateway.flusher.close();
        services.close();
        await calls.close();
        await mongo.close();
      },
    };
    running.add(scratch);
    return scratch;
  };
  return {
    redisUrl,
    resume,
    companies,
    company,
    key,
    start,
    keys: manager,
    totals: createConsumptionTotals(createOpenMinutes(redis), createConsumptionStore(connection)),
    sign: (gateway, path, method = 'GET') =>
      signedUrl({
        method,
        url: gateway.url + path,
        key: key.key,
        secret: key.secret,
        scheme: 'hmac',
        now: Date.now(),
        nonce: randomUUID(),
      }).url,
    close: async () => {
      await Promise.all([...running].map((one) => one.close()));
      await resume.close();
      await closeRedis();
      await database.drop();
    },
  };
}
