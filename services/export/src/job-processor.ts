import { type Logger, withFields } from '@vitae/kit/log';
import {
  type BatchResult,
  batchJobName,
  batchPayload,
  type ExportFailureReason,
  type ExportResult,
  exportJobName,
  exportPayload,
  readExportFailure,
} from '@vitae/proto/export-job';
import { type Job, UnrecoverableError, WaitingChildrenError } from 'bullmq';
import type { z } from 'zod';
import type { ExportBatch } from './batch/export-batch.ts';
import type { CancellableJob, Cancellations } from './cancellations.ts';
import type { ExportCv } from './export-cv.ts';
import { ExportError, exportCancelled, NewJobRequiredError } from './export-error.ts';
import type { WorkerMetrics } from './worker-metrics.ts';

/**
 * Maximum starts of a job: attempts, restarts after a lost worker, and both runs of a batch. A job with more starts probably
 * crashes its workers.
 */
export const MAX_STARTS = 20;

type JobProcessorDeps = {
  exportCv: ExportCv;
  exportBatch: ExportBatch;
  cancellations: Cancellations;
  log: Logger;
  metrics: WorkerMetrics;
};

type JobProcessor = {
  /**
   * Runs a job. Rejects with an error whose message is the failure as JSON, or with WaitingChildrenError when a batch
   * starts to wait for its exports.
   */
  process(job: Job, token?: string, signal?: AbortSignal): Promise<ExportResult>;
  /** Returns the ids of the running jobs that belong to a cancelled job or batch. */
  runningJobsOf(cancelledId: string): string[];
};

const neverAborted = new AbortController().signal;

export function createJobProcessor(deps: JobProcessorDeps): JobProcessor {
  const { exportCv, exportBatch, cancellations, log, metrics } = deps;
  const running = new Map<string, CancellableJob>();

  // BullMQ passes the signal only if `processJob.length` is at least 3, so these parameters must not have default values.
  async function processJob(job: Job, token?: string, signal?: AbortSignal): Promise<ExportResult> {
    const startedAt = performance.now();
    const jobFields = logFieldsOf(job);
    const jobLog = withFields(log, jobFields);
    const recordOutcome = (level: 'info' | 'error', outcome: string, details: object, message: string) => {
      const durationMs = Math.round(performance.now() - startedAt);
      metrics.recordExport(jobFields.format, outcome, durationMs);
      jobLog[level]({ outcome, durationMs, ...details }, message);
    };
    const cancellable = { id: String(job.id), timestamp: job.timestamp, parentId: job.parent?.id };
    running.set(cancellable.id, cancellable);
    metrics.recordConsumed(1);
    metrics.addActiveJobs(1);
    try {
      // A failed read of Redis must not fail the job, so it counts as not cancelled.
      if (await cancellations.isCancelled(cancellable).catch(() => false)) throw exportCancelled();
      const { requestId } = jobFields;
      const context = { token: token ?? '', requestId, log: jobLog, signal: signal ?? neverAborted };
      const result = await runJob(job, context, { exportCv, exportBatch });
      recordOutcome('info', result.reused ? 'reused' : 'created', { bytes: result.bytes }, 'Export done');
      metrics.recordEnd(job, 'filed');
      return result;
    } catch (thrown) {
      // The batch waits for its exports. BullMQ runs it again when they have ended.
      if (thrown instanceof WaitingChildrenError) throw thrown;
      const error = replaceRepeatedTimeout(ExportError.from(thrown), job);
      const details = { reason: error.reason, attempt: job.attemptsMade + 1, err: error };
      recordOutcome('error', error.reason, details, 'Export failed');
      const jobError = toJobError(error);
      if (jobError instanceof UnrecoverableError || isLastAttempt(job)) metrics.recordEnd(job, endOf(error));
      throw jobError;
    } finally {
      running.delete(cancellable.id);
      metrics.addActiveJobs(-1);
    }
  }

  return {
    process: processJob,
    runningJobsOf: (cancelledId) =>
      [...running.values()]
        .filter(({ id, parentId }) => id === cancelledId || parentId === cancelledId)
        .map(({ id }) => id),
  };
}

