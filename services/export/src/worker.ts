import type { Logger } from '@vitae/kit/log';
import { isTracing } from '@vitae/kit/tracing';
import { exportJobOptions, exportQueue } from '@vitae/proto/export-job';
import { type ConnectionOptions, type Job, Queue, Worker, type WorkerOptions } from 'bullmq';
import { BullMQOtel } from 'bullmq-otel';
import { type BatchDeps, exportBatch, reportBatchProgress } from './batch/export-batch.ts';
import type { Cancellations } from './cancellations.ts';
import type { ExportCv } from './export-cv.ts';
import { createJobProcessor, MAX_STARTS } from './job-processor.ts';
import { withTimeout } from './stop-waiting.ts';
import type { WorkerMetrics } from './worker-metrics.ts';

export type ExportWorkerOptions = {
  connection: ConnectionOptions;
  exportCv: ExportCv;
  /** Holds the files of a batch and its archive. */
  store: BatchDeps['store'];
  cancellations: Cancellations;
  /** Maximum number of jobs that run at the same time. */
  concurrency: number;
  log: Logger;
  metrics: WorkerMetrics;
  /** BullMQ's key prefix. */
  prefix?: string;
  /** Time without a lock renewal after which another worker takes over the job. */
  lockMs?: number;
};

export type ExportWorker = {
  /** Starts to process jobs from the queue. */
  start(): void;
  /** Stops taking jobs and waits for running ones. Other workers take over the jobs that exceed the timeout. */
  close(timeoutMs: number): Promise<void>;
};

/** Creates a worker that processes jobs of the `exports` queue (docs/export-queue.md). */
export function createExportWorker(options: ExportWorkerOptions): ExportWorker {
  const { connection, prefix, exportCv, store, cancellations, log, metrics } = options;
  const queueOptions = { connection, ...(prefix === undefined ? {} : { prefix }) };
  const queue = new Queue(exportQueue, queueOptions);
  metrics.observeQueue(queue);

  const jobs = createJobProcessor({
    exportCv,
    exportBatch: exportBatch({ queue, store }),
    cancellations,
    log,
    metrics,
  });
  const worker = new Worker(exportQueue, jobs.process, { ...queueOptions, ...workerOptions(options) });
  cancellations.onCancelled((cancelledId) => {
    for (const jobId of jobs.runningJobsOf(cancelledId)) worker.cancelJob(jobId);
  });

  const logError = (err: Error) =>
    log.error({ err, dependency: 'redis', queue: exportQueue }, 'Queue connection failed');
  worker.on('error', logError);
  queue.on('error', logError);

  // Progress is informational, so a failed update does not fail the job.
  const reportProgress = (job: Job | undefined) => job && void reportBatchProgress(queue, job).catch(() => undefined);
  worker.on('completed', reportProgress);
  worker.on('failed', reportProgress);

  return {
    start: () => {
      worker.run().catch((err: unknown) => log.error({ err, queue: exportQueue }, 'The worker stopped taking jobs'));
    },
    close: async (timeoutMs) => {
      await withTimeout(worker.close(), timeoutMs, (ms) => new Error(`Jobs still run after ${ms} ms`)).catch((err) =>
        log.warn({ err, queue: exportQueue }, 'Closed before all jobs finished'),
      );
      await queue.close();
    },
  };
}

function workerOptions({ concurrency, lockMs = 5_000 }: ExportWorkerOptions): Omit<WorkerOptions, 'connection'> {
  return {
    concurrency,
    autorun: false,
    ...(isTracing() ? { telemetry: new BullMQOtel({ tracerName: 'vitae' }) } : {}),
    lockDuration: lockMs,
    stalledInterval: Math.ceil(lockMs / 2),
    maxStalledCount: MAX_STARTS,
    runRetryDelay: 500,
    removeOnComplete: exportJobOptions.removeOnComplete,
    removeOnFail: exportJobOptions.removeOnFail,
  };
}
