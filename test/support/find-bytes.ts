import { createLogger } from '@vitae/kit/log';
import { connectRedis, mastersOf } from '@vitae/kit/redis';
import type { Redis } from 'ioredis';
import mongoose, { type mongo } from 'mongoose';
import type { S3Server } from './s3-server.ts';

/** Returns each document that contains the text, also in binary values, as `database.collection id`. */
export async function findInMongo(uri: string, text: string): Promise<string[]> {
  const connection = await mongoose.createConnection(uri).asPromise();
  try {
    const client = connection.getClient();
    const { databases } = await client.db().admin().listDatabases();
    const names = databases.map(({ name }) => name).filter((name) => !['admin', 'config', 'local'].includes(name));
    const matches: string[] = [];
    for (const name of names) {
      for (const { name: collection } of await client.db(name).listCollections().toArray()) {
        for await (const document of client.db(name).collection(collection).find()) {
          if (contains(document, text)) matches.push(`${name}.${collection} ${String(document._id)}`);
        }
      }
    }
    return matches;
  } finally {
    await connection.close();
  }
}

function contains(document: mongo.Document, text: string): boolean {
  const bytes = mongoose.mongo.BSON.serialize(document);
  return (
    Buffer.from(bytes).includes(text) ||
    Buffer.from(bytes).toString('latin1').toLowerCase().includes(text.toLowerCase())
  );
}

/** Returns each Redis key whose name or value contains the text. */
export async function findInRedis(url: string, text: string): Promise<string[]> {
  const { redis, close } = await connectRedis({
    url,
    name: 'test',
    log: createLogger({ name: 'test', level: 'silent' }),
  });
  try {
    const matches: string[] = [];
    for (const master of mastersOf(redis)) {
      for (const key of await master.keys('*')) {
        const value = JSON.stringify(await readKey(master, key));
        if (`${key} ${value}`.toLowerCase().includes(text.toLowerCase())) matches.push(`redis ${key}`);
      }
    }
    return matches;
  } finally {
    await close();
  }
}

/** Returns each object whose content contains the text. */
export async function findInS3(s3: S3Server | undefined, text: string): Promise<string[]> {
  const objects = (await s3?.objects('')) ?? [];
  return objects.filter(({ content }) => Buffer.from(content).includes(text)).map(({ key }) => `s3 ${key}`);
}

async function readKey(redis: Redis, key: string): Promise<unknown> {
  switch (await redis.type(key)) {
    case 'string':
      return redis.get(key);
    case 'hash':
      return redis.hgetall(key);
    case 'list':
      return redis.lrange(key, 0, -1);
    case 'set':
      return redis.smembers(key);
    case 'zset':
      return redis.zrange(key, '0', '-1');
    case 'stream':
      return redis.xrange(key, '-', '+');
    default:
      return undefined;
  }
}
