import type { Logger } from '@vitae/kit/log';
import { queueTracing } from '@vitae/proto/clients/exports/queue-tracing';
import { exportJobOptions, exportQueue } from '@vitae/proto/export-job';
import { type ConnectionOptions, type Job, Queue, Worker, type WorkerOptions } from 'bullmq';
import { withTimeout } from './abort-and-timeout.ts';
import { type BatchDeps, exportBatch, updateBatchProgress } from './batch/export-batch.ts';
import type { Cancellations } from './cancellations.ts';
import type { ExportCv } from './export-cv.ts';
import { createJobProcessor, MAX_STARTS } from './job-processor.ts';
import type { WorkerMetrics } from './worker-metrics.ts';

export type ExportWorkerOptions = {
  connection: ConnectionOptions;
  exportCv: ExportCv;
  /** Verifies the grants of batches. `exportCv` already contains its own check. */
  checkGrant: BatchDeps['checkGrant'];
  /** Contains the files of a batch, and stores its archive. */
  store: BatchDeps['store'];
  cancellations: Cancellations;
  /** Maximum number of concurrent jobs. */
  concurrency: number;
  log: Logger;
  metrics: WorkerMetrics;
  /** BullMQ's key prefix. */
  prefix?: string;
  /** Lifetime of the lock of a running job. The worker renews its locks; after a crash, they expire after this time. */
  lockMs?: number;
};

type ExportWorker = {
  /** Starts processing jobs from the queue. */
  start(): void;
  /**
   * Stops taking jobs and waits for running ones. If jobs are still running after the timeout, other workers take them
   * over after this process has exited and their locks have expired.
   */
  close(timeoutMs: number): Promise<void>;
};

/** Creates a worker that processes jobs of the `exports` queue (docs/export-queue.md). */
export function createExportWorker(options: ExportWorkerOptions): ExportWorker {
  const { connection, prefix, exportCv, checkGrant, store, cancellations, log, metrics } = options;
  const queueOptions = { connection, ...(prefix === undefined ? {} : { prefix }) };
  // Traced, so that the exports of a batch belong to the trace of its request.
  const queue = new Queue(exportQueue, { ...queueOptions, ...queueTracing(exportQueue) });
  metrics.observeQueue(queue);

  const processor = createJobProcessor({
    exportCv,
    exportBatch: exportBatch({ queue, checkGrant, store, recordSent: metrics.recordSent }),
    cancellations,
    log,
    metrics,
  });
  const worker = new Worker(exportQueue, processor.process, { ...queueOptions, ...bullmqOptions(options) });
  cancellations.onCancelled((cancelledId) => {
    for (const jobId of processor.runningJobsOf(cancelledId)) worker.cancelJob(jobId);
  });

  const logError = (err: Error) =>
    log.error({ err, dependency: 'redis', queue: exportQueue }, 'Queue connection failed');
  worker.on('error', logError);
  queue.on('error', logError);

  const reportBatchProgress = (job: Job | undefined) => {
    if (!job) return; // a stalled job that BullMQ failed and removed
    // A failed update is ignored: the next export that ends writes the totals again.
    updateBatchProgress(queue, job).catch(() => undefined);
  };
  worker.on('completed', reportBatchProgress);
  worker.on('failed', reportBatchProgress);

  return {
    start: () => {
      worker.run().catch((err: unknown) => log.error({ err, queue: exportQueue }, 'The worker stopped taking jobs'));
    },
    close: async (timeoutMs) => {
      const closing = withTimeout(
        worker.close(),
        timeoutMs,
        (ms) => new Error(`Jobs are still running after ${ms} ms`),
      );
      await closing.catch((err) => log.warn({ err, queue: exportQueue }, 'Closed before all jobs finished'));
      await queue.close();
    },
  };
}

function bullmqOptions({ concurrency, lockMs = 5_000 }: ExportWorkerOptions): Omit<WorkerOptions, 'connection'> {
  return {
    concurrency,
    autorun: false,
    ...queueTracing(exportQueue),
    lockDuration: lockMs,
    // How often workers look for jobs whose lock has expired. Any worker can then restart them.
    stalledInterval: Math.ceil(lockMs / 2),
    // At least MAX_STARTS: BullMQ would otherwise fail a stalled job with a plain text before the job processor fails it
    // as `worker_lost`.
    maxStalledCount: MAX_STARTS,
    // By default, BullMQ waits 15 s before it retries a failed Redis command. A failover of Redis takes less time.
    runRetryDelay: 500,
    // For jobs whose producer does not set these options.
    removeOnComplete: exportJobOptions.removeOnComplete,
    removeOnFail: exportJobOptions.removeOnFail,
  };
}
