import { type Logger, withFields } from '@vitae/kit/log';
import { isTracing } from '@vitae/kit/tracing';
import {
  type BatchResult,
  batchJobName,
  batchPayload,
  type ExportResult,
  exportJobName,
  exportJobOptions,
  exportPayload,
  exportQueue,
  readExportFailure,
} from '@vitae/proto/export-job';
import { type ConnectionOptions, type Job, Queue, UnrecoverableError, WaitingChildrenError, Worker } from 'bullmq';
import { BullMQOtel } from 'bullmq-otel';
import type { z } from 'zod';
import { type BatchDeps, createExportBatch, type ExportBatch, reportToBatch } from './batch/export-batch.ts';
import type { CancellableJob, Cancellations } from './cancellations.ts';
import type { ExportCv } from './export-cv.ts';
import { ExportError, NewJobRequiredError } from './export-error.ts';
import type { WorkerMetrics } from './worker-metrics.ts';

export type ExportWorkerOptions = {
  connection: ConnectionOptions;
  exportCv: ExportCv;
  /** Where batches find and put files. */
  store: BatchDeps['store'];
  cancellations: Cancellations;
  concurrency: number;
  log: Logger;
  metrics: WorkerMetrics;
  /** BullMQ's key prefix; tests have their own. */
  prefix?: string;
  /** How fast a killed worker's jobs are taken over. */
  lockMs?: number;
};

export type ExportWorker = {
  /** Takes jobs until it is closed. */
  start(): void;
  /** Takes no more jobs and ends those that run; what takes longer is left to another worker. */
  close(withinMs: number): Promise<void>;
};

const CANCELLED = 'The export was cancelled.';
const never = new AbortController().signal;

/** A job that was begun so often was never ended by any worker that had it: it is what ends them. */
const MOST_STARTS = 20;

export function createExportWorker({
  connection,
  exportCv,
  store,
  cancellations,
  concurrency,
  log,
  metrics,
  prefix,
  lockMs = 5_000,
}: ExportWorkerOptions): ExportWorker {
  const options = { connection, ...(prefix === undefined ? {} : { prefix }) };
  const queue = new Queue(exportQueue, options);
  metrics.watch(queue);
  const exportBatch = createExportBatch({ queue, store });
  const running = new Map<string, CancellableJob>();

  // BullMQ gives the signal to a function of three parameters alone: none may have a default.
  async function process(job: Job, token?: string, signal?: AbortSignal): Promise<ExportResult> {
    const started = performance.now();
    const fields = fieldsOf(job);
    const jobLog = withFields(log, fields);
    const done = (outcome: string) => {
      const durationMs = Math.round(performance.now() - started);
      metrics.ended(fields.format, outcome, durationMs);
      return { outcome, durationMs };
    };
    const cancellable = { id: fields.jobId, timestamp: job.timestamp, parentId: job.parent?.id };
    running.set(fields.jobId, cancellable);
    metrics.running(running.size);
    try {
      // A cancellation that cannot be read does not keep anybody from a file.
      if (await cancellations.isCancelled(cancellable).catch(() => false))
        throw new ExportError('cancelled', CANCELLED);
      const result = await run(
        job,
        { token: token ?? '', requestId: fields.requestId, signal: signal ?? never },
        { exportCv, exportBatch },
      );
      jobLog.info({ ...done(result.reused ? 'reused' : 'made'), bytes: result.bytes }, 'Export done');
      return result;
    } catch (thrown) {
      if (thrown instanceof WaitingChildrenError) throw thrown;
      const error = finalOf(ExportError.from(thrown), job);
      jobLog.error(
        { ...done(error.reason), reason: error.reason, attempt: job.attemptsMade + 1, err: error },
        'Export failed',
      );
      throw asJobError(error);
    } finally {
      running.delete(fields.jobId);
      metrics.running(running.size);
    }
  }

  const worker = new Worker(exportQueue, process, {
    ...options,
    concurrency,
    autorun: false,
    ...(isTracing() ? { telemetry: new BullMQOtel({ tracerName: 'vitae' }) } : {}),
    lockDuration: lockMs,
    stalledInterval: Math.ceil(lockMs / 2),
    maxStalledCount: MOST_STARTS,
    runRetryDelay: 500,
    removeOnComplete: exportJobOptions.removeOnComplete,
    removeOnFail: exportJobOptions.removeOnFail,
  });
  const onError = (err: Error) =>
    log.error({ err, dependency: 'redis', queue: exportQueue }, 'Queue connection failed');
  worker.on('error', onError);
  queue.on('error', onError);
  cancellations.onCancelled((cancelledId) => {
    for (const { id, parentId } of running.values())
      if (id === cancelledId || parentId === cancelledId) worker.cancelJob(id);
  });
  // How far a batch is, is for those who watch.
  const report = (item: Job | undefined) => item && void reportToBatch(queue, item).catch(() => undefined);
  worker.on('completed', report);
  worker.on('failed', report);

  return {
    start: () => {
      worker.run().catch((err: unknown) => log.error({ err, queue: exportQueue }, 'The worker stopped taking jobs'));
    },
    close: async (withinMs) => {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, withinMs);
      await Promise.race([worker.close(), late]);
      clearTimeout(timer);
      await queue.close();
    },
  };
}

