import { type Job, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { SignExportGrant } from '../../export-grant.ts';
import {
  type BatchItems,
  type BatchPayload,
  batchJobName,
  batchPayload,
  batchProgress,
  cancellation,
  type ExportFailure,
  type ExportPayload,
  type ExportPriority,
  type ExportResult,
  exportJobName,
  exportJobOptions,
  exportPriority,
  exportProgress,
  exportQueue,
  formerQueuePrefix,
  queuePrefix,
  readExportFailure,
} from '../../export-job.ts';
import { type FinishEvents, type FinishedExport, parseCompletion } from './finish-events.ts';
import type { CountJobs } from './queue-metrics.ts';
import { queueTracing } from './queue-tracing.ts';

type ExportState = { state: 'waiting' } | { state: 'active' } | FinishedExport;

/** `isNew` is set if the job finished during the wait, so its file exists. */
export type RunState = ExportState & { isNew?: boolean };

type ExportRequest = ExportPayload & { address: string };

type Progress = {
  percent: number;
  /** The number of jobs before this one in the queue, or null once it has started. */
  ahead: number | null;
  /** The counts of a batch. */
  items: BatchItems | null;
};

type ExportWait = {
  /** The maximum wait; 0 to return immediately. */
  waitMs: number;
  signal: AbortSignal;
  priority: ExportPriority;
};

/** The `exports` queue. The id of an export job is the expected address of its file: identical requests share a job. */
export type ExportQueue = {
  /** Adds a job unless it exists, and waits for its end. Raises the priority of a waiting job. */
  run(request: ExportRequest, wait: ExportWait): Promise<RunState>;
  /** Adds a batch unless it exists. Replaces one that failed and can be retried. */
  runBatch(request: BatchPayload): Promise<void>;
  findBatch(jobId: string): Promise<BatchPayload | undefined>;
  findState(jobId: string): Promise<ExportState | undefined>;
  progress(jobId: string): Promise<Progress>;
  /** Cancels a job that has not finished: removes it if it waits, or tells the worker to stop. */
  cancel(jobId: string): Promise<void>;
  /** Removes a completed job whose file no longer exists, so that it can run again. */
  discard(jobId: string, result: ExportResult): Promise<void>;
  /** Removes all jobs that finished before a time, and their events. */
  removeFinishedBefore(before: number): Promise<void>;
  close(): Promise<void>;
};

// A batch is in `waiting-children` while its exports run.
const ACTIVE: readonly string[] = ['active', 'waiting-children'];

// Finds jobs whose event was lost with a connection.
const POLL_INTERVAL_MS = 1_000;

type ExportQueueOptions = {
  redis: Redis;
  events: FinishEvents;
  signGrant: SignExportGrant;
  onError(error: Error): void;
  /** Counts the jobs that were added. */
  recordSent?: CountJobs;
  /** Prefix of the queue's keys in Redis. Tests use their own. */
  prefix?: string;
};

type Jobs = {
  queue: Queue<ExportPayload | BatchPayload>;
  redis: Redis;
  prefix: string;
  signGrant: SignExportGrant;
  recordSent: CountJobs | undefined;
};

export function createExportQueue(options: ExportQueueOptions): ExportQueue {
  const { redis, events, signGrant, onError, recordSent, prefix = queuePrefix } = options;
  const queue: Jobs['queue'] = new Queue(exportQueue, {
    connection: redis,
    prefix,
    ...queueTracing(exportQueue),
  });
  queue.on('error', onError);
  const jobs: Jobs = { queue, redis, prefix, signGrant, recordSent };
  return {
    run: async (request, { waitMs, signal, priority }) => {
      const deadline = performance.now() + waitMs;
      let finish = events.waitFor(request.address, Math.min(waitMs, POLL_INTERVAL_MS), signal);
      let current = await addExport(jobs, request, exportPriority[priority]);
      while (!isFinished(current)) {
        const finished = await finish;
        if (finished) return { ...finished, isNew: true };
        const left = deadline - performance.now();
        if (left <= 0 || signal.aborted) break;
        finish = events.waitFor(request.address, Math.min(left, POLL_INTERVAL_MS), signal);
        current =
          (await findState(jobs, request.address)) ?? (await addRemovedExport(jobs, request, exportPriority[priority]));
      }
      return current;
    },
    runBatch: (request) => addBatch(jobs, request),
    findBatch: async (jobId) => batchPayload.safeParse((await queue.getJob(jobId))?.data).data,
    findState: (jobId) => findState(jobs, jobId),
    progress: async (jobId) => {
      const job = await queue.getJob(jobId);
      const batch = batchProgress.safeParse(job?.progress);
      const single = exportProgress.safeParse(job?.progress);
      return {
        percent: batch.data?.percent ?? single.data?.percent ?? 0,
        ahead: await countAhead(jobs, jobId),
        items: batch.data?.items ?? null,
      };
    },
    cancel: (jobId) => cancelJob(jobs, jobId),
    discard: (jobId, result) =>
      removeJob(jobs, jobId, (job) => {
        const finished = parseCompletion(job.returnvalue);
        return finished.state === 'completed' && finished.result.expiresAt === result.expiresAt;
      }),
    removeFinishedBefore: async (before) => {
      await removeFinished(queue, redis, before);
      if (prefix !== queuePrefix || redis.isCluster) return;
      const former = new Queue(exportQueue, { connection: redis, prefix: formerQueuePrefix });
      former.on('error', onError);
      await removeFinished(former, redis, before).finally(() => former.close());
    },
    close: () => queue.close(),
  };
}

// Reads the state before the job: a job read before it finished has no result.
async function findState({ queue }: Jobs, jobId: string): Promise<ExportState | undefined> {
  const name = await queue.getJobState(jobId);
  if (name === 'unknown') return undefined;
  if (name !== 'completed' && name !== 'failed') return { state: ACTIVE.includes(name) ? 'active' : 'waiting' };
  const job = await queue.getJob(jobId);
  if (!job) return undefined;
  return name === 'completed'
    ? parseCompletion(job.returnvalue)
    : { state: 'failed', failure: readExportFailure(job.failedReason) };
}

async function addExport(jobs: Jobs, request: ExportRequest, priority: number): Promise<ExportState> {
  const existing = await findState(jobs, request.address);
  if (existing?.state === 'waiting') await raisePriority(jobs, request.address, priority);
  if (existing && !(existing.state === 'failed' && isRetryable(existing.failure))) return existing;
  if (existing) await removeJob(jobs, request.address, hasFailed);
  const { cvId, companyId, format, userId, address } = request;
  const grant = await jobs.signGrant({ cvId, companyId, format, userId, job: address });
  await jobs.queue.add(exportJobName, { ...request, grant }, { ...exportJobOptions, jobId: request.address, priority });
  jobs.recordSent?.(1);
  return { state: 'waiting' };
}

/** Adds a job that disappeared during the wait, unless it was cancelled: another process removed it for a retry. */
async function addRemovedExport(jobs: Jobs, request: ExportRequest, priority: number): Promise<ExportState> {
  const isCancelled = (await jobs.redis.exists(cancellation.key(jobs.prefix, request.address))) > 0;
  return isCancelled ? { state: 'failed', failure: CANCELLED } : addExport(jobs, request, priority);
}

async function addBatch(jobs: Jobs, request: BatchPayload): Promise<void> {
  const existing = await findState(jobs, request.address);
  if (existing && !(existing.state === 'failed' && isRetryable(existing.failure))) return;
  if (existing) {
    await removeJob(jobs, request.address, hasFailed);
    await jobs.redis.del(cancellation.key(jobs.prefix, request.address)); // also applies to the exports of the batch
  }
  const { cvIds, companyId, format, address } = request;
  const grants = await Promise.all(cvIds.map((cvId) => jobs.signGrant({ cvId, companyId, format, job: address })));
  await jobs.queue.add(
    batchJobName,
    { ...request, grants },
    {
      ...exportJobOptions,
      jobId: request.address,
      priority: exportPriority.background,
    },
  );
  jobs.recordSent?.(1);
}

/** Removes a job if it matches: another process may have replaced it. Fails silently if the job is already running. */
async function removeJob({ queue }: Jobs, jobId: string, matches: (job: Job) => boolean): Promise<void> {
  const job = await queue.getJob(jobId);
  if (job && matches(job)) await job.remove().catch(() => undefined);
}

async function removeFinished(queue: Queue, redis: Redis, before: number): Promise<void> {
  const grace = Date.now() - before; // clean() subtracts it from the current time
  await queue.clean(grace, 0, 'completed');
  await queue.clean(grace, 0, 'failed');
  await redis.xtrim(queue.toKey('events'), 'MINID', Math.max(0, before));
}

async function raisePriority({ queue }: Jobs, jobId: string, priority: number): Promise<void> {
  const job = await queue.getJob(jobId);
  if (job && job.priority > priority) await job.changePriority({ priority }).catch(() => undefined); // it has finished
}

async function countAhead({ queue, redis }: Jobs, jobId: string): Promise<number | null> {
  const rank = await redis.zrank(queue.toKey('prioritized'), jobId);
  return rank === null ? null : rank + (await redis.llen(queue.toKey('wait')));
}

async function cancelJob({ queue, redis, prefix }: Jobs, jobId: string): Promise<void> {
  const job = await queue.getJob(jobId);
  if (!job || (await job.isCompleted()) || (await job.isFailed())) return;
  await redis.set(cancellation.key(prefix, jobId), String(job.timestamp), 'EX', cancellation.ttlSeconds);
  await redis.publish(cancellation.channel(prefix), jobId);
  await job.removeUnprocessedChildren();
  await job.remove({ removeChildren: false }).catch(() => undefined); // it is running and its worker was notified
}

const CANCELLED: ExportFailure = { reason: 'cancelled', retryable: true, message: 'The export was cancelled.' };

function isFinished(state: ExportState): state is FinishedExport {
  return state.state === 'completed' || state.state === 'failed';
}

function hasFailed(job: Job): boolean {
  return Boolean(job.finishedOn && job.failedReason);
}

/** Returns whether a new job may succeed where one failed. A job of another producer may have lacked a valid grant. */
export function isRetryable({ retryable, reason }: ExportFailure): boolean {
  return retryable || reason === 'grant_invalid';
}
