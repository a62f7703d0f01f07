import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type { AfterHook, AppJob } from '@bull-board/api/dist/types.js';
import { exportQueue, queuePrefix } from '@vitae/proto/export-job';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { type BoardAdapter, createBoardAdapter } from './board-adapter.ts';
import { redactedJob } from './redacted-job.ts';

type QueueBoardOptions = {
  redis: Redis;
  /** Path of the board. */
  path: string;
  /** Prefix of the queue's keys in Redis. Tests set their own. */
  prefix?: string | undefined;
  onError(error: Error): void;
};

/** A read-only bull-board of the `exports` queue. */
export function createQueueBoard({ redis, path, prefix = queuePrefix, onError }: QueueBoardOptions): BoardAdapter {
  const queue = new Queue(exportQueue, { connection: redis, prefix });
  queue.on('error', onError);
  const serverAdapter = createBoardAdapter(path);
  createBullBoard({
    queues: [new BullMQAdapter(queue, { readOnlyMode: true })],
    serverAdapter,
    options: {
      handlerHooks: { after: redactResponse },
      uiConfig: {
        boardTitle: 'Vitae',
        hideDocsLink: true,
        miscLinks: [{ text: 'Settings', url: '/settings' }],
        jobDetails: { defaultTab: 'Data' },
        showMetrics: false,
      },
    },
  });
  return serverAdapter;
}

const redactResponse: AfterHook = (_context, response) => ({ ...response, body: redactedBody(response.body) });

type Body = Awaited<ReturnType<AfterHook>>['body'];

/** Redacts the jobs of lists and of single-job responses. */
function redactedBody(body: Body): Body {
  if (typeof body !== 'object') return body;
  const { queues, job } = body as { queues?: { jobs: AppJob[] }[]; job?: AppJob };
  return {
    ...body,
    ...(queues && { queues: queues.map((queue) => ({ ...queue, jobs: queue.jobs.map(redactedJob) })) }),
    ...(job && { job: redactedJob(job) }),
  };
}
