import { keyRing } from '@vitae/kit/key-ring';
import { commaList, databaseName, grpcAddress, httpUrl, mongodbUri, redisUrl } from '@vitae/kit/settings';
import { z } from 'zod';

/** The gateway's settings as far as the command line needs them. */
export const cliSettingsSchema = z.object({
  MONGODB_URI: mongodbUri(),
  MONGODB_DATABASE: databaseName().default('vitae_gateway'),
  REDIS_URL: redisUrl(),
  MASTER_KEYS: keyRing('the master keys'),
  SERVICE_KEYS: keyRing('the keys by which the processes know each other'),
  // Where the links lead that are printed here.
  SITE_URL: httpUrl().default('http://localhost:8080'),
  RESUME_ADDRESS: grpcAddress().default('127.0.0.1:50051'),
  EXPORT_URL: commaList(httpUrl()).default(['http://127.0.0.1:8090']),
});
export type CliSettings = z.infer<typeof cliSettingsSchema>;
