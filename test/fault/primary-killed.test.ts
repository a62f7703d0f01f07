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
  // Three nodes that start on a busy machine may elect once more.
  mongo = await until('a connection', () => connectMongo({ uri: replicas.uri, database: 'faults', log }));
}, 120_000);
afterAll(async () => {
  await mongo?.close();
  await replicas?.stop();
}, 120_000);

test('the primary of three nodes is killed: every acknowledged write is there, and writes go on', async () => {
  const writes = mongo.connection.collection<{ _id: number }>('writes');
  const acknowledged: number[] = [];
  const refused: string[] = [];
  let next = 0;
  let slowest = 0;
  let stop = false;
  const keepWriting = async () => {
    while (!stop) {
      const _id = next++;
      const began = performance.now();
      try {
        await writes.insertOne({ _id });
        acknowledged.push(_id);
      } catch (error) {
        refused.push(VitaeError.from(error).code);
      }
      slowest = Math.max(slowest, performance.now() - began);
    }
  };
  const writers = Array.from({ length: 4 }, keepWriting);
  await until('some writes', () => acknowledged.length > 200);
  const killed = performance.now();
  await replicas.killPrimary();
  await until('a write is refused or waits', () => refused.length > 0 || slowest > 300);
  const before = acknowledged.length;
  await until('writes go on', () => acknowledged.length > before + 200);
  const recovered = performance.now() - killed;
  stop = true;
  await Promise.all(writers);

  const stored = new Set((await writes.find().toArray()).map(({ _id }) => _id));
  process.stdout.write(
    `Primary killed: ${acknowledged.length} writes acknowledged, ${refused.length} refused, going on after ${Math.round(recovered)} ms with an election timeout of 2 s\n`,
  );
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  // Who was refused was told that it may try again.
  expect([...new Set(refused)].filter((code) => code !== 'UNAVAILABLE')).toEqual([]);
}, 120_000);
