import { randomBytes } from 'node:crypto';
import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import { createSecretBox } from '../secrets/secret-box.ts';
import { secretRecord } from './key-manager.ts';
import { requireMasterKeys } from './require-master-keys.ts';

const key = (id: string) => ({ id, key: randomBytes(32) });
const [former, current] = [key('2025'), key('2026')];
let database: DatabaseFixture;

beforeAll(async () => {
  database = await openDatabaseFixture(process.env.MONGODB_URI);
});
afterAll(() => database.drop());

test('accepts an empty database, the key of the newest secret, and a key that replaces it', async () => {
  const check = (...keys: [typeof former, ...(typeof former)[]]) =>
    requireMasterKeys(database.connection, createSecretBox(keys));
  await check(current);
  const sealedSecret = createSecretBox([former]).seal('secret', secretRecord('vt_1'));
  await database.connection.collection('keys').insertOne({ _id: 1 as never, key: 'vt_1', sealedSecret });
  await check(former);
  await check(current, former);
  await expect(check(current)).rejects.toThrow('encrypted with master key "2025", which is missing');
  await expect(check({ ...current, id: '2025' })).rejects.toThrow('MASTER_KEYS');
});
