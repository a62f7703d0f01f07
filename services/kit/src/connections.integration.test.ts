import { connect as connectSocket, createServer, type Server, type Socket } from 'node:net';
import { openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import { profileQueries } from '@vitae/test/support/kit/query-profile';
import { until } from '@vitae/test/support/until';
import { Schema } from 'mongoose';
import { VitaeError } from './errors.ts';
import { createLogger } from './log.ts';
import { createMetrics } from './metrics.ts';
import { connectMongo, MAX_QUERY_MS } from './mongo.ts';
import { connectRedis, observeRedisMemory } from './redis.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const redisUrl = process.env.REDIS_URL ?? '';
const mongodbUri = process.env.MONGODB_URI ?? '';

/** A TCP proxy in front of Redis that can stop forwarding data, or close all connections. */
async function startProxy(target: URL) {
  const sockets = new Set<Socket>();
  let hanging = false;
  const server: Server = createServer((downstream) => {
    const upstream = connectSocket(Number(target.port), target.hostname);
    for (const socket of [downstream, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    }
    downstream.on('data', (bytes) => hanging || upstream.write(bytes));
    upstream.on('data', (bytes) => hanging || downstream.write(bytes));
    downstream.on('close', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    port,
    hang: () => {
      hanging = true;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

describe('MongoDB and Redis connections', () => {
  test('fails immediately if MongoDB is not reachable', async () => {
    const attempt = connectMongo({ uri: 'mongodb://127.0.0.1:1/?directConnection=true', database: 'x', log });
    await expect(attempt).rejects.toMatchObject({ code: 'UNAVAILABLE', reason: 'database_unavailable' });
  });

  test('connects to MongoDB and closes the connection', async () => {
    const mongo = await connectMongo({ uri: mongodbUri, database: `kit_${process.pid}`, log });
    await mongo.ready();
    expect(mongo.connection.readyState).toBe(1);
    await mongo.close();
    expect(mongo.connection.readyState).toBe(0);
  });

  test('lets the connection string set the size of the pool and timeouts, but not weaken reads and writes', async () => {
    const warnings: string[] = [];
    const warn = (_fields: object, message: string) => void warnings.push(message);
    const options = 'maxPoolSize=1&SOCKETTIMEOUTMS=9000&w=1&readPreference=secondaryPreferred&retryWrites=true';
    const uri = `${mongodbUri}${mongodbUri.includes('?') ? '&' : '/?'}${options}`;
    const mongo = await connectMongo({ uri, database: `kit_${process.pid}`, log: { ...log, warn } as never });
    try {
      expect(mongo.maxConnections).toBe(1);
      const used = mongo.connection.getClient().options;
      expect(used).toMatchObject({ maxPoolSize: 1, socketTimeoutMS: 9_000, waitQueueTimeoutMS: 2_000 });
      expect(used.readPreference.mode).toBe('primary');
      expect(used.writeConcern).toMatchObject({ w: 'majority', journal: true });
    } finally {
      await mongo.close();
    }
    expect(warnings).toEqual([
      'MONGODB_URI sets w=1, which is ignored: Vitae always uses majority',
      'MONGODB_URI sets readPreference=secondaryPreferred, which is ignored: Vitae always uses primary',
    ]);
  });

  test('limits the time of reads of models and collections that set no limit, but not of writes', async () => {
    const { connection, drop } = await openDatabaseFixture(mongodbUri);
    const rows = connection.collection<{ _id: number }>('rows');
    const model = connection.model('Row', new Schema({ _id: Number }), 'rows');
    await rows.insertMany([{ _id: 1 }, { _id: 2 }]);
    const reads = [
      () => rows.find().toArray(),
      () => rows.findOne({ _id: 1 }),
      () => rows.aggregate([{ $match: {} }]).toArray(),
      () => rows.countDocuments({}),
      () => rows.distinct('_id'),
      () => model.find({ _id: 1 }).lean(),
      () => model.findOne({ _id: 1 }, null, { sort: { _id: 1 } }).lean(),
      () => model.aggregate([{ $match: {} }]),
      () => model.countDocuments({ _id: 1 }),
      () => model.distinct('_id'),
      () => model.find().lean().cursor().next(),
    ];
    const queries = await profileQueries(connection, async () => {
      for (const read of reads) await read();
      await rows.find({}, { maxTimeMS: 7 }).toArray();
      await rows.updateMany({}, { $set: { n: 1 } });
    });
    await drop();
    const limits = [...reads.map(() => MAX_QUERY_MS), 7, 0];
    expect(queries.map(({ maxTimeMs }) => maxTimeMs)).toEqual(limits);
  });

  test('counts idle and used connections in the metrics', async () => {
    const metrics = createMetrics('test');
    const { connection, close } = await connectMongo({ uri: mongodbUri, database: `kit_${process.pid}`, log, metrics });
    const value = async (series: string) =>
      Number(new RegExp(`^db_client_connection_${series} (\\d+)$`, 'm').exec(await metrics.render())?.[1]);
    const used = () => value('count\\{db_client_connection_state="used",process="test"\\}');
    const sleepers = connection.collection('sleepers');
    await sleepers.insertOne({});
    const reading = sleepers.find({ $where: 'sleep(1000) || true' }).toArray();
    await until('a used connection', async () => (await used()) > 0);
    await reading;
    await connection.dropCollection('sleepers');
    expect(await used()).toBe(0);
    expect(await value('count\\{db_client_connection_state="idle",process="test"\\}')).toBeGreaterThan(0);
    expect(await value('max\\{process="test"\\}')).toBe(50);
    expect(await value('pending_requests\\{process="test"\\}')).toBe(0);
    await close();
  });

  test('fails immediately if Redis is not reachable', async () => {
    await expect(connectRedis({ url: 'redis://127.0.0.1:1', name: 'test', log })).rejects.toMatchObject({
      reason: 'redis_unavailable',
    });
  });

  test('reports the memory of Redis and its limit in the metrics, and nothing without Redis', async () => {
    const { redis, close } = await connectRedis({ url: redisUrl, name: 'test', log });
    const metrics = createMetrics('test');
    observeRedisMemory(metrics, redis);
    const memory = async () => (await metrics.render()).match(/^vitae_redis_memory_bytes.*$/gm);
    expect(await memory()).toEqual([
      expect.stringMatching(/\{kind="used",process="test"\} [1-9]\d+$/),
      expect.stringMatching(/\{kind="limit",process="test"\} \d+$/),
    ]);
    await close();
    expect(await memory()).toBeNull();
  });

  test('fails a Redis command instead of queueing it while disconnected', async () => {
    const proxy = await startProxy(new URL(redisUrl));
    const { redis, close } = await connectRedis({ url: `redis://127.0.0.1:${proxy.port}`, name: 'test', log });
    await expect(redis.ping()).resolves.toBe('PONG');
    await proxy.close();
    const failure = await redis.ping().catch(VitaeError.from);
    expect(failure).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 });
    await close();
  });

  test('accepts a Redis reply that arrived while the event loop was blocked', async () => {
    const { redis, close } = await connectRedis({ url: redisUrl, name: 'test', log });
    const reply = redis.ping();
    await new Promise(setImmediate); // sends the command
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
    await expect(reply).resolves.toBe('PONG');
    await close();
  });

  test('times out a command within a second if Redis hangs', async () => {
    const proxy = await startProxy(new URL(redisUrl));
    const { redis, close } = await connectRedis({ url: `redis://127.0.0.1:${proxy.port}`, name: 'test', log });
    proxy.hang();
    const failure = await redis.get('x').catch(VitaeError.from);
    expect(failure).toMatchObject({ code: 'UNAVAILABLE' });
    await proxy.close();
    await close();
  });
});
