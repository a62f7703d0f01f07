import { keyRing } from '@vitae/kit/key-ring';
import { stopSettings } from '@vitae/kit/lifecycle';
import {
  databaseName,
  grpcAddress,
  httpUrl,
  logLevel,
  mongodbUri,
  port,
  redisUrl,
  wholeNumber,
} from '@vitae/kit/settings';
import { tracingSettings } from '@vitae/kit/tracing';
import { z } from 'zod';

/** The gateway's settings. Each has its default and the reason for it; secrets have none. */
export const configSchema = z
  .object({
    LOG_LEVEL: logLevel().default('info'),
    ...stopSettings,
    ...tracingSettings,
    // Behind a proxy on the same machine; a container sets 0.0.0.0.
    HOST: z.string().default('127.0.0.1'),
    PORT: port().default(8080),
    // Apart from PORT, so that a load balancer cannot publish it.
    METRICS_PORT: port().default(9464),
    // Apart from HOST, so that a gateway open to everybody keeps its metrics to itself.
    METRICS_HOST: z.string().default('127.0.0.1'),
    MONGODB_URI: mongodbUri(),
    MONGODB_DATABASE: databaseName().default('vitae_gateway'),
    REDIS_URL: redisUrl(),
    // The first encrypts secrets at rest, all decrypt.
    MASTER_KEYS: keyRing('the master keys'),
    // By these the services know that a call is ours. Shared by all processes; the first signs, all are believed.
    SERVICE_KEYS: keyRing('the keys by which our processes know each other'),
    // The public addresses of the four surfaces; one host serves them all unless said otherwise.
    COMPANY_API_URL: httpUrl().optional(),
    OAUTH_URL: httpUrl().optional(),
    USER_API_URL: httpUrl().optional(),
    SITE_URL: httpUrl().optional(),
    // Nobody's X-Forwarded-* is believed unless named here.
    TRUST_PROXY: commaList(z.string()).default([]),
    // Beyond this a call would only wait: at 1,000 calls a second the last of them is answered after a third of a second.
    MAX_CONCURRENT_REQUESTS: wholeNumber(1, 100_000).default(384),
    // Most exports take under a second; a client should not have to come back for them.
    EXPORT_WAIT_MS: wholeNumber(0, 120_000).default(15_000),
    EXPORT_URL: commaList(httpUrl()).default(['http://127.0.0.1:8090']),
    RESUME_ADDRESS: grpcAddress().default('127.0.0.1:50051'),
    PREFERENCES_ADDRESS: grpcAddress().default('127.0.0.1:50052'),
    METADATA_ADDRESS: grpcAddress().default('127.0.0.1:50053'),
    COMMENTS_ADDRESS: grpcAddress().default('127.0.0.1:50054'),
    STATS_ADDRESS: grpcAddress().default('127.0.0.1:50055'),
    // Consumption by minute, hour, and day; in days. The limits simulator replays a week of minutes, a
    // chart of a month has days of the one before beside it, one of a year those of two.
    CONSUMPTION_MINUTES_KEPT: wholeNumber(1, 366).default(8),
    CONSUMPTION_HOURS_KEPT: wholeNumber(1, 3_650).default(92),
    CONSUMPTION_DAYS_KEPT: wholeNumber(1, 36_500).default(762),
    // Mails with one-time links; without both, links are shown to be sent by hand.
    SMTP_URL: smtpUrl().optional(),
    SMTP_FROM: z.string().max(300).optional(),
    // Administrators, by their e-mail addresses, who look after the system and not only after their company:
    // they see the export queue of all companies. Nobody unless named, and made by `vitae admin create`.
    OPERATORS: commaList(z.email()).default([]),
    // How long a deleted user can be brought back by hand before every personal byte is erased.
    // Longer than the day at most that the export worker keeps a file, so that none outlives its owner's data.
    RETENTION_DAYS: wholeNumber(2, 3_650).default(30),
  })
  .transform((settings) => {
    const here = `http://localhost:${settings.PORT}`;
    return {
      ...settings,
      COMPANY_API_URL: settings.COMPANY_API_URL ?? here,
      OAUTH_URL: settings.OAUTH_URL ?? here,
      USER_API_URL: settings.USER_API_URL ?? here,
      SITE_URL: settings.SITE_URL ?? here,
    };
  });

export type Config = z.infer<typeof configSchema>;

function smtpUrl() {
  return z.string().regex(/^smtps?:\/\/\S+$/, 'must be an address such as smtps://user:password@mail.example:465');
}

/** A list, divided by commas. */
export function commaList<T extends z.ZodType<string, string>>(item: T) {
  return z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(item).min(1));
}
