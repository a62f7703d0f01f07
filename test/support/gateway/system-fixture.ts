import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { createCompanyStore } from '@vitae/accounts/companies/company-mongo-store';
import type { Company, CompanyStore } from '@vitae/accounts/companies/company-store';
import { createIndexes } from '@vitae/accounts/indexes';
import { createKeyAnnouncer, type KeyAnnouncer } from '@vitae/accounts/keys/key-announcements';
import { type CreatedKey, createKeyManager, type KeyManager } from '@vitae/accounts/keys/key-manager';
import { createKeyStore } from '@vitae/accounts/keys/key-mongo-store';
import { createSecretBox } from '@vitae/accounts/secrets/secret-box';
import { signedUrl } from '@vitae/accounts/signatures/sign-url';
import { systemClock } from '@vitae/kit/clock';
import { keyRing } from '@vitae/kit/key-ring';
import { createLogger } from '@vitae/kit/log';
import { connectRedis } from '@vitae/kit/redis';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { openDatabaseFixture } from '../kit/database-fixture.ts';
import { newPrivateKey, publicKeyItem } from '../service-keys.ts';
import { type GatewayFixture, type GatewayFixtureOptions, startGatewayFixture } from './gateway-fixture.ts';
import { type FakeResume, startFakeResume } from './resume-fixture.ts';

type GatewayOptions = Partial<GatewayFixtureOptions>;

/** Gateways on real MongoDB and Redis, with a fake resume service. */
export type SystemFixture = {
  mongodbUri: string;
  database: string;
  redisUrl: string;
  masterKeys: string;
  /** The private key of the gateways. */
  serviceKey: string;
  connection: Connection;
  redis: Redis;
  resume: FakeResume;
  companies: CompanyStore;
  keys: KeyManager;
  announcer: KeyAnnouncer;
  /** A company with default limits, and its first key. */
  company: Company;
  key: CreatedKey;
  start(options?: GatewayOptions): Promise<GatewayFixture>;
  close(): Promise<void>;
};

const log = createLogger({ name: 'test-system', level: 'silent' });

export async function startSystemFixture({ REDIS_URL, MONGODB_URI }: NodeJS.ProcessEnv): Promise<SystemFixture> {
  if (!REDIS_URL) throw new Error('REDIS_URL is missing; npm test sets it');
  const { connection, name: database, uri: mongodbUri, drop } = await openDatabaseFixture(MONGODB_URI);
  const { redis, close: closeRedis } = await connectRedis({ url: REDIS_URL, name: 'test', log });
  const masterKeys = `test:${randomBytes(32).toString('base64')}`;
  const serviceKey = newPrivateKey();
  const resume = await startFakeResume(publicKeyItem('gateway', serviceKey));
  // Redis is shared with other test files, so each uses different company ids.
  const firstCompany = { _id: 'company' as never, value: randomInt(1_000, 2 ** 40) };
  await connection.collection('sequences').insertOne(firstCompany);

  const companies = createCompanyStore(connection);
  const announcer = createKeyAnnouncer(redis);
  const box = createSecretBox(keyRing('keys').parse(masterKeys));
  const keys = createKeyManager({
    connection,
    companies,
    keys: createKeyStore(connection),
    box,
    announcer,
    clock: systemClock,
  });
  await createIndexes(connection);
  const company = await companies.create('Acme', 'Europe/Paris');
  const key = await keys.create(company.id, 'main', 'unlimited');
  const running: GatewayFixture[] = [];
  const shared = { mongodbUri, database, redisUrl: REDIS_URL, masterKeys, serviceKey, resumeAddress: resume.address };
  return {
    ...shared,
    connection,
    redis,
    resume,
    companies,
    keys,
    announcer,
    company,
    key,
    start: async (options) => {
      const gateway = await startGatewayFixture({ ...shared, ...options });
      running.push(gateway);
      return gateway;
    },
    close: async () => {
      await Promise.all(running.map((gateway) => gateway.close()));
      await resume.close();
      await closeRedis();
      await drop();
    },
  };
}

type SignatureOptions = { method?: string; nonce?: string; now?: number; scheme?: 'hmac' | 'md5' };

/** Returns the signed path and query, which can be sent to any gateway. */
export function signPath(key: { key: string; secret: string }, path: string, options: SignatureOptions = {}): string {
  const { method = 'GET', nonce = randomUUID(), now = Date.now(), scheme = 'hmac' } = options;
  const { url } = signedUrl({
    scheme,
    method,
    url: `http://gateway${path}`,
    key: key.key,
    secret: key.secret,
    now,
    nonce,
  });
  return url.slice('http://gateway'.length);
}
