import { isTracing } from '@vitae/kit/tracing';
import { type Job, Queue } from 'bullmq';
import { BullMQOtel } from 'bullmq-otel';
import type { Redis } from 'ioredis';
import {
  type BatchItems,
  type BatchPayload,
  batchJobName,
  batchPayload,
  batchProgress,
  cancelled,
  type ExportFailure,
  type ExportPayload,
  type ExportPriority,
  type ExportResult,
  exportJobName,
  exportJobOptions,
  exportPriority,
  exportProgress,
  exportQueue,
  readExportFailure,
} from '../../export-job.ts';
import { completed, type FinishEvents, type Finished } from './finish-events.ts';

export type ExportState = { state: 'waiting' } | { state: 'active' } | Finished;

/** `isNew` of what ended while it was waited for: its file is there. */
export type RunState = ExportState & { isNew?: boolean };

export type ExportRequest = ExportPayload & { address: string };

/** How far an export is. */
export type Progress = {
  percent: number;
  /** How many jobs are served before it, while it waits for its turn. */
  ahead: number | null;
  /** Of a batch, how its CVs fared until now. */
  items: BatchItems | null;
};

export type ExportWait = {
  /** At most so long; 0 is not at all. */
  waitMs: number;
  signal: AbortSignal;
  priority: ExportPriority;
};

/** The `exports` queue. A job's id is the address of what it makes, so equal requests render once. */
export type ExportQueue = {
  /** Adds the job unless it is there, and waits for its end. One that waits already is served as the most urgent asks. */
  run(request: ExportRequest, wait: ExportWait): Promise<RunState>;
  /** Adds a batch unless it is there; one that failed for a reason that may have passed is made anew. */
  runBatch(request: BatchPayload): Promise<void>;
  /** What a batch was told to make. */
  batch(address: string): Promise<BatchPayload | undefined>;
  state(address: string): Promise<ExportState | undefined>;
  progress(address: string): Promise<Progress>;
  /** Ends a job that has not ended: what waits is removed, what runs is told to. */
  cancel(address: string): Promise<void>;
  /** Removes the job that made a file which is gone, so that it can be run again. */
  discard(address: string, made: ExportResult): Promise<void>;
  /** Removes every job that ended before a moment, and the announcements of their ends. */
  forgetEnded(before: number): Promise<void>;
  close(): Promise<void>;
};

// The parts of a batch are made while it waits for them.
const ACTIVE: readonly string[] = ['active', 'waiting-children'];

// Should an event be lost with a connection, the job itself is asked.
const ASK_EVERY_MS = 1_000;

export type ExportQueueOptions = {
  redis: Redis;
  events: FinishEvents;
  onError(error: Error): void;
  /** Of the queue's keys in Redis; BullMQ's own unless a test wants its queue for itself. */
  prefix?: string;
};

