import type { AppJob } from '@bull-board/api/dist/types.js';
import {
  batchJobName,
  batchProgress,
  exportJobName,
  exportProgress,
  jobFormats,
  readExportFailure,
} from '@vitae/proto/export-job';

/**
 * Returns the fields of a job that the board may show. All other fields, such as the CV, the request and the file name,
 * stay on the server.
 */
export function redactedJob(job: AppJob): AppJob {
  const { id, timestamp, processedOn, processedBy, finishedOn, attempts, attemptsStarted, delay, isFailed } = job;
  return {
    id,
    timestamp,
    processedOn,
    processedBy,
    finishedOn,
    attempts,
    ...(attemptsStarted === undefined ? {} : { attemptsStarted }),
    delay,
    isFailed,
    name: [exportJobName, batchJobName].find((name) => name === job.name) ?? 'unknown',
    data: redactedPayload(job.data),
    progress: redactedProgress(job.progress),
    returnValue: redactedResult(job.returnValue),
    failedReason: job.failedReason ? readExportFailure(job.failedReason).reason : '',
    stacktrace: [],
    opts: redactedOptions(job.opts),
  };
}

function redactedPayload(payload: unknown): object {
  const { format, cvIds } = fieldsOf(payload);
  return {
    format: jobFormats.find((known) => known === format) ?? 'unknown',
    ...(Array.isArray(cvIds) && { cvs: cvIds.length }),
  };
}

function redactedProgress(progress: unknown): AppJob['progress'] {
  return (batchProgress.safeParse(progress).data ?? exportProgress.safeParse(progress).data)?.percent ?? 0;
}

function redactedResult(result: unknown): object | null {
  const { format, bytes, reused } = fieldsOf(result);
  if (typeof bytes !== 'number') return null;
  return { format: jobFormats.find((known) => known === format) ?? 'unknown', bytes, reused: reused === true };
}

function redactedOptions(options: unknown): object {
  const { attempts, priority } = fieldsOf(options);
  return {
    ...(typeof attempts === 'number' && { attempts }),
    ...(typeof priority === 'number' && { priority }),
  };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