type Run = { token: string; requestId: string; signal: AbortSignal };
type Work = { exportCv: ExportCv; exportBatch: ExportBatch };

async function run(job: Job, { token, requestId, signal }: Run, work: Work): Promise<ExportResult | BatchResult> {
  if (job.attemptsStarted > MOST_STARTS)
    throw new ExportError('worker_lost', 'Every worker that began this export was lost.');
  // Progress is for those who watch; an export does not fail for want of it.
  const report = (progress: object) => void job.updateProgress(progress).catch(() => undefined);
  switch (job.name) {
    case exportJobName:
      return work.exportCv(payloadOf(job, exportPayload), { requestId, report, signal });
    case batchJobName:
      return work.exportBatch(job, payloadOf(job, batchPayload), { token, requestId, signal });
    default:
      throw new ExportError('invalid_payload', `The job's name must be ${exportJobName} or ${batchJobName}.`);
  }
}

function payloadOf<S extends z.ZodType>({ data }: Job, schema: S): z.output<S> {
  const payload = schema.safeParse(data);
  if (payload.success) return payload.data;
  throw new ExportError('invalid_payload', describeProblems(payload.error.issues));
}

/** A document that is not done in its time twice in a row is not begun again. */
function finalOf(error: ExportError, { failedReason }: Job): ExportError {
  const again = error.reason === 'render_timeout' && readExportFailure(failedReason).reason === 'render_timeout';
  return again ? new ExportError('render_too_slow', 'The document took too long twice.', error) : error;
}

/** BullMQ keeps the message as failedReason; only an UnrecoverableError is not tried again. */
function asJobError(error: ExportError): Error {
  const message = JSON.stringify(error.toFailure());
  const isTriedAgain = error.retryable && error.reason !== 'cancelled' && !(error instanceof NewJobRequiredError);
  return isTriedAgain ? new Error(message) : new UnrecoverableError(message);
}

function describeProblems(issues: readonly { path: PropertyKey[]; message: string }[]): string {
  const problems = issues
    .slice(0, 10)
    .map(({ path, message }) => `${path.map(String).join('.') || 'payload'}: ${message}`);
  return `The payload is wrong. ${problems.join('; ')}`;
}

// A payload that is wrong may hold anything: only what has the right form goes into the log.
function fieldsOf(job: Job): { jobId: string; requestId: string; cvId: number | undefined; format: string } {
  const { cvId, format, requestId } = exportPayload.partial().catch({}).parse(job.data);
  const jobId = String(job.id).slice(0, 128);
  return { jobId, requestId: requestId ?? jobId, cvId, format: format ?? 'unknown' };
}
