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

/** The settings of the site process. Secrets have no default. */
export const configSchema = z
  .object({
    LOG_LEVEL: logLevel().default('info'),
    ...shutdownSettings,
    ...tracingSettings,
    // Listens on loopback for a proxy on the same machine; containers set 0.0.0.0.
    HOST: z.string().default('127.0.0.1'),
    PORT: port().default(8081),
    // Metrics have their own port so that a load balancer does not publish them.
    METRICS_PORT: port().default(9465),
    METRICS_HOST: z.string().default('127.0.0.1'),
    MONGODB_URI: mongodbUri(),
    // The database of the gateway: both processes share the accounts in it.
    MONGODB_DATABASE: databaseName().default('vitae_gateway'),
    REDIS_URL: redisUrl(),
    // Redis of the export queue, if it is a separate one.
    QUEUE_REDIS_URL: redisUrl().optional(),
    // Encrypt secrets at rest: the first key encrypts, every key decrypts.
    MASTER_KEYS: keyRing('the master keys'),
    // Signs the calls to services and export workers. They know the public key as that of the site.
    SERVICE_PRIVATE_KEY: privateKeySetting(),
    ...publicHttpSettings,
    // Requests above this limit are rejected with 503.
    MAX_CONCURRENT_REQUESTS: wholeNumber(1, 100_000).default(384),
    // Requests per minute of one address for public CVs, for the documentation and for sign-in pages, each. Further ones
    // get 429. A school or a company can share one address.
    MAX_PAGE_REQUESTS: wholeNumber(1, 10_000_000).default(1_200),
    // How long a download waits for its file before it responds 503.
    EXPORT_WAIT_MS: wholeNumber(0, 120_000).default(15_000),
    EXPORT_URL: commaList(httpUrl()).default(['http://127.0.0.1:8090']),
    ...serviceAddressSettings,
    ...consumptionRetentionSettings,
    // Mail server for one-time links and expiry warnings. Without both settings, links are shown to administrators instead.
    SMTP_URL: smtpUrl().optional(),
    SMTP_FROM: z.string().max(300).optional(),
    // Email addresses of administrators who operate the installation: they see the export queue of all companies.
    OPERATORS: commaList(z.email()).default([]),
    // Shown where owners delete their account: days until their personal data is erased. Same value as the gateway's.
    RETENTION_DAYS: wholeNumber(2, 3_650).default(30),
  })
  .transform(withPublicUrls);

export type Config = z.infer<typeof configSchema>;

function smtpUrl() {
  return z.string().regex(/^smtps?:\/\/\S+$/, 'must be an address such as smtps://user:password@mail.example:465');
}
