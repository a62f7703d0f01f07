import type { Metrics } from '@vitae/kit/metrics';
import { exportQueue } from '../../export-job.ts';

/** Adds to a number of jobs. */
export type CountJobs = (jobs: number) => void;

const DESTINATION = { messaging_destination_name: exportQueue };
const LABELS = ['messaging_destination_name'] as const;

// By the names of OpenTelemetry. The counters begin at 0, so that rates include the first job.

/** Counts the jobs that a process adds to the queue. */
export function createSentCounter(metrics: Metrics): CountJobs {
  const counter = metrics.counter('messaging_client_sent_messages_total', 'Jobs that were added to the queue', LABELS);
  counter.inc(DESTINATION, 0);
  return (jobs) => counter.inc(DESTINATION, jobs);
}

/** Counts the jobs that a worker takes from the queue, including repeated ones. */
export function createConsumedCounter(metrics: Metrics): CountJobs {
  const counter = metrics.counter(
    'messaging_client_consumed_messages_total',
    'Jobs that were taken from the queue',
    LABELS,
  );
  counter.inc(DESTINATION, 0);
  return (jobs) => counter.inc(DESTINATION, jobs);
}
