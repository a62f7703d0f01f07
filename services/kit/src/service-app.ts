import type { ServiceDefinition } from '@grpc/grpc-js';
import type { Connection } from 'mongoose';
import { systemClock } from './clock.ts';
import { createGrpcServer, type Handlers } from './grpc-server.ts';
import { listenHttp } from './http/listen-http.ts';
import type { Lifecycle, ShutdownSettings } from './lifecycle.ts';
import type { Logger } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { connectMongo } from './mongo.ts';
import { createReadiness, observeDependencies, probeApp } from './probes.ts';
import { startRecurring } from './recurring.ts';
import { type AllowedCallers, createCallAuthorizer } from './service-identity.ts';
import type { PublicKeys } from './signing-keys.ts';
import { startTracing, type TracingSettings } from './tracing.ts';

/** The settings that every gRPC service has. The config.ts of each service defines the defaults. */
export type ServiceConfig = ShutdownSettings &
  TracingSettings & {
    MONGODB_URI: string;
    MONGODB_DATABASE: string;
    GRPC_HOST: string;
    GRPC_PORT: number;
    PROBE_PORT: number;
    SERVICE_PUBLIC_KEYS: PublicKeys;
  };

/** A service without its network connections. */
export type ServiceApp<D> = {
  handlers: Handlers<D>;
  /** Runs before the first call, for example to create indexes. */
  prepare(): Promise<void>;
  /** Background work of every replica, run at startup and then every `everyMs`. */
  recurring?: readonly { step: string; everyMs: number; work: () => Promise<unknown> }[];
};

export type ServiceOptions<D extends ServiceDefinition> = {
  contract: { name: string; definition: D };
  config: ServiceConfig;
  callers: AllowedCallers;
  /** Creates the indexes and exits. */
  prepareOnly: boolean;
  log: Logger;
  /** Creates the service on an open connection. */
  app: (parts: { connection: Connection; metrics: Metrics; log: Logger; lifecycle: Lifecycle }) => ServiceApp<D>;
};

// The part of the shutdown time reserved for the steps after the running calls.
const CLEANUP_MS = 1_500;

/** Starts a service. It stops in reverse order: report not ready, drain calls, close probes, close the database. */
export async function startService<D extends ServiceDefinition>(
  lifecycle: Lifecycle,
  parts: ServiceOptions<D>,
): Promise<void> {
  const { contract, config, log, app, callers } = parts;
  const tracing = await startTracing(contract.name.split('.')[1] ?? contract.name, config);
  lifecycle.onStop('tracing', tracing.close);
  const mongo = await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DATABASE, log });
  lifecycle.onStop('mongodb', mongo.close);
  const metrics = createMetrics(contract.name);
  const { handlers, prepare, recurring = [] } = app({ connection: mongo.connection, metrics, log, lifecycle });
  await prepare();
  if (parts.prepareOnly) return lifecycle.end();

  observeDependencies(metrics, { mongodb: mongo.ready });
  const readiness = createReadiness();
  const probes = await listenHttp(probeApp(readiness, metrics), config.GRPC_HOST, config.PROBE_PORT);
  lifecycle.onStop('probes', probes.close);
  const authorize = createCallAuthorizer({
    audience: contract.name,
    keys: config.SERVICE_PUBLIC_KEYS,
    clock: systemClock,
    callers,
  });
  const server = createGrpcServer({ ...contract, handlers, authorize, log, metrics, ready: mongo.ready });
  const grpcPort = await server.start(config.GRPC_HOST, config.GRPC_PORT);
  lifecycle.onStop('grpc', () => server.drain(config.SHUTDOWN_TIMEOUT_MS - CLEANUP_MS));
  for (const { step, everyMs, work } of recurring)
    lifecycle.onStop(step, startRecurring(step, everyMs, work, log).stop);
  lifecycle.onDrain(readiness.drain, config);
  log.info({ address: config.GRPC_HOST, port: grpcPort, database: config.MONGODB_DATABASE }, 'Ready');
}
