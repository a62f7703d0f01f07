import type { Logger } from '@vitae/kit/log';
import { cancelled } from '@vitae/proto/export-job';
import { Redis } from 'ioredis';

/** A job, and the batch that it belongs to. */
export type CancellableJob = { id: string; timestamp: number; parentId: string | undefined };

/** Jobs that somebody wants no more, as the queue's contract has it. */
export type Cancellations = {
  /** Whether the job, or its batch, was cancelled before it was taken up. */
  isCancelled(job: CancellableJob): Promise<boolean>;
  /** Calls back with the id of each job that is cancelled from now on. */
  onCancelled(listener: (jobId: string) => void): void;
  close(): void;
};

export type CancellationsOptions = {
  connection: { url: string; retryStrategy: (times: number) => number };
  prefix?: string;
  log: Logger;
};

export async function subscribeToCancellations({
  connection: { url, retryStrategy },
  prefix = 'bull',
  log,
}: CancellationsOptions): Promise<Cancellations> {
  const [reader, subscriber] = [true, false].map(
    (enableReadyCheck) => new Redis(url, { maxRetriesPerRequest: null, retryStrategy, enableReadyCheck }),
  ) as [Redis, Redis];
  for (const redis of [reader, subscriber])
    redis.on('error', (err) => log.warn({ err, dependency: 'redis' }, 'Cancellations are not heard'));
  await subscriber.subscribe(cancelled.channel(prefix));
  return {
    isCancelled: async ({ id, timestamp, parentId }) => {
      const keys = [id, ...(parentId === undefined ? [] : [parentId])].map((one) => cancelled.key(prefix, one));
      const [own, batch] = await reader.mget(keys);
      // Who runs a batch again under its id removes the key.
      return own === String(timestamp) || typeof batch === 'string';
    },
    onCancelled: (listener) => void subscriber.on('message', (_channel, jobId) => listener(jobId)),
    close: () => {
      reader.disconnect();
      subscriber.disconnect();
    },
  };
}

/** For tests without Redis. */
export const nothingCancelled: Cancellations = {
  isCancelled: async () => false,
  onCancelled: () => undefined,
  close: () => undefined,
};