export function createExportQueue({ redis, events, onError, prefix = 'bull' }: ExportQueueOptions): ExportQueue {
  const queue = new Queue<ExportPayload | BatchPayload>(exportQueue, {
    connection: redis,
    prefix,
    ...(isTracing() ? { telemetry: new BullMQOtel({ tracerName: 'vitae' }) } : {}),
  });
  queue.on('error', onError);

  // The state first: a job that was read before it ended has no result.
  const state = async (address: string): Promise<ExportState | undefined> => {
    const word = await queue.getJobState(address);
    if (word === 'unknown') return undefined;
    if (word !== 'completed' && word !== 'failed') return { state: ACTIVE.includes(word) ? 'active' : 'waiting' };
    const job = await queue.getJob(address);
    if (!job) return undefined;
    return word === 'completed'
      ? completed(job.returnvalue)
      : { state: 'failed', failure: readExportFailure(job.failedReason) };
  };
  /** Only the job that is meant: another gateway may have put a new one in its place. */
  const removeJob = async (address: string, isMeant: (job: Job) => boolean) => {
    const job = await queue.getJob(address);
    if (job && isMeant(job)) await job.remove().catch(() => undefined); // it runs already: another gateway was quicker
  };
  const hurry = async (address: string, priority: number): Promise<void> => {
    const job = await queue.getJob(address);
    if (job && job.priority > priority) await job.changePriority({ priority }).catch(() => undefined); // it ended meanwhile
  };
  const add = async (request: ExportRequest, priority: number): Promise<ExportState> => {
    const before = await state(request.address);
    if (before?.state === 'waiting') await hurry(request.address, priority);
    if (before && !isSpent(before)) return before;
    if (before) await removeJob(request.address, hasFailed);
    await queue.add(exportJobName, request, { ...exportJobOptions, jobId: request.address, priority });
    return { state: 'waiting' };
  };
  /** One that is gone was cancelled, or another gateway removed it to make it anew. */
  const addAgain = async (request: ExportRequest, priority: number): Promise<ExportState> => {
    const isCancelled = (await redis.exists(cancelled.key(prefix, request.address))) > 0;
    return isCancelled ? { state: 'failed', failure: CANCELLED } : add(request, priority);
  };
  /** How many jobs that wait come before this one; null when it is not its turn that it waits for. */
  const ahead = async (address: string): Promise<number | null> => {
    const rank = await redis.zrank(queue.toKey('prioritized'), address);
    return rank === null ? null : rank + (await redis.llen(queue.toKey('wait')));
  };
  return {
    run: async (request, { waitMs, signal, priority }) => {
      const deadline = performance.now() + waitMs;
      let next = events.next(request.address, Math.min(waitMs, ASK_EVERY_MS), signal);
      let current = await add(request, exportPriority[priority]);
      while (!isFinished(current)) {
        const finished = await next;
        if (finished) return { ...finished, isNew: true };
        const left = deadline - performance.now();
        if (left <= 0 || signal.aborted) break;
        next = events.next(request.address, Math.min(left, ASK_EVERY_MS), signal);
        current = (await state(request.address)) ?? (await addAgain(request, exportPriority[priority]));
      }
      return current;
    },
    runBatch: async (request) => {
      const before = await state(request.address);
      if (before && !isSpent(before)) return;
      if (before) {
        await removeJob(request.address, hasFailed);
        await redis.del(cancelled.key(prefix, request.address)); // or its parts would be taken for cancelled, too
      }
      await queue.add(batchJobName, request, {
        ...exportJobOptions,
        jobId: request.address,
        priority: exportPriority.background,
      });
    },
    batch: async (address) => batchPayload.safeParse((await queue.getJob(address))?.data).data,
    state,
    progress: async (address) => {
      const job = await queue.getJob(address);
      const batch = batchProgress.safeParse(job?.progress);
      const single = exportProgress.safeParse(job?.progress);
      return {
        percent: batch.data?.percent ?? single.data?.percent ?? 0,
        ahead: await ahead(address),
        items: batch.data?.items ?? null,
      };
    },
    cancel: async (address) => {
      const job = await queue.getJob(address);
      if (!job || (await job.isCompleted()) || (await job.isFailed())) return;
      await redis.set(cancelled.key(prefix, address), String(job.timestamp), 'EX', cancelled.keepSeconds);
      await redis.publish(cancelled.channel(prefix), address);
      await job.removeUnprocessedChildren();
      await job.remove({ removeChildren: false }).catch(() => undefined); // it runs: its worker was told
    },
    discard: (address, made) =>
      removeJob(address, (job) => {
        const ended = completed(job.returnvalue);
        return ended.state === 'completed' && ended.result.expiresAt === made.expiresAt;
      }),
    forgetEnded: async (before) => {
      const grace = Date.now() - before; // clean() subtracts it again
      await queue.clean(grace, 0, 'completed');
      await queue.clean(grace, 0, 'failed');
      await redis.xtrim(queue.toKey('events'), 'MINID', Math.max(0, before));
    },
    close: () => queue.close(),
  };
}

const CANCELLED: ExportFailure = { reason: 'cancelled', retryable: true, message: 'The export was cancelled.' };

function isFinished(state: ExportState): state is Finished {
  return state.state === 'completed' || state.state === 'failed';
}

function hasFailed(job: Job): boolean {
  return Boolean(job.finishedOn && job.failedReason);
}

/** A failure that may not happen again says nothing about the next try. */
export function isSpent(state: ExportState): boolean {
  return state.state === 'failed' && state.failure.retryable;
}
