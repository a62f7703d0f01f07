import type { DurationHistogram, Metrics } from './metrics.ts';

export type DatabaseLabels = Record<
  'db_system_name' | 'db_collection_name' | 'db_operation_name' | 'error_type',
  string
>;

const opened = new WeakMap<Metrics, DurationHistogram<keyof DatabaseLabels>>();

/** Returns the metric of all databases of a process, by the names of OpenTelemetry. */
export function databaseDurations(metrics: Metrics): DurationHistogram<keyof DatabaseLabels> {
  const durations =
    opened.get(metrics) ??
    metrics.histogram(
      'db_client_operation_duration_seconds',
      'Duration of MongoDB and Redis commands, by command and kind of error',
      ['db_system_name', 'db_collection_name', 'db_operation_name', 'error_type'],
    );
  opened.set(metrics, durations);
  return durations;
}

/** Returns the kind of an error, which is bounded, unlike its message. */
export function errorTypeOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}
