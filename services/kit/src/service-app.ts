import type { ServiceDefinition } from '@grpc/grpc-js';
import type { Connection } from 'mongoose';
import type { z } from 'zod';
import { systemClock } from './clock.ts';
import { createGrpcServer, type Handlers, MAX_CONCURRENT_PER_COMPANY } from './grpc-server.ts';
import { listenHttp } from './http/listen-http.ts';
import { createLease } from './lease.ts';
import { isPrepareOnly, type Lifecycle, runProcess, shutdownSettings } from './lifecycle.ts';
import { createLogger, type Logger } from './log.ts';
import { createMetrics, type Metrics, version } from './metrics.ts';
import { missingIndexes } from './missing-indexes.ts';
import { connectMongo } from './mongo.ts';
import { type Checks, createReadiness, observeDependencies, probeApp } from './probes.ts';
import { PROCESS_STATE, type ProcessState } from './process-state.ts';
import { type AllowedCallers, createCallAuthorizer } from './service-identity.ts';
import {
  databaseName,
  listenHost,
  logLevel,
  logSuccessRatio,
  mongodbUri,
  parseSettings,
  port,
  wholeNumber,
} from './settings.ts';
import { publicKeysSetting } from './signing-keys.ts';
import { createSweep, observeSweeps, type SweepStep } from './sweep.ts';
import { startTracing, tracingSettings } from './tracing.ts';

/** The settings that every gRPC service has. Only the service uses its database. */
export const serviceSettings = (defaults: { database: string; grpcPort: number; probePort: number }) => ({
  LOG_LEVEL: logLevel(),
  LOG_SUCCESS_RATIO: logSuccessRatio(),
  ...shutdownSettings,
  ...tracingSettings,
  // A replica set, for transactions and because acknowledged writes must survive a crash. No default, so that data is
  // never stored in the wrong place.
  MONGODB_URI: mongodbUri(),
  MONGODB_DATABASE: databaseName()
    .default(defaults.database)
    .describe('Database of the process. The gateway and the site share one.'),
  GRPC_HOST: listenHost().describe('Interface for gRPC and probes. They do not use TLS: do not expose them.'),
  GRPC_PORT: port().default(defaults.grpcPort).describe('Port for gRPC.'),
  PROBE_PORT: port().default(defaults.probePort).describe('Port for `/healthz`, `/readyz` and `/metrics`.'),
  MAX_CONCURRENT_PER_COMPANY: wholeNumber(1, 10_000)
    .default(MAX_CONCURRENT_PER_COMPANY)
    .describe(
      'Calls of one company in progress per process, so that its slow queries do not delay other companies. A company also uses at most half of the connections to MongoDB that other companies do not use. Eight times as many may wait; further ones get 503 with `Retry-After`. Batched reads by id are not limited.',
    ),
  SERVICE_PUBLIC_KEYS: publicKeysSetting(),
});
export type ServiceConfig = z.output<z.ZodObject<ReturnType<typeof serviceSettings>>>;

/** A service without its network connections. */
export type ServiceApp<D> = {
  handlers: Handlers<D>;
  /** Runs before the first call, for example to create indexes. */
  prepare(): Promise<void>;
  /** Checks of its dependencies other than MongoDB. */
  dependencies?: Checks;
  /** Background work that one replica at a time does, at startup and then every minute. */
  sweeps?: readonly ServiceSweep[];
};

/** `newStep` returns the step of a run. */
type ServiceSweep = { name: string; newStep: (log: Logger) => SweepStep };

type AppParts<C> = { connection: Connection; config: C; metrics: Metrics; log: Logger; lifecycle: Lifecycle };

export type ServiceOptions<D extends ServiceDefinition, C extends ServiceConfig> = {
  name: string;
  contract: { name: string; definition: D };
  settings: z.ZodType<C>;
  callers: AllowedCallers;
  /** Creates the service on an open connection. */
  app: (parts: AppParts<C>) => ServiceApp<D> | Promise<ServiceApp<D>>;
};

