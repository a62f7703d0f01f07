import { shutdownSettings } from '@vitae/kit/lifecycle';
import { databaseName, httpUrl, logLevel, mongodbUri, port } from '@vitae/kit/settings';
import { publicKeysSetting } from '@vitae/kit/signing-keys';
import { tracingSettings } from '@vitae/kit/tracing';
import { allowUnsignedJobs, companiesOfProcesses } from '@vitae/proto/export-grant';
import { z } from 'zod';

export const configSchema = z.object({
  /** A pino log level. */
  LOG_LEVEL: logLevel().default('info'),
  ...shutdownSettings,
  ...tracingSettings,
  /** A replica set, because the service uses transactions. No default, so that data is never stored in the wrong place. */
  MONGODB_URI: mongodbUri(),
  /** Only this service uses this database. */
  MONGODB_DATABASE: databaseName().default('vitae_resume'),
  /** The address for gRPC and probes. They do not use TLS, so the default is local. */
  GRPC_HOST: z.string().default('127.0.0.1'),
  GRPC_PORT: port().default(50051),
  /** The port for HTTP: /healthz, /readyz and /metrics. */
  PROBE_PORT: port().default(9051),
  /** The public keys of the processes that may call this service. A process has two while its key is rotated. */
  SERVICE_PUBLIC_KEYS: publicKeysSetting(),
  /**
   * The companies whose CVs other producers of export jobs may export: `producer:company[+company…][,…]`, or `producer:*`.
   * Their public keys are in SERVICE_PUBLIC_KEYS. The gateway and the site export CVs of all companies.
   */
  EXPORT_PRODUCERS: companiesOfProcesses(),
  /**
   * `on` exports jobs without a grant, so that every client of Redis can export every CV. Only `npm start` sets it. It must
   * be the same for the worker and the resume service.
   */
  EXPORT_ALLOW_UNSIGNED_JOBS: allowUnsignedJobs(),
  /** The public address of the site, which the URLs of CVs start with. A change also applies to stored CVs. */
  SITE_URL: httpUrl().default('http://localhost:8080'),
});
export type Config = z.infer<typeof configSchema>;
