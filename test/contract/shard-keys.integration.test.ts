import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readChunks } from '@vitae/kit/gridfs';
import { type DatabaseFixture, openDatabaseFixture } from '../support/kit/database-fixture.ts';
import { takeViolations } from '../support/sharding/require-shard-key.ts';
import { checkingQueries, removeData } from '../support/sharding/violations-of-processes.ts';

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

test('finds queries without the shard key in other processes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vitae-shard-keys-'));
  const program = join(folder, 'services/resume/dist/main.js');
  mkdirSync(join(program, '..'), { recursive: true });
  writeFileSync(
    program,
    `import(${JSON.stringify(createRequire(import.meta.url).resolve('mongoose'))}).then(async ({ default: mongoose }) => {
      const connection = await mongoose.createConnection(process.env.MONGODB_URI).asPromise();
      await connection.collection('cvs').findOne({ userId: 1 });
      await connection.close();
    });`,
  );
  execFileSync(process.execPath, [program], { env: { ...process.env, ...checkingQueries(folder, folder) } });
  await expect(removeData(folder)).rejects.toThrow('main.js: query without the shard key: "find cvs userId"');
});