// The part of the shutdown time reserved for the steps after the running calls.
const CLEANUP_MS = 1_500;

const SWEEP_INTERVAL_MS = 60_000;

/** Runs the process of a service. */
export function runService<D extends ServiceDefinition, C extends ServiceConfig>(options: ServiceOptions<D, C>): void {
  let log = createLogger({ name: options.name });
  runProcess(
    () => log,
    async (lifecycle) => {
      const config = parseSettings(options.settings, process.env, log);
      log = createLogger({ name: options.name, level: config.LOG_LEVEL });
      await startService(lifecycle, { ...options, config, log });
    },
  );
}

/** Starts a service. It stops in reverse order: report not ready, drain calls, close probes, close the database. */
async function startService<D extends ServiceDefinition, C extends ServiceConfig>(
  lifecycle: Lifecycle,
  { name, contract, config, log, app, callers }: ServiceOptions<D, C> & { config: C; log: Logger },
): Promise<void> {
  const tracing = await startTracing(name, config);
  lifecycle.onStop('tracing', tracing.close);
  const metrics = createMetrics(name);
  const mongo = await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DATABASE, log, metrics });
  lifecycle.onStop('mongodb', mongo.close);
  const parts = { connection: mongo.connection, config, metrics, log, lifecycle };
  const { handlers, prepare, sweeps = [], dependencies } = await app(parts);
  await prepare();
  if (isPrepareOnly(process.argv)) return lifecycle.end();

  observeDependencies(metrics, { mongodb: mongo.ready, ...dependencies });
  const readiness = createReadiness();
  const probes = await listenHttp(probeApp(readiness, metrics), config.GRPC_HOST, config.PROBE_PORT);
  lifecycle.onStop('probes', probes.close);
  const authorize = createCallAuthorizer({
    audience: contract.name,
    keys: config.SERVICE_PUBLIC_KEYS,
    clock: systemClock,
    callers: withProcessState(callers),
  });
  const server = createGrpcServer({
    ...contract,
    handlers,
    authorize,
    log,
    metrics,
    ready: mongo.ready,
    maxConcurrentPerCompany: config.MAX_CONCURRENT_PER_COMPANY,
    connections: mongo.maxConnections,
    logSuccessRatio: config.LOG_SUCCESS_RATIO,
    state: () => stateOf(mongo.connection),
  });
  const grpcPort = await server.start(config.GRPC_HOST, config.GRPC_PORT);
  lifecycle.onStop('grpc', () => server.drain(config.SHUTDOWN_TIMEOUT_MS - CLEANUP_MS));
  startSweeps(lifecycle, sweeps, parts);
  lifecycle.onDrain(readiness.drain, config);
  log.info({ address: config.GRPC_HOST, port: grpcPort, database: config.MONGODB_DATABASE }, 'Ready');
}

/** `vitae doctor` runs with the key of the gateway. */
export const withProcessState = (callers: AllowedCallers): AllowedCallers => ({
  ...callers,
  [PROCESS_STATE]: ['gateway'],
});

/** The state that a service reports. Its models are those of the connection. */
export const stateOf = async (connection: Connection): Promise<ProcessState> => ({
  version,
  missingIndexes: await missingIndexes(connection),
});

function startSweeps<C>(
  lifecycle: Lifecycle,
  sweeps: readonly ServiceSweep[],
  { connection, metrics, log }: AppParts<C>,
): void {
  const leases = sweeps.map(({ name, newStep }) => {
    const lease = createLease(connection, name);
    const sweep = createSweep({ lease, steps: () => [newStep(log)], everyMs: SWEEP_INTERVAL_MS, log });
    sweep.start();
    lifecycle.onStop(`${name} sweep`, sweep.close);
    return lease;
  });
  observeSweeps(metrics, leases);
}
