import { keyRing } from '@vitae/kit/key-ring';
import { shutdownSettings } from '@vitae/kit/lifecycle';
import { databaseName, grpcAddress, logLevel, mongodbUri, port, redisUrl, wholeNumber } from '@vitae/kit/settings';
import { tracingSettings } from '@vitae/kit/tracing';
import { z } from 'zod';

const program = (what: string) =>
  z.string().startsWith('/', `must be the absolute path of ${what}`).describe(`the path of ${what}`);

export const configSchema = z.object({
  /** How much is logged, a pino level. */
  LOG_LEVEL: logLevel().default('info'),
  ...shutdownSettings,
  ...tracingSettings,
  /** Where finished files are served from. Without sign-in, so not beyond the machine unless told. */
  HTTP_HOST: z.string().default('127.0.0.1'),
  /** HTTP: /artifacts/{address}, /healthz, /readyz, /metrics. */
  HTTP_PORT: port().default(8090),
  /** The queue. */
  REDIS_URL: redisUrl(),
  /** Finished files, in GridFS. */
  MONGODB_URI: mongodbUri(),
  MONGODB_DATABASE: databaseName().default('vitae_export'),
  /** Where CVs are read from. */
  RESUME_ADDRESS: grpcAddress().default('127.0.0.1:50051'),
  /** By these the worker proves to the resume service that it is ours; the gateway proves the same to the worker. */
  SERVICE_KEYS: keyRing('the keys by which our processes know each other'),
  /** The browser that prints: chromium-headless-shell, or any Chromium that knows --headless. */
  PUPPETEER_EXECUTABLE_PATH: program('chromium-headless-shell'),
  /**
   * Chromium's own sandbox. It wants user namespaces, which a container's default seccomp profile forbids: allow them
   * to this container, or turn it off and let the container, without rights and network, be the only wall.
   */
  EXPORT_BROWSER_SANDBOX: z.enum(['on', 'off']).default('on'),
  /** LibreOffice, for ODT and DOC. */
  SOFFICE_BINARY: program('soffice').default('/usr/bin/soffice'),
  /** A Python that has LibreOffice's `uno` module: the system's, with python3-uno. */
  OFFICE_PYTHON: program('python3').default('/usr/bin/python3'),
  /** LibreOffice is replaced after so many documents. */
  EXPORT_OFFICE_CONVERSIONS: wholeNumber(1, 100_000).default(500),
  /** It holds about 150 MB, and grows a little with each document; above this it is replaced sooner. */
  EXPORT_OFFICE_MEMORY_MB: wholeNumber(200, 100_000).default(800),
  /** Two renders keep two cores busy; more only make each other wait. */
  EXPORT_CONCURRENCY: wholeNumber(1, 16).default(2),
  /** Renderers started in idle moments for the next documents, about 25 MB each: a burst is done three times as fast. */
  EXPORT_PAGES_AHEAD: wholeNumber(0, 64).default(6),
  /** One document must be done within this time, whatever is in it. */
  EXPORT_RENDER_MS: wholeNumber(1_000, 120_000).default(20_000),
  /** A browser is replaced after so many documents, so that what it may leak stays bounded. */
  EXPORT_BROWSER_RENDERS: wholeNumber(1, 100_000).default(500),
  /** … or when its processes together hold more than this. */
  EXPORT_BROWSER_MEMORY_MB: wholeNumber(200, 16_384).default(900),
  /** How long a finished file is kept. */
  EXPORT_KEEP_HOURS: wholeNumber(1, 24).default(24),
});
export type Config = z.infer<typeof configSchema>;
