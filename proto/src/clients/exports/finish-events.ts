import { type ConnectionOptions, QueueEvents } from 'bullmq';
import {
  type ExportFailure,
  type ExportResult,
  exportQueue,
  exportResult,
  queuePrefix,
  readExportFailure,
} from '../../export-job.ts';

/** The outcome of a job. */
export type FinishedExport = { state: 'completed'; result: ExportResult } | { state: 'failed'; failure: ExportFailure };

/** The events that the queue publishes when jobs finish. */
export type FinishEvents = {
  /** Returns the outcome of a job, or undefined if it does not finish within `ms` or before `signal` is aborted. */
  waitFor(jobId: string, ms: number, signal: AbortSignal): Promise<FinishedExport | undefined>;
  close(): Promise<void>;
};

type FinishEventsOptions = {
  connection: ConnectionOptions;
  onError(error: Error): void;
  /** The prefix of the queue. */
  prefix?: string;
};

export async function listenForFinishedExports(options: FinishEventsOptions): Promise<FinishEvents> {
  const { connection, onError, prefix = queuePrefix } = options;
  const waiting = new Map<string, Set<(finished: FinishedExport) => void>>();
  const settle = (jobId: string, finished: FinishedExport) => {
    for (const resolve of waiting.get(jobId) ?? []) resolve(finished);
  };
  const events = new QueueEvents(exportQueue, { connection, prefix });
  events.on('error', onError);
  events.on('completed', ({ jobId, returnvalue }) => settle(jobId, parseCompletion(returnvalue)));
  events.on('failed', ({ jobId, failedReason }) =>
    settle(jobId, { state: 'failed', failure: readExportFailure(failedReason) }),
  );
  await events.waitUntilReady();
  return {
    waitFor: (jobId, ms, signal) =>
      new Promise((resolve) => {
        const waiters = waiting.get(jobId) ?? new Set();
        waiting.set(jobId, waiters);
        const done = (finished?: FinishedExport) => {
          clearTimeout(timer);
          signal.removeEventListener('abort', onAbort);
          waiters.delete(done);
          if (waiters.size === 0 && waiting.get(jobId) === waiters) waiting.delete(jobId);
          resolve(finished);
        };
        const onAbort = () => done();
        const timer = setTimeout(done, ms);
        signal.addEventListener('abort', onAbort);
        waiters.add(done);
        if (signal.aborted) done();
      }),
    close: () => events.close(),
  };
}

/** Parses the return value of a job, which a third-party worker may have written. */
export function parseCompletion(returnValue: unknown): FinishedExport {
  const result = exportResult.safeParse(returnValue);
  if (result.success) return { state: 'completed', result: result.data };
  return {
    state: 'failed',
    failure: {
      reason: 'internal',
      retryable: true,
      message: 'The worker returned an invalid result.',
    },
  };
}
