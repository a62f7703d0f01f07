import { shutdownSettings } from '@vitae/kit/lifecycle';
import { artifactStoreSettings, checkArtifactStore } from '@vitae/kit/object-storage/settings';
import {
  databaseName,
  listenHost,
  logLevel,
  logSuccessRatio,
  mongodbUri,
  onOff,
  port,
  queueRedisUrl,
  redisUrl,
  serviceAddress,
  wholeNumber,
} from '@vitae/kit/settings';
import { privateKeySetting, publicKeysSetting } from '@vitae/kit/signing-keys';
import { tracingSettings } from '@vitae/kit/tracing';
import { exportConsumers, exportGrantSettings } from '@vitae/proto/export-grant';
import { z } from 'zod';

const executable = (name: string) =>
  z
    .string()
    .startsWith('/', `must be the absolute path of ${name}`)
    .meta({ values: 'path' })
    .describe(`the path of ${name}`);

const fields = z.object({
  LOG_LEVEL: logLevel(),
  LOG_SUCCESS_RATIO: logSuccessRatio(),
  ...shutdownSettings,
  ...tracingSettings,
  HTTP_HOST: listenHost().describe('Interface for exported files, probes and metrics.'),
  HTTP_PORT: port().default(8090).describe('Port for exported files, probes and metrics.'),
  REDIS_URL: redisUrl(),
  QUEUE_REDIS_URL: queueRedisUrl(),
  MONGODB_URI: mongodbUri(),
  MONGODB_DATABASE: databaseName()
    .default('vitae_export')
    .describe('Database of exported files, or of their descriptions if the files are in S3.'),
  RESUME_ADDRESS: serviceAddress('resume', 50051),
  SERVICE_PRIVATE_KEY: privateKeySetting(),
  SERVICE_PUBLIC_KEYS: publicKeysSetting(),
  ...exportGrantSettings,
  EXPORT_CONSUMERS: exportConsumers(),
  ...artifactStoreSettings,
  S3_PRESIGNED_DOWNLOADS: onOff()
    .default('off')
    .describe(
      '`on` redirects downloads of exported files through the API (307) to a URL of the bucket that is valid for a minute, after all checks of the request. Clients must reach `S3_ENDPOINT`, follow redirects, and not send their `Authorization` header to the bucket, which rejects it.',
    ),
  EXPORT_KEEP_HOURS: wholeNumber(1, 24)
    .default(24)
    .describe(
      'How long a finished file is stored after it was last requested. The maximum is a day so that no file outlives a deleted user (`RETENTION_DAYS` is at least 2).',
    ),
  EXPORT_CONCURRENCY: wholeNumber(1, 16)
    .default(2)
    .describe('Documents rendered at the same time. Two keep two cores busy; more only slow each other down.'),
  EXPORT_RENDER_MS: wholeNumber(1_000, 120_000).default(20_000).describe('Time limit for one document.'),

  PUPPETEER_EXECUTABLE_PATH: executable('chromium-headless-shell, or of a Chromium that supports --headless'),
  EXPORT_BROWSER_SANDBOX: z
    .enum(['on', 'landlock', 'off'])
    .default('on')
    .describe(
      "`on` is Chromium's own sandbox. It needs user namespaces, which the default seccomp profile of containers forbids. `landlock` restricts the browser, the process of each page, and LibreOffice with Landlock and seccomp: they read only programs and fonts, write only a temporary folder, and have no network. It needs Linux 5.13 with Landlock, but no privileges. `off` is no sandbox: a document that exploits the browser can read the secrets of the worker. A worker that runs as root starts browsers and LibreOffice as user 65534, and turns Chromium's sandbox off with a warning if that user may not create namespaces.",
    ),
  EXPORT_PREWARMED_PAGES: wholeNumber(0, 64)
    .default(6)
    .describe(
      'Browser pages that are opened in advance while the worker is idle, about 25 MB each, and up to two more for word processor files. They make a burst three times as fast.',
    ),
  EXPORT_BROWSER_RENDERS: wholeNumber(1, 100_000)
    .default(500)
    .describe('Documents after which a browser is replaced, to limit memory leaks.'),
  EXPORT_BROWSER_MEMORY_MB: wholeNumber(200, 16_384)
    .default(900)
    .describe("Memory of a browser's processes above which it is replaced."),

  SOFFICE_BINARY: executable('soffice').default('/usr/bin/soffice').describe('LibreOffice, for ODT and DOC.'),
  OFFICE_PYTHON: executable('python3')
    .default('/usr/bin/python3')
    .describe("A Python with LibreOffice's `uno` module (python3-uno)."),
  EXPORT_OFFICE_CONVERSIONS: wholeNumber(1, 100_000)
    .default(500)
    .describe('Documents after which LibreOffice is replaced.'),
  EXPORT_OFFICE_MEMORY_MB: wholeNumber(200, 100_000)
    .default(800)
    .describe(
      'Memory of LibreOffice above which it is replaced. It starts at about 150 MB and grows with each document.',
    ),
});

/** The settings of the export worker. Secrets have no default. */
export const configSchema = fields.superRefine(checkArtifactStore);
export type Config = z.infer<typeof configSchema>;
