import type { Logger } from '@vitae/kit/log';
import { openQueueClient, openSubscriber, queueConnection } from '@vitae/kit/redis';
import { cancellation, queuePrefix } from '@vitae/proto/export-job';
import type { Redis } from 'ioredis';

/** A job and, if it belongs to a batch, the id of the batch. */
export type CancellableJob = { id: string; timestamp: number; parentId: string | undefined };

/** Job cancellations as specified in docs/export-queue.md. */
export type Cancellations = {
  /** Returns whether the job or its batch was cancelled earlier. */
  isCancelled(job: CancellableJob): Promise<boolean>;
  /** Adds a listener for the ids of jobs that are cancelled from now on. */
  onCancelled(listener: (jobId: string) => void): void;
  close(): void;
};

type CancellationsOptions = {
  /** The Redis of the queue. */
  url: string;
  /** BullMQ's key prefix. */
  prefix?: string;
  log: Logger;
};

export async function subscribeToCancellations({
  url,
  prefix = queuePrefix,
  log,
}: CancellationsOptions): Promise<Cancellations> {
  const observed = (redis: Redis) =>
    redis.on('error', (err) => log.warn({ err, dependency: 'redis' }, 'Connection for cancellations failed'));
  const reader = observed(openQueueClient(queueConnection(url)));
  const subscriber = observed(openSubscriber(url, { maxRetriesPerRequest: null, enableReadyCheck: false }));
  await subscriber.subscribe(cancellation.channel(prefix));
  return {
    isCancelled: async ({ id, timestamp, parentId }) => {
      const ids = parentId === undefined ? [id] : [id, parentId];
      const [own, batch] = await reader.mget(ids.map((jobId) => cancellation.key(prefix, jobId)));
      // A later job with the same id has another timestamp. For a batch, the key is enough: a producer that reuses its id
      // deletes the key.
      return own === String(timestamp) || typeof batch === 'string';
    },
    onCancelled: (listener) => void subscriber.on('message', (_channel, jobId) => listener(jobId)),
    close: () => {
      reader.disconnect();
      subscriber.disconnect();
    },
  };
}
