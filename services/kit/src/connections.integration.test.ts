import { connect as connectSocket, createServer, type Server, type Socket } from 'node:net';
import { VitaeError } from './errors.ts';
import { createLogger } from './log.ts';
import { connectMongo } from './mongo.ts';
import { connectRedis } from './redis.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const redisUrl = process.env.REDIS_URL ?? '';
const mongodbUri = process.env.MONGODB_URI ?? '';

/** A door in front of Redis that can be shut: nothing gets through, or nothing is there. */
async function doorTo(target: URL) {
  const sockets = new Set<Socket>();
  let silent = false;
  const server: Server = createServer((inside) => {
    const outside = connectSocket(Number(target.port), target.hostname);
    for (const socket of [inside, outside]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    }
    inside.on('data', (bytes) => silent || outside.write(bytes));
    outside.on('data', (bytes) => silent || inside.write(bytes));
    inside.on('close', () => outside.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    port,
    hang: () => {
      silent = true;
    },
    shut: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

describe('connections fail fast', () => {
  test('MongoDB that is not there is told at once', async () => {
    const attempt = connectMongo({ uri: 'mongodb://127.0.0.1:1/?directConnection=true', database: 'x', log });
    await expect(attempt).rejects.toMatchObject({ code: 'UNAVAILABLE', reason: 'database_unavailable' });
  });

  test('MongoDB that answers is ready, and closes', async () => {
    const mongo = await connectMongo({ uri: mongodbUri, database: `kit_${process.pid}`, log });
    await mongo.ready();
    await mongo.close();
  });

  test('Redis that is not there is told at once', async () => {
    await expect(connectRedis({ url: 'redis://127.0.0.1:1', name: 'test', log })).rejects.toMatchObject({
      reason: 'redis_unavailable',
    });
  });

  test('a command to a Redis that went away is refused, not queued', async () => {
    const door = await doorTo(new URL(redisUrl));
    const { redis, close } = await connectRedis({ url: `redis://127.0.0.1:${door.port}`, name: 'test', log });
    await expect(redis.ping()).resolves.toBe('PONG');
    await door.shut();
    const failure = await redis.ping().catch(VitaeError.from);
    expect(failure).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 });
    await close();
  });

  test('an answer that came while this process was busy itself is not late', async () => {
    const { redis, close } = await connectRedis({ url: redisUrl, name: 'test', log });
    const answer = redis.ping();
    await new Promise(setImmediate); // it is sent
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
    await expect(answer).resolves.toBe('PONG');
    await close();
  });

  test('a Redis that hangs ends in an error within a second', async () => {
    const door = await doorTo(new URL(redisUrl));
    const { redis, close } = await connectRedis({ url: `redis://127.0.0.1:${door.port}`, name: 'test', log });
    door.hang();
    const failure = await redis.get('x').catch(VitaeError.from);
    expect(failure).toMatchObject({ code: 'UNAVAILABLE' });
    await door.shut();
    await close();
  });
});
