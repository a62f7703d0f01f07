import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAccountStores } from '@vitae/accounts/account-stores';
import { createIndexes } from '@vitae/accounts/indexes';
import { systemClock } from '@vitae/kit/clock';
import { missingIndexes } from '@vitae/kit/missing-indexes';
import { parseSettings } from '@vitae/kit/settings';
import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import { projectRoot } from '@vitae/test/support/project-root';
import { newPrivateKey } from '@vitae/test/support/service-keys';
import { Redis } from 'ioredis';
import { configSchema } from '../../config.ts';
import { registerModels } from './index-check.ts';

let database: DatabaseFixture;

beforeAll(async () => {
  database = await openDatabaseFixture(process.env.MONGODB_URI);
  const { connection, uri } = database;
  const config = parseSettings(configSchema, {
    MONGODB_URI: uri,
    REDIS_URL: 'redis://localhost',
    MASTER_KEYS: `test:${Buffer.alloc(32).toString('base64')}`,
    SERVICE_PRIVATE_KEY: newPrivateKey(),
  });
  const redis = new Redis({ lazyConnect: true }); // never connects
  const stores = createAccountStores({ connection, redis, clock: systemClock }, config.MASTER_KEYS);
  registerModels(connection, stores, config);
});
afterAll(() => database.drop());

test('knows every model of the gateway and the site', () => {
  const sources = globSync('{gateway,services/accounts,services/site}/src/**/*.ts', { cwd: projectRoot });
  const names = sources.flatMap((source) =>
    Array.from(
      readFileSync(join(projectRoot, source), 'utf8').matchAll(/\bconnection\.model(?:<\w+>)?\('(\w+)'/g),
      ([, name]) => name,
    ),
  );
  expect(names).toContain('Company');
  expect(Object.keys(database.connection.models)).toEqual(expect.arrayContaining(names));
});

test('reports indexes that are missing or have other options', async () => {
  const { connection } = database;
  expect(await missingIndexes(connection)).toContain('keys: key');
  await createIndexes(connection);
  expect(await missingIndexes(connection)).toEqual([]);
  const keys = connection.collection('keys');
  await keys.dropIndex('key_1');
  expect(await missingIndexes(connection)).toEqual(['keys: key']);
  await keys.createIndex({ key: 1 });
  expect(await missingIndexes(connection)).toEqual(['keys: key']);
});
