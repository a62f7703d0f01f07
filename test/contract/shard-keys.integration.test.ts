import { readChunks } from '@vitae/kit/gridfs';
import { type DatabaseFixture, openDatabaseFixture } from '../support/kit/database-fixture.ts';
import { takeViolations } from '../support/sharding/require-shard-key.ts';

let database: DatabaseFixture;
beforeAll(async () => {
  database = await openDatabaseFixture(process.env.MONGODB_URI);
});
afterAll(() => database.drop());

test('finds queries of the product without the shard key, and ignores those of tests', async () => {
  const chunks = database.connection.collection('artifacts.chunks');
  await chunks.findOne({ n: 1 });
  expect(takeViolations()).toEqual([]);
  const ofNoFile = { _id: null as never, length: 1, chunkSize: 1 };
  await expect(readChunks(chunks as never, ofNoFile).next()).rejects.toThrow('incomplete');
  expect(takeViolations()).toEqual([
    expect.stringContaining('without the shard key: "find artifacts.chunks files_id n"'),
  ]);
});
