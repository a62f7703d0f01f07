import type { Metrics } from '@vitae/kit/metrics';
import { createObjectives } from '@vitae/kit/objectives';
import { type CountJobs, createConsumedCounter, createSentCounter } from '@vitae/proto/clients/exports/queue-metrics';
import { exportQueue } from '@vitae/proto/export-job';
import type { Job, Queue } from 'bullmq';
import type { ArtifactStore, Backlog } from './artifacts/artifact-store.ts';
import { oldestJobs, PRIORITY_NAMES, priorityName } from './queue-age.ts';

const STATES = ['waiting', 'prioritized', 'active', 'delayed', 'failed'] as const;

type ObservedQueue = Pick<Queue, 'getJobCounts' | 'getCountsPerPriority' | 'getJobs'>;

/** From a second to two hours, because a batch of 500 CVs may take that long. */
const FILING_SECONDS = [1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200];

/** The objective of exports that are not part of a batch (docs/runbooks.md). */
const MAX_FILING_SECONDS = 60;

export type JobOutcome = 'filed' | 'failed' | 'rejected';

export type WorkerMetrics = {
  /** Counts the exports of batches that were added to the queue. */
  recordSent: CountJobs;
  /** Counts the jobs that were taken from the queue. */
  recordConsumed: CountJobs;
  /** Records the time to render a document, without reading and storing it. */
  recordRender(format: string, durationMs: number): void;
  /** Records a word processor file with the spacing of its template, because the browser did not measure its pages. */
  recordUnfitted(format: string, reason: string): void;
  /** Records a finished export. The outcome is `created`, `reused` or the failure reason. */
  recordExport(format: string, outcome: string, durationMs: number): void;
  /** Records when a job ended that is not retried: `filed`, `failed`, or `rejected` because of its payload or CV. */
  recordEnd(job: Pick<Job, 'priority' | 'timestamp'>, outcome: JobOutcome): void;
  /** Wraps `launch` so that each renderer start is counted. */
  countStarts<T>(renderer: 'browser' | 'office', launch: () => Promise<T>): () => Promise<T>;
  addActiveJobs(change: 1 | -1): void;
  /** Adds the job counts of a queue to those reported. Every worker reports the same numbers. */
  observeQueue(queue: ObservedQueue): void;
  /** Reports the files that are overdue for deletion. Every worker reports the same numbers. */
  observeFiles(store: Pick<ArtifactStore, 'backlog'>): void;
};

/** Counting more would take longer, and the alert needs the age only. */
const MAX_COUNTED_FILES = 10_000;

export function createWorkerMetrics(metrics: Metrics): WorkerMetrics {
  const duration = metrics.histogram(
    'vitae_export_duration_seconds',
    'Duration of exports in seconds, by format and outcome',
    ['format', 'outcome'],
  );
  const render = metrics.histogram('vitae_export_render_seconds', 'Duration of rendering in seconds, by format', [
    'format',
  ]);
  const unfitted = metrics.counter(
    'vitae_export_unfitted_total',
    'Number of word processor files whose pages the browser did not measure, by format and reason',
    ['format', 'reason'],
  );
  const processed = metrics.histogram(
    'messaging_process_duration_seconds',
    'Duration of processing jobs in seconds, by queue and failure reason',
    ['messaging_destination_name', 'error_type'],
  );
  const starts = metrics.counter(
    'vitae_export_renderer_starts_total',
    'Number of renderer processes started: browsers for PDF and LibreOffice',
    ['renderer'],
  );
  const timeToFile = metrics.histogram(
    'vitae_export_time_to_file_seconds',
    'Seconds from the creation of a job to its end, by priority and outcome',
    ['priority', 'outcome'],
    FILING_SECONDS,
  );
  const objectives = createObjectives(metrics, ['export-time']);
  const queues: ObservedQueue[] = [];
  const active = metrics.gauge('vitae_export_active_jobs', 'Number of jobs that this worker is processing', []);
  return {
    recordSent: createSentCounter(metrics),
    recordConsumed: createConsumedCounter(metrics),
    recordRender: (format, durationMs) => render.observe({ format }, durationMs / 1_000),
    recordUnfitted: (format, reason) => unfitted.inc({ format, reason }),
    recordExport: (format, outcome, durationMs) => {
      duration.observe({ format, outcome }, durationMs / 1_000);
      const isDone = outcome === 'created' || outcome === 'reused';
      const labels = { messaging_destination_name: exportQueue, error_type: isDone ? '' : outcome };
      processed.observe(labels, durationMs / 1_000);
    },
    recordEnd: (job, outcome) => {
      const priority = priorityName(job.priority);
      const seconds = Math.max(0, Date.now() - job.timestamp) / 1_000;
      timeToFile.observe({ priority, outcome }, seconds);
      if (priority !== 'batch' && outcome !== 'rejected')
        objectives['export-time'](outcome === 'filed' && seconds <= MAX_FILING_SECONDS);
    },
    countStarts: (renderer, launch) => () => {
      starts.inc({ renderer });
      return launch();
    },
    addActiveJobs: (change) => active.inc(change),
    observeQueue: (queue) => {
      // One gauge reports the sum of all queues.
      if (queues.push(queue) > 1) return;
      metrics.gauge('vitae_export_queue_jobs', 'Number of jobs in the queue, by state', ['state'], async (gauge) => {
        const counts = await Promise.all(queues.map((one) => one.getJobCounts(...STATES)));
        for (const state of STATES)
          gauge.set(
            { state },
            counts.reduce((sum, count) => sum + (count[state] ?? 0), 0),
          );
      });
      const help = 'Age of the oldest waiting job in seconds, by priority';
      metrics.gauge('vitae_export_oldest_job_seconds', help, ['priority'], async (gauge) => {
        // vitae_dependency_running reports the failure.
        const ages = await Promise.all(queues.map((one) => oldestJobs(one, Date.now()))).catch(() => []);
        for (const priority of ages.length > 0 ? PRIORITY_NAMES : [])
          gauge.set({ priority }, Math.max(0, ...ages.map((one) => one.get(priority) ?? 0)));
      });
    },
    observeFiles: (store) => {
      const observe = (name: string, help: string, max: number, value: (backlog: Backlog) => number) =>
        metrics.gauge(name, help, [], async (gauge) => {
          // vitae_dependency_running reports the failure.
          const backlog = await store.backlog(max).catch(() => undefined);
          if (backlog) gauge.set(value(backlog));
        });
      const help = `Number of expired files that are not deleted yet, at most ${MAX_COUNTED_FILES}`;
      observe('vitae_export_expired_files', help, MAX_COUNTED_FILES, ({ count }) => count);
      const ageHelp = 'Seconds for which the oldest of these files is overdue';
      observe('vitae_export_expired_seconds', ageHelp, 1, ({ oldestSeconds }) => oldestSeconds);
    },
  };
}
