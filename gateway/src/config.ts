import { consumptionRetentionSettings } from '@vitae/accounts/consumption/retention';
import { publicHttpSettings, withPublicUrls } from '@vitae/kit/http/host-routing';
import { keyRing } from '@vitae/kit/key-ring';
import { shutdownSettings } from '@vitae/kit/lifecycle';
import {
  commaList,
  databaseName,
  httpUrl,
  logLevel,
  mongodbUri,
  port,
  redisUrl,
  wholeNumber,
} from '@vitae/kit/settings';
import { privateKeySetting } from '@vitae/kit/signing-keys';
import { tracingSettings } from '@vitae/kit/tracing';
import { serviceAddressSettings } from '@vitae/proto/clients/services';
import { z } from 'zod';

/** The settings of the gateway process. Secrets have no default. */
export const configSchema = z
  .object({
    LOG_LEVEL: logLevel().default('info'),
    ...shutdownSettings,
    ...tracingSettings,
    // Listens on loopback for a proxy on the same machine; containers set 0.0.0.0.
    HOST: z.string().default('127.0.0.1'),
    PORT: port().default(8080),
    // Metrics have their own port so that a load balancer does not publish them.
    METRICS_PORT: port().default(9464),
    METRICS_HOST: z.string().default('127.0.0.1'),
    MONGODB_URI: mongodbUri(),
    MONGODB_DATABASE: databaseName().default('vitae_gateway'),
    REDIS_URL: redisUrl(),
    // Redis of the export queue, if it is a separate one.
    QUEUE_REDIS_URL: redisUrl().optional(),
    // Encrypt secrets at rest: the first key encrypts, every key decrypts.
    MASTER_KEYS: keyRing('the master keys'),
    // Signs the calls to services and export workers. They know the public key as that of the gateway.
    SERVICE_PRIVATE_KEY: privateKeySetting(),
    ...publicHttpSettings,
    // Site processes to which page requests are forwarded. Not set where a proxy routes pages itself.
    SITE_PROXY_URL: commaList(httpUrl()).optional(),
    // Requests above this limit are rejected with 503: at 1,000 requests per second the last would wait a third of a second.
    MAX_CONCURRENT_REQUESTS: wholeNumber(1, 100_000).default(384),
    // Requests per minute and process, from one address, that name no valid key or application. Further requests get 429.
    // Requests that name a known key or application but fail authentication have a separate limit, twice as high.
    MAX_UNIDENTIFIED_REQUESTS: wholeNumber(1, 10_000_000).default(3_000),
    // How long an export request waits for the file before it responds 202. Most exports take less than a second.
    EXPORT_WAIT_MS: wholeNumber(0, 120_000).default(15_000),
    EXPORT_URL: commaList(httpUrl()).default(['http://127.0.0.1:8090']),
    ...serviceAddressSettings,
    ...consumptionRetentionSettings,
    // Days until the personal data of a deleted user is erased; until then an operator can restore the user.
    // At least 2, because the export worker stores files for up to a day.
    RETENTION_DAYS: wholeNumber(2, 3_650).default(30),
  })
  .transform(withPublicUrls);

export type Config = z.infer<typeof configSchema>;
