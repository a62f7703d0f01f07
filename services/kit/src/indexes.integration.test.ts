import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import { createConnection, Schema } from 'mongoose';
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

test('waits for a build that takes longer than the socket timeout, without repeating the command during the build', async () => {
  const { connection } = database;
  const words = (index: number) => Array.from({ length: 40 }, (_, word) => `${word} of ${index}`);
  const documents = Array.from({ length: 20_000 }, (_, index) => ({ words: words(index) }));
  await connection.collection('books').insertMany(documents);
  const shortTimeout = await createConnection(process.env.MONGODB_URI ?? '', {
    dbName: connection.name,
    socketTimeoutMS: 200,
  }).asPromise();
  const schema = new Schema({ words: [String] }, { autoIndex: false });
  schema.index({ words: 1 });
  const model = shortTimeout.model('Book', schema, 'books');
  let commands = 0;
  const { createIndexes: create } = model;
  model.createIndexes = (...given) => {
    commands += 1;
    return create.apply(model, given);
  };
  try {
    await createIndexes(model);
    expect((await connection.collection('books').indexes()).map(({ name }) => name)).toEqual(['_id_', 'words_1']);
    // The command that timed out, and the one after the build.
    expect(commands).toBe(2);
  } finally {
    await shortTimeout.close();
  }
});
