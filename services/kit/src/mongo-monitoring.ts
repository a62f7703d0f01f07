import { SpanKind } from '@opentelemetry/api';
import type { mongo } from 'mongoose';
import { type DatabaseLabels, databaseDurations, errorTypeOf } from './database-durations.ts';
import type { DurationHistogram, Metrics } from './metrics.ts';
import { failOpenSpan, isSampled, openSpan, sampledTraceId } from './tracing.ts';

/** Measures the commands and connections of a client. */
export type MongoMonitor = (client: mongo.MongoClient) => void;

type Command = {
  started: number;
  traceId: string;
  labels: CommandLabels;
  span: ReturnType<typeof openSpan> | undefined;
};
type CommandLabels = Record<'db_collection_name' | 'db_operation_name', string>;

/**
 * Creates the metrics of a process, by the names of OpenTelemetry. Filters and documents are in neither metrics nor spans.
 * Connections are always counted. Commands are measured only if tracing is on, because the driver's events cost as much
 * as parsing the reply.
 */
export function createMongoMonitor(metrics: Metrics): MongoMonitor {
  const duration = databaseDurations(metrics);
  const watchPool = createPoolMonitor(metrics);
  return (client) => {
    watchPool(client);
    watchCommands(client, duration);
  };
}

function watchCommands(client: mongo.MongoClient, duration: DurationHistogram<keyof DatabaseLabels>): void {
  const running = new Map<number, Command>();
  client.on('commandStarted', ({ requestId, commandName, command, databaseName }) => {
    const labels = { db_collection_name: collectionOf(command, commandName), db_operation_name: commandName };
    const span = isSampled() ? openCommandSpan(databaseName, labels) : undefined;
    running.set(requestId, { started: performance.now(), traceId: sampledTraceId() ?? '', labels, span });
  });
  const end = (requestId: number, failure?: Error) => {
    const command = running.get(requestId);
    if (!command) return;
    running.delete(requestId);
    const labels = { db_system_name: 'mongodb', ...command.labels, error_type: failure ? errorTypeOf(failure) : '' };
    duration.observe(labels, (performance.now() - command.started) / 1_000, command.traceId);
    if (!command.span) return;
    if (failure) failOpenSpan(command.span.span, failure);
    command.span.span.end();
  };
  client.on('commandSucceeded', ({ requestId }) => end(requestId));
  client.on('commandFailed', ({ requestId, failure }) => end(requestId, failure));
}

function openCommandSpan(database: string, labels: CommandLabels) {
  const { db_collection_name: collection, db_operation_name: operation } = labels;
  const attributes = {
    'db.system.name': 'mongodb',
    'db.namespace': database,
    'db.operation.name': operation,
    ...(collection && { 'db.collection.name': collection }),
  };
  return openSpan(collection ? `${operation} ${collection}` : operation, { kind: SpanKind.CLIENT, attributes });
}

/** Commands without a collection, such as `ping`, have the value 1. */
function collectionOf(command: Record<string, unknown>, name: string): string {
  const value = name === 'getMore' ? command.collection : command[name];
  return typeof value === 'string' ? value : '';
}

/** Counts connections by the events of the specification Connection Monitoring and Pooling. */
function createPoolMonitor(metrics: Metrics): MongoMonitor {
  const pool = { open: 0, used: 0, waiting: 0, max: 0 };
  const help = 'Connections to MongoDB, by state: idle or used';
  metrics.gauge('db_client_connection_count', help, ['db_client_connection_state'], (gauge) => {
    gauge.set({ db_client_connection_state: 'used' }, pool.used);
    gauge.set({ db_client_connection_state: 'idle' }, pool.open - pool.used);
  });
  const maxHelp = 'Maximum number of connections to one server of MongoDB';
  metrics.gauge('db_client_connection_max', maxHelp, [], (gauge) => gauge.set(pool.max));
  const waitingHelp = 'Commands that wait for a connection to MongoDB';
  metrics.gauge('db_client_connection_pending_requests', waitingHelp, [], (gauge) => gauge.set(pool.waiting));
  const failures = metrics.counter(
    'db_client_connection_timeouts_total',
    'Commands that did not get a connection to MongoDB in time',
    [],
  );
  return (client) => {
    pool.max = client.options.maxPoolSize;
    client.on('connectionCreated', () => (pool.open += 1));
    client.on('connectionClosed', () => (pool.open -= 1));
    client.on('connectionCheckOutStarted', () => (pool.waiting += 1));
    client.on('connectionCheckedOut', () => {
      pool.waiting -= 1;
      pool.used += 1;
    });
    client.on('connectionCheckOutFailed', ({ reason }) => {
      pool.waiting -= 1;
      if (reason === 'timeout') failures.inc();
    });
    client.on('connectionCheckedIn', () => (pool.used -= 1));
  };
}
