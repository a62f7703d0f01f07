import { keyRing } from '@vitae/kit/key-ring';
import { commaList, databaseName, httpUrl, mongodbUri, queueRedisUrl, redisUrl } from '@vitae/kit/settings';
import { privateKeySetting } from '@vitae/kit/signing-keys';
import { z } from 'zod';

/** The settings that the gateway, the site and the command line have in common. Secrets have no default. */
export const accountSettings = {
  MONGODB_URI: mongodbUri(),
  MONGODB_DATABASE: databaseName()
    .default('vitae_gateway')
    .describe('Database of the process. The gateway and the site share one.'),
  REDIS_URL: redisUrl(),
  QUEUE_REDIS_URL: queueRedisUrl(),
  MASTER_KEYS: keyRing('the master keys, which encrypt secrets at rest,'),
  SERVICE_PRIVATE_KEY: privateKeySetting(),
  SMTP_FROM: z
    .string()
    .max(300)
    .optional()
    .meta({ values: 'sender' })
    .describe(
      'Sender of mail, such as `Vitae <no-reply@example.com>`. If it is set, the site mails the invitations of users and their links to reset a password: set it together with `SMTP_URL`. Otherwise, the API, `vitae user invite` and `vitae user reset-password` return the links.',
    ),
  EXPORT_URL: commaList(httpUrl()).default(['http://127.0.0.1:8090']).describe('Addresses of the export workers.'),
};
