import { keyRing } from '@vitae/kit/key-ring';
import { shutdownSettings } from '@vitae/kit/lifecycle';
import { databaseName, logLevel, mongodbUri, port } from '@vitae/kit/settings';
import { tracingSettings } from '@vitae/kit/tracing';
import { z } from 'zod';

export const configSchema = z.object({
  /** How much is logged, a pino level. */
  LOG_LEVEL: logLevel().default('info'),
  ...shutdownSettings,
  ...tracingSettings,
  /** A replica set: majority writes are what survives a kill. No default, because data would end up in the wrong place. */
  MONGODB_URI: mongodbUri(),
  /** Of this service alone; nobody else reads it. */
  MONGODB_DATABASE: databaseName().default('vitae_stats'),
  /** Where gRPC and the probes listen. Without TLS and sign-in, so not beyond the machine unless told. */
  GRPC_HOST: z.string().default('127.0.0.1'),
  GRPC_PORT: port().default(50055),
  /** HTTP: /healthz, /readyz, /metrics. */
  PROBE_PORT: port().default(9055),
  /** By these the gateway and the worker prove that they are ours. Shared by all processes; the first signs, all are believed. */
  SERVICE_KEYS: keyRing('the keys by which our processes know each other'),
});
export type Config = z.infer<typeof configSchema>;
