import { Redis } from 'ioredis';
import mongoose, { type mongo } from 'mongoose';

/** Every document of every database that holds the text, as `database.collection id`; binary values are looked into. */
export async function findInMongo(uri: string, text: string): Promise<string[]> {
  const connection = await mongoose.createConnection(uri).asPromise();
  try {
    const client = connection.getClient();
    const { databases } = await client.db().admin().listDatabases();
    const ours = databases.map(({ name }) => name).filter((name) => !['admin', 'config', 'local'].includes(name));
    const found: string[] = [];
    for (const name of ours) {
      for (const { name: collection } of await client.db(name).listCollections().toArray()) {
        for await (const document of client.db(name).collection(collection).find()) {
          if (holds(document, text)) found.push(`${name}.${collection} ${String(document._id)}`);
        }
      }
    }
    return found;
  } finally {
    await connection.close();
  }
}

function holds(document: mongo.Document, text: string): boolean {
  const bytes = mongoose.mongo.BSON.serialize(document);
  return (
    Buffer.from(bytes).includes(text) ||
    Buffer.from(bytes).toString('latin1').toLowerCase().includes(text.toLowerCase())
  );
}

/** Every key of Redis whose name or value holds the text. */
export async function findInRedis(url: string, text: string): Promise<string[]> {
  const redis = new Redis(url);
  try {
    const found: string[] = [];
    for (const key of await redis.keys('*')) {
      const value = JSON.stringify(await readKey(redis, key));
      if (`${key} ${value}`.toLowerCase().includes(text.toLowerCase())) found.push(`redis ${key}`);
    }
    return found;
  } finally {
    redis.disconnect();
  }
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
