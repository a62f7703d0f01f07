import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import { Schema } from 'mongoose';
import { createIndexes } from './indexes.ts';

let database: DatabaseFixture;
beforeAll(async () => {
  database = await openDatabaseFixture(process.env.MONGODB_URI);
});
afterAll(() => database.drop());

/** The model as declared by a release with this document lifetime. */
function modelOfRelease(seconds: number, unique = false) {
  const schema = new Schema({ at: Date, name: String }, { autoIndex: false });
  schema.index({ at: 1 }, { expireAfterSeconds: seconds });
  schema.index({ name: 1 }, unique ? { unique } : {});
  database.connection.deleteModel(/Expiring/);
  return database.connection.model('Expiring', schema, 'expiring');
}
const lifetime = async () =>
  (await database.connection.collection('expiring').indexes()).find(({ key }) => key.at)?.expireAfterSeconds;

test('changes the lifetime of an existing TTL index', async () => {
  await createIndexes(modelOfRelease(60));
  await createIndexes(modelOfRelease(60));
  expect(await lifetime()).toBe(60);
  const next = modelOfRelease(3_600);
  await Promise.all([createIndexes(next), createIndexes(next)]);
  expect(await lifetime()).toBe(3_600);
});

test('reports any other difference and changes nothing', async () => {
  await createIndexes(modelOfRelease(60));
  await expect(createIndexes(modelOfRelease(60, true))).rejects.toMatchObject({ code: 86 });
  expect(await lifetime()).toBe(60);
});
