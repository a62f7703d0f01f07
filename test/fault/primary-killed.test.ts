import { VitaeError } from '@vitae/kit/errors';
import { createLogger } from '@vitae/kit/log';
import { connectMongo, type Mongo } from '@vitae/kit/mongo';
import { type ReplicaSet, startReplicaSet } from '../support/replica-set.ts';
import { until } from '../support/until.ts';

let replicas: ReplicaSet;
let mongo: Mongo;

beforeAll(async () => {
  replicas = await startReplicaSet();
  const log = createLogger({ name: 'test', level: 'silent' });
  // Starting nodes may hold a second election on a busy machine.
  mongo = await until('a connection', () => connectMongo({ uri: replicas.uri, database: 'faults', log }));
}, 120_000);
afterAll(async () => {
  await mongo?.close();
  await replicas?.stop();
}, 120_000);

test('loses no acknowledged write when the primary of three nodes is killed, and accepts writes after the election', async () => {
  const writes = mongo.connection.collection<{ _id: number }>('writes');
  const acknowledged: number[] = [];
  const rejected: string[] = [];
  let next = 0;
  let slowest = 0;
  let stop = false;
  const keepWriting = async () => {
    while (!stop) {
      const _id = next++;
      const startedAt = performance.now();
      try {
        await writes.insertOne({ _id });
        acknowledged.push(_id);
      } catch (error) {
        rejected.push(VitaeError.from(error).code);
      }
      slowest = Math.max(slowest, performance.now() - startedAt);
    }
  };
  const writers = Array.from({ length: 4 }, keepWriting);
  await until('200 writes', () => acknowledged.length > 200);
  const killed = performance.now();
  await replicas.killPrimary();
  await until('a rejected or slow write', () => rejected.length > 0 || slowest > 300);
  const before = acknowledged.length;
  await until('200 writes after the election', () => acknowledged.length > before + 200);
  const recovered = performance.now() - killed;
  stop = true;
  await Promise.all(writers);

  const stored = new Set((await writes.find().toArray()).map(({ _id }) => _id));
  process.stdout.write(
    `Primary killed: ${acknowledged.length} writes acknowledged, ${rejected.length} rejected, recovered after ${Math.round(recovered)} ms with an election timeout of 2 s\n`,
  );
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  // UNAVAILABLE tells the caller to retry.
  expect([...new Set(rejected)].filter((code) => code !== 'UNAVAILABLE')).toEqual([]);
}, 120_000);
