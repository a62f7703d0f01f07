import { type Logger, withFields } from '@vitae/kit/log';
import type { Metrics } from '@vitae/kit/metrics';
import {
  type ExportFailure,
  type ExportResult,
  exportJobName,
  exportJobOptions,
  exportPayload,
  exportQueue,
} from '@vitae/proto/export-job';
import { type ConnectionOptions, type Job, UnrecoverableError, Worker } from 'bullmq';
import type { ExportCv } from './export-cv.ts';
import { ExportError } from './failures.ts';

export type ExportWorkerOptions = {
  connection: ConnectionOptions;
  exportCv: ExportCv;
  concurrency: number;
  log: Logger;
  metrics: Metrics;
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

/** A job that was begun so often was never ended by any worker that had it: it is what ends them. */
const MOST_STARTS = 20;

export function createExportWorker({
  connection,
  exportCv,
  concurrency,
  log,
  metrics,
  prefix,
  lockMs = 5_000,
}: ExportWorkerOptions): ExportWorker {
  const seconds = metrics.histogram('export_seconds', 'Time to make one export, by format and outcome', [
    'format',
    'outcome',
  ]);

  async function process(job: Job): Promise<ExportResult> {
    const started = performance.now();
    const fields = fieldsOf(job);
    const jobLog = withFields(log, fields);
    const done = (outcome: string) => {
      const durationMs = Math.round(performance.now() - started);
      seconds.observe({ format: fields.format, outcome }, durationMs / 1000);
      return { outcome, durationMs };
    };
    try {
      const result = await run(job, fields.requestId, exportCv);
      jobLog.info({ ...done(result.reused ? 'reused' : 'made'), bytes: result.bytes }, 'Export done');
      return result;
    } catch (thrown) {
      const error = ExportError.from(thrown);
      jobLog.error(
        { ...done(error.reason), reason: error.reason, attempt: job.attemptsMade + 1, err: error },
        'Export failed',
      );
      throw asJobError(error.toFailure());
    }
  }

  const worker = new Worker(exportQueue, process, {
    connection,
    concurrency,
    autorun: false,
    ...(prefix === undefined ? {} : { prefix }),
    lockDuration: lockMs,
    stalledInterval: Math.ceil(lockMs / 2),
    maxStalledCount: MOST_STARTS,
    runRetryDelay: 500,
    removeOnComplete: exportJobOptions.removeOnComplete,
    removeOnFail: exportJobOptions.removeOnFail,
  });
  worker.on('error', (err) => log.error({ err, dependency: 'redis', queue: exportQueue }, 'Queue connection failed'));

  return {
    start: () => {
      worker.run().catch((err: unknown) => log.error({ err, queue: exportQueue }, 'The worker stopped taking jobs'));
    },
    close: async (withinMs) => {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, withinMs);
      await Promise.race([worker.close(), late]);
      clearTimeout(timer);
    },
  };
}

async function run(job: Job, requestId: string, exportCv: ExportCv): Promise<ExportResult> {
  if (job.attemptsStarted > MOST_STARTS)
    throw new ExportError('worker_lost', 'Every worker that began this export was lost.');
  const payload = exportPayload.safeParse(job.data);
  if (job.name !== exportJobName) throw new ExportError('invalid_payload', `The job's name must be ${exportJobName}.`);
  if (!payload.success) throw new ExportError('invalid_payload', describeProblems(payload.error.issues));
  // Progress is for those who watch; an export does not fail for want of it.
  return exportCv(payload.data, requestId, (progress) => void job.updateProgress(progress).catch(() => undefined));
}

/** BullMQ keeps the message as failedReason; only an UnrecoverableError is not tried again. */
function asJobError(failure: ExportFailure): Error {
  const message = JSON.stringify(failure);
  return failure.retryable ? new Error(message) : new UnrecoverableError(message);
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
