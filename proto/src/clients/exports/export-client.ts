import { systemClock } from '@vitae/kit/clock';
import type { Logger } from '@vitae/kit/log';
import type { Metrics } from '@vitae/kit/metrics';
import { closeQueueConnection, connectRedis, queueConnection, queueRedisOf } from '@vitae/kit/redis';
import type { ServiceIdentity } from '@vitae/kit/service-identity';
import type { SigningKey } from '@vitae/kit/signing-keys';
import type { Redis } from 'ioredis';
import { createGrantSigner } from '../../export-grant.ts';
import { type ArtifactClient, createArtifactClient } from './artifact-client.ts';
import { createExportQueue, type ExportQueue } from './export-queue.ts';
import { listenForFinishedExports } from './finish-events.ts';
import { createSentCounter } from './queue-metrics.ts';

type ExportClient = {
  queue: ExportQueue;
  /** The Redis of the queue. */
  redis: Redis;
  artifacts: ArtifactClient;
  close(): Promise<void>;
};

type ExportClientOptions = {
  config: {
    REDIS_URL: string;
    QUEUE_REDIS_URL?: string | undefined;
    EXPORT_URL: readonly string[];
    SERVICE_PRIVATE_KEY: SigningKey;
  };
  /** The name of the process, which signs the grants of its jobs. */
  name: string;
  identity: ServiceIdentity;
  log: Logger;
  /** Not set by the command line. */
  metrics?: Metrics;
};

/** Connects to the export queue and to the workers that serve exported files. */
export async function openExportClient(options: ExportClientOptions): Promise<ExportClient> {
  const { config, name, identity, log, metrics } = options;
  const measured = metrics && { metrics };
  const onError = (err: Error) => log.warn({ err, queue: 'exports' }, 'The export queue is not reachable');
  const { url, setting } = queueRedisOf(config);
  const connection = await connectRedis({ url, setting, name: `${name}-exports`, log, ...measured });
  const waiting = queueConnection(url);
  const events = await listenForFinishedExports({ connection: waiting, onError });
  const signGrant = createGrantSigner({ issuer: name, key: config.SERVICE_PRIVATE_KEY, clock: systemClock });
  const counted = metrics && { recordSent: createSentCounter(metrics) };
  const queue = createExportQueue({ redis: connection.redis, events, signGrant, onError, ...counted });
  const artifacts = createArtifactClient([...config.EXPORT_URL], identity);
  return {
    queue,
    redis: connection.redis,
    artifacts,
    close: async () => {
      artifacts.close();
      await queue.close();
      await events.close();
      closeQueueConnection(waiting);
      await connection.close();
    },
  };
}
