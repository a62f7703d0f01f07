import { keyRing } from '@vitae/kit/key-ring';
import { commaList, databaseName, httpUrl, mongodbUri, redisUrl } from '@vitae/kit/settings';
import { privateKeySetting } from '@vitae/kit/signing-keys';
import { z } from 'zod';

/** The settings that the gateway, the site and the command line have in common. Secrets have no default. */
export const accountSettings = {
  MONGODB_URI: mongodbUri(),
  // The processes share the accounts in this database.
  MONGODB_DATABASE: databaseName().default('vitae_gateway'),
  REDIS_URL: redisUrl(),
  // Redis of the export queue, if it is a separate one.
  QUEUE_REDIS_URL: redisUrl().optional(),
  // Encrypt secrets at rest: the first key encrypts, every key decrypts.
  MASTER_KEYS: keyRing('the master keys'),
  // Signs the calls to services and export workers. They know the public key as that of this process.
  SERVICE_PRIVATE_KEY: privateKeySetting(),
  // Sender of mail. If it is set, the site sends the mails of all processes. Otherwise, callers and administrators receive
  // the links.
  SMTP_FROM: z.string().max(300).optional(),
  EXPORT_URL: commaList(httpUrl()).default(['http://127.0.0.1:8090']),
};
