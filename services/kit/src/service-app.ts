import type { ServiceDefinition } from '@grpc/grpc-js';
import type { Connection } from 'mongoose';
import { systemClock } from './clock.ts';
import { createGrpcServer, type Handlers } from './grpc-server.ts';
import type { KeyRing } from './key-ring.ts';
import type { Lifecycle, StopSettings } from './lifecycle.ts';
import type { Logger } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { connectMongo } from './mongo.ts';
import { createReadiness, listenHttp, probeApp } from './probes.ts';
import { startRecurring } from './recurring.ts';
import { type AdmittedCallers, createCallerGuard } from './service-identity.ts';
import { startTracing, type TracingSettings } from './tracing.ts';

/** What every gRPC service is told; each service's config.ts says the defaults and why. */
export type ServiceConfig = StopSettings &
  TracingSettings & {
    MONGODB_URI: string;
    MONGODB_DATABASE: string;
    GRPC_HOST: string;
    GRPC_PORT: number;
    PROBE_PORT: number;
    SERVICE_KEYS: KeyRing;
  };

/** A service without its sockets: what it answers, and what must be there before it does. */
export type ServiceApp<D> = {
  handlers: Handlers<D>;
  /** Runs before the first call is taken: indexes. */
  prepare(): Promise<void>;
  /** What is done beside the calls, at the start and then each time so much has passed. Every replica does it. */
  recurring?: readonly { step: string; everyMs: number; work: () => Promise<unknown> }[];
};

export type ServiceParts<D extends ServiceDefinition> = {
  contract: { name: string; definition: D };
  config: ServiceConfig;
  /** The gateway alone, unless said otherwise. */
  callers?: AdmittedCallers;
  /** Makes the indexes and ends. */
  prepareOnly: boolean;
  log: Logger;
  /** Builds the service on an open connection. */
  app: (parts: { connection: Connection; metrics: Metrics; log: Logger; lifecycle: Lifecycle }) => ServiceApp<D>;
};

// What is left of a stop when the running calls have ended.
const AFTER_CALLS_MS = 1_500;
const GATEWAY_ALONE: AdmittedCallers = { gateway: 'everything' };

/** Starts a service in order, and stops it in reverse: not ready, calls drained, probes closed, database closed. */
export async function startService<D extends ServiceDefinition>(
  lifecycle: Lifecycle,
  parts: ServiceParts<D>,
): Promise<void> {
  const { contract, config, log, app, callers = GATEWAY_ALONE } = parts;
  const tracing = await startTracing(contract.name.split('.')[1] ?? contract.name, config);
  lifecycle.onStop('tracing', tracing.close);
  const mongo = await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DATABASE, log });
  lifecycle.onStop('mongodb', mongo.close);
  const metrics = createMetrics(contract.name);
  const { handlers, prepare, recurring = [] } = app({ connection: mongo.connection, metrics, log, lifecycle });
  await prepare();
  if (parts.prepareOnly) return lifecycle.end();

  const readiness = createReadiness({ mongodb: mongo.ready });
  const probes = await listenHttp(probeApp(readiness, metrics), config.GRPC_HOST, config.PROBE_PORT);
  lifecycle.onStop('probes', probes.close);
  const admits = createCallerGuard({
    audience: contract.name,
    keys: config.SERVICE_KEYS,
    clock: systemClock,
    callers,
  });
  const server = createGrpcServer({ ...contract, handlers, admits, log, metrics, ready: mongo.ready });
  const grpcPort = await server.start(config.GRPC_HOST, config.GRPC_PORT);
  lifecycle.onStop('grpc', () => server.drain(config.SHUTDOWN_TIMEOUT_MS - AFTER_CALLS_MS));
  for (const { step, everyMs, work } of recurring)
    lifecycle.onStop(step, startRecurring(step, everyMs, work, log).stop);
  lifecycle.onDrain(readiness.drain, config);
  log.info({ address: config.GRPC_HOST, port: grpcPort, database: config.MONGODB_DATABASE }, 'Ready');
}
