import { Schema } from 'mongoose';
import { createIndexes } from './indexes.ts';
import { openScratchDatabase, type ScratchDatabase } from '@vitae/test/support/kit/database-fixture';

let database: ScratchDatabase;
beforeAll(async () => {
  database = await openScratchDatabase(process.env.MONGODB_URI);
});
afterAll(() => database.drop());

/** A release that keeps documents so long. */
function release(seconds: number, unique = false) {
  const schema = new Schema({ at: Date, name: String }, { autoIndex: false });
  schema.index({ at: 1 }, { expireAfterSeconds: seconds });
  schema.index({ name: 1 }, unique ? { unique } : {});
  database.connection.deleteModel(/Kept/);
  return database.connection.model('Kept', schema, 'kept');
}
const lifetime = async () =>
  (await database.connection.collection('kept').indexes()).find(({ key }) => key.at)?.expireAfterSeconds;

test('a release that keeps documents for another time starts on the indexes of the one before, and they take its time', async () => {
  await createIndexes(release(60));
  await createIndexes(release(60));
  expect(await lifetime()).toBe(60);
  const next = release(3_600);
  await Promise.all([createIndexes(next), createIndexes(next)]);
  expect(await lifetime()).toBe(3_600);
});

test('any other difference is told, and nothing is changed', async () => {
  await createIndexes(release(60));
  await expect(createIndexes(release(60, true))).rejects.toMatchObject({ code: 86 });
  expect(await lifetime()).toBe(60);
});
