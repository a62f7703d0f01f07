import { VitaeError } from '@vitae/kit/errors';
import { createLogger } from '@vitae/kit/log';
import { connectMongo } from '@vitae/kit/mongo';
import { connectRedis } from '@vitae/kit/redis';
import { parseSettings, SettingsError } from '@vitae/kit/settings';
import type { Redis } from 'ioredis';
import type { Connection } from 'mongoose';
import { type CliSettings, cliSettingsSchema } from './cli-settings.ts';

export type OpenParts = { connection: Connection; redis: Redis; close(): Promise<void> };

// The command's own words are what a person is to see.
const log = createLogger({ name: 'vitae', level: 'silent' });

export function readCliSettings(environment: NodeJS.ProcessEnv): CliSettings {
  try {
    return parseSettings(cliSettingsSchema, environment);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const hint =
      'No system is running here: start one with npm start, set DATA_DIR to its folder, or give its settings.';
    throw new VitaeError('FAILED_PRECONDITION', 'no_system', `${hint}\n${error.problems.join('\n')}`, { cause: error });
  }
}

export async function openParts({ MONGODB_URI, MONGODB_DATABASE, REDIS_URL }: CliSettings): Promise<OpenParts> {
  const mongo = await connectMongo({ uri: MONGODB_URI, database: MONGODB_DATABASE, log });
  try {
    const { redis, close } = await connectRedis({ url: REDIS_URL, name: 'vitae-cli', log });
    return {
      connection: mongo.connection,
      redis,
      close: async () => {
        await close();
        await mongo.close();
      },
    };
  } catch (error) {
    await mongo.close();
    throw error;
  }
}
