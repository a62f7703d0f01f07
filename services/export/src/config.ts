import { shutdownSettings } from '@vitae/kit/lifecycle';
import { artifactStoreSettings, checkArtifactStore } from '@vitae/kit/object-storage/settings';
import { databaseName, grpcAddress, logLevel, mongodbUri, port, redisUrl, wholeNumber } from '@vitae/kit/settings';
import { privateKeySetting, publicKeysSetting } from '@vitae/kit/signing-keys';
import { tracingSettings } from '@vitae/kit/tracing';
import { allowUnsignedJobs, companiesOfProcesses } from '@vitae/proto/export-grant';
import { z } from 'zod';

const executable = (name: string) =>
  z.string().startsWith('/', `must be the absolute path of ${name}`).describe(`the path of ${name}`);

const fields = z.object({
  /** pino log level. */
  LOG_LEVEL: logLevel().default('info'),
  ...shutdownSettings,
  ...tracingSettings,
  /** Interface for HTTP (exported files, probes, metrics). Containers set 0.0.0.0. */
  HTTP_HOST: z.string().default('127.0.0.1'),
  HTTP_PORT: port().default(8090),
  /** Redis. The worker uses only the job queue. */
  REDIS_URL: redisUrl(),
  /** Redis of the job queue, if it is a separate one. */
  QUEUE_REDIS_URL: redisUrl().optional(),
  /** MongoDB that stores exported files in GridFS, or their descriptions if the files are in S3. */
  MONGODB_URI: mongodbUri(),
  MONGODB_DATABASE: databaseName().default('vitae_export'),
  /** gRPC address of the resume service. */
  RESUME_ADDRESS: grpcAddress().default('127.0.0.1:50051'),
  /** Signs the calls to the resume service, which knows the public key as that of the process `export`. */
  SERVICE_PRIVATE_KEY: privateKeySetting(),
  /** The public keys of the processes that may download files. A process has two while its key is rotated. */
  SERVICE_PUBLIC_KEYS: publicKeysSetting(),
  /**
   * The companies whose CVs other producers of export jobs may export: `producer:company[+company…][,…]`, or `producer:*`.
   * Their public keys are in SERVICE_PUBLIC_KEYS. The gateway and the site export CVs of all companies.
   */
  EXPORT_PRODUCERS: companiesOfProcesses(),
  /**
   * The companies whose files other processes may download, as in EXPORT_PRODUCERS. Their public keys are in
   * SERVICE_PUBLIC_KEYS. The gateway and the site download files of all companies.
   */
  EXPORT_CONSUMERS: companiesOfProcesses(),
  /**
   * `on` exports jobs without a grant, so that every client of Redis can export every CV. Only `npm start` sets it. It must
   * be the same for the worker and the resume service.
   */
  EXPORT_ALLOW_UNSIGNED_JOBS: allowUnsignedJobs(),

  ...artifactStoreSettings,
  /**
   * `on` redirects downloads through the API to S3, for a minute and after all checks of the request. Clients must follow
   * redirects and must not repeat their `Authorization` header, which S3 rejects.
   */
  S3_PRESIGNED_DOWNLOADS: z.enum(['on', 'off']).default('off'),
  /**
   * Retention of exported files: how many hours a file is stored after it was last requested. Default 24, at most 24:
   * no file may outlive the erasure of a deleted user's personal data, which the gateway's RETENTION_DAYS allows after
   * two days.
   */
  EXPORT_KEEP_HOURS: wholeNumber(1, 24).default(24),
  /** Number of jobs that run at the same time. Two keep two cores busy; more only slow each other down. */
  EXPORT_CONCURRENCY: wholeNumber(1, 16).default(2),
  /** Time limit in milliseconds for rendering one document. */
  EXPORT_RENDER_MS: wholeNumber(1_000, 120_000).default(20_000),

  /** chromium-headless-shell, or a Chromium that supports --headless. */
  PUPPETEER_EXECUTABLE_PATH: executable('chromium-headless-shell'),
  /**
   * Chromium's sandbox. It needs user namespaces, which the default seccomp profile of containers forbids: allow them
   * for this container, or turn the sandbox off and rely on a container without privileges and network access. A worker
   * that runs as root starts the browser as another user and turns the sandbox off by itself, with a warning.
   */
  EXPORT_BROWSER_SANDBOX: z.enum(['on', 'off']).default('on'),
  /** Pages that the browser opens in advance when it is idle, about 25 MB each. They make a burst three times as fast. */
  EXPORT_PREWARMED_PAGES: wholeNumber(0, 64).default(6),
  /** Number of documents after which the browser is replaced, to limit memory leaks. */
  EXPORT_BROWSER_RENDERS: wholeNumber(1, 100_000).default(500),
  /** Memory of the browser's processes in MB above which the browser is replaced. */
  EXPORT_BROWSER_MEMORY_MB: wholeNumber(200, 16_384).default(900),

  /** LibreOffice, for ODT and DOC. */
  SOFFICE_BINARY: executable('soffice').default('/usr/bin/soffice'),
  /** A Python with LibreOffice's `uno` module (python3-uno). */
  OFFICE_PYTHON: executable('python3').default('/usr/bin/python3'),
  /** Number of documents after which LibreOffice is replaced. */
  EXPORT_OFFICE_CONVERSIONS: wholeNumber(1, 100_000).default(500),
  /** Memory of LibreOffice in MB above which it is replaced. It starts at about 150 MB and grows with each document. */
  EXPORT_OFFICE_MEMORY_MB: wholeNumber(200, 100_000).default(800),
});
/** The settings of the export worker. Secrets have no default. */
export const configSchema = fields.superRefine(checkArtifactStore);
export type Config = z.infer<typeof configSchema>;