type JobContext = { token: string; requestId: string; log: Logger; signal: AbortSignal };
type UseCases = Pick<JobProcessorDeps, 'exportCv' | 'exportBatch'>;

async function runJob(
  job: Job,
  { token, requestId, log, signal }: JobContext,
  { exportCv, exportBatch }: UseCases,
): Promise<ExportResult | BatchResult> {
  rejectTooManyStarts(job);
  // A failed progress update must not fail the job.
  const report = (progress: object) => void job.updateProgress(progress).catch(() => undefined);
  switch (job.name) {
    case exportJobName:
      return exportCv(parsePayload(job, exportPayload), {
        requestId,
        log,
        report,
        signal,
        grantJobIds: [job.id, job.parent?.id],
      });
    case batchJobName:
      return exportBatch(job, parsePayload(job, batchPayload), { token, requestId, signal });
    default:
      throw new ExportError('invalid_payload', `The job name must be ${exportJobName} or ${batchJobName}.`);
  }
}

/**
 * Fails a job that was started too often. BullMQ restarts the job of a lost worker, even if the job crashed it. BullMQ's
 * own limits, `maxStalledCount` and `maxStartedAttempts`, would fail the job with a text that is not our JSON.
 */
function rejectTooManyStarts({ attemptsStarted }: Job): void {
  if (attemptsStarted > MAX_STARTS)
    throw new ExportError('worker_lost', `The job was started ${MAX_STARTS} times without finishing.`);
}

function parsePayload<S extends z.ZodType>({ data }: Job, schema: S): z.output<S> {
  const payload = schema.safeParse(data);
  if (payload.success) return payload.data;
  const problems = payload.error.issues
    .slice(0, 10)
    .map(({ path, message }) => `${path.map(String).join('.') || 'payload'}: ${message}`);
  throw new ExportError('invalid_payload', `The payload is invalid. ${problems.join('; ')}`);
}

/** Replaces a second consecutive render timeout with an error that is not retried. */
function replaceRepeatedTimeout(error: ExportError, { failedReason }: Job): ExportError {
  const isRepeated = error.reason === 'render_timeout' && readExportFailure(failedReason).reason === 'render_timeout';
  return isRepeated ? new ExportError('render_too_slow', 'Rendering the document timed out twice.', error) : error;
}

function isLastAttempt({ attemptsMade, opts }: Job): boolean {
  return attemptsMade + 1 >= (opts?.attempts ?? 1);
}

/** Failures that the producer or the owner caused. All others count against the time to file. */
const REJECTIONS: readonly ExportFailureReason[] = [
  'invalid_payload',
  'grant_invalid',
  'unsupported_format',
  'cv_not_found',
  'cancelled',
];

function endOf({ reason }: ExportError): 'rejected' | 'failed' {
  return REJECTIONS.includes(reason) ? 'rejected' : 'failed';
}

/** Returns the error for BullMQ: its message becomes `failedReason`, and an UnrecoverableError prevents a retry. */
function toJobError(error: ExportError): Error {
  const message = JSON.stringify(error.toFailure());
  const mayRetryJob = error.retryable && error.reason !== 'cancelled' && !(error instanceof NewJobRequiredError);
  return mayRetryJob ? new Error(message) : new UnrecoverableError(message);
}

/**
 * Returns the log fields of a job. Invalid payload fields are omitted because they may contain anything. The job id is
 * truncated because other producers can choose ids of any length.
 */
function logFieldsOf(job: Job): { jobId: string; requestId: string; cvId: number | undefined; format: string } {
  const { cvId, format, requestId } = exportPayload.partial().catch({}).parse(job.data);
  const jobId = String(job.id).slice(0, 128);
  return { jobId, requestId: requestId ?? jobId, cvId, format: format ?? 'unknown' };
}
