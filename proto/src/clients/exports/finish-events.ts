import { type ConnectionOptions, QueueEvents } from 'bullmq';
import {
  type ExportFailure,
  type ExportResult,
  exportQueue,
  exportResult,
  readExportFailure,
} from '../../export-job.ts';

/** How a job ended. */
export type Finished = { state: 'completed'; result: ExportResult } | { state: 'failed'; failure: ExportFailure };

/** The ends of jobs, as the queue announces them. */
export type FinishEvents = {
  /** Resolves when the job ends, or with undefined after `ms` or when nobody waits any more. */
  next(jobId: string, ms: number, signal: AbortSignal): Promise<Finished | undefined>;
  close(): Promise<void>;
};

export type FinishEventsOptions = {
  connection: ConnectionOptions;
  onError(error: Error): void;
  /** As that of the queue. */
  prefix?: string;
};

export async function listenForFinishedExports(options: FinishEventsOptions): Promise<FinishEvents> {
  const { connection, onError, prefix = 'bull' } = options;
  const waiting = new Map<string, Set<(finished: Finished) => void>>();
  const settle = (jobId: string, finished: Finished) => {
    for (const resolve of waiting.get(jobId) ?? []) resolve(finished);
  };
  const events = new QueueEvents(exportQueue, { connection, prefix });
  events.on('error', onError);
  events.on('completed', ({ jobId, returnvalue }) => settle(jobId, completed(returnvalue)));
  events.on('failed', ({ jobId, failedReason }) =>
    settle(jobId, { state: 'failed', failure: readExportFailure(failedReason) }),
  );
  await events.waitUntilReady();
  return {
    next: (jobId, ms, signal) =>
      new Promise((resolve) => {
        const waiters = waiting.get(jobId) ?? new Set();
        waiting.set(jobId, waiters);
        const done = (finished?: Finished) => {
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

/** What a job returned, which may have been done by a worker that is not ours. */
export function completed(returnValue: unknown): Finished {
  const result = exportResult.safeParse(returnValue);
  if (result.success) return { state: 'completed', result: result.data };
  return {
    state: 'failed',
    failure: {
      reason: 'internal',
      retryable: true,
      message: 'The export answered in a form that is not the contract’s.',
    },
  };
}
