import type { Metrics } from '@vitae/kit/metrics';
import type { Queue } from 'bullmq';

const STATES = ['waiting', 'prioritized', 'active', 'delayed', 'failed'] as const;

export type WorkerMetrics = {
  /** One export that ended: its outcome is `made`, `reused` or the reason of its failure. */
  ended(format: string, outcome: string, milliseconds: number): void;
  /** Counts what it starts: a browser or a LibreOffice. */
  counted<T>(renderer: 'browser' | 'office', launch: () => Promise<T>): () => Promise<T>;
  running(count: number): void;
  /** Every worker tells the same depth of the queue. */
  watch(queue: Pick<Queue, 'getJobCounts'>): void;
};

export function createWorkerMetrics(metrics: Metrics): WorkerMetrics {
  const seconds = metrics.histogram('vitae_export_duration_seconds', 'Time to make one export, by format and outcome', [
    'format',
    'outcome',
  ]);
  const starts = metrics.counter(
    'vitae_export_renderer_starts_total',
    'Browsers that print and LibreOffices that were started',
    ['renderer'],
  );
  const active = metrics.gauge('vitae_export_running', 'Exports that this worker is making', []);
  return {
    ended: (format, outcome, milliseconds) => seconds.observe({ format, outcome }, milliseconds / 1_000),
    counted: (renderer, launch) => () => {
      starts.inc({ renderer });
      return launch();
    },
    running: (count) => active.set(count),
    watch: (queue) => {
      metrics.gauge('vitae_export_queue_jobs', 'Jobs of the export queue, by state', ['state'], async (gauge) => {
        const counts = await queue.getJobCounts(...STATES);
        for (const state of STATES) gauge.set({ state }, counts[state] ?? 0);
      });
    },
  };
}
