import { shutdownSettings } from '@vitae/kit/lifecycle';
import { databaseName, logLevel, mongodbUri, port } from '@vitae/kit/settings';
import { publicKeysSetting } from '@vitae/kit/signing-keys';
import { tracingSettings } from '@vitae/kit/tracing';
import { z } from 'zod';

export const configSchema = z.object({
  /** A pino log level. */
  LOG_LEVEL: logLevel().default('info'),
  ...shutdownSettings,
  ...tracingSettings,
  /** A replica set, because updates are transactions. No default, so that data is never stored in the wrong place. */
  MONGODB_URI: mongodbUri(),
  /** Only this service uses this database. */
  MONGODB_DATABASE: databaseName().default('vitae_metadata'),
  /** The address for gRPC and probes. They do not use TLS, so the default is local. */
  GRPC_HOST: z.string().default('127.0.0.1'),
  GRPC_PORT: port().default(50053),
  /** The port for HTTP: /healthz, /readyz and /metrics. */
  PROBE_PORT: port().default(9053),
  /** The public keys of the processes that may call this service. A process has two while its key is rotated. */
  SERVICE_PUBLIC_KEYS: publicKeysSetting(),
});
export type Config = z.infer<typeof configSchema>;
