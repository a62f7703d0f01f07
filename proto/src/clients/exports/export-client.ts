import { systemClock } from '@vitae/kit/clock';
import type { Logger } from '@vitae/kit/log';
import { connectRedis, queueConnection } from '@vitae/kit/redis';
import type { ServiceIdentity } from '@vitae/kit/service-identity';
import type { SigningKey } from '@vitae/kit/signing-keys';
import { createGrantSigner } from '../../export-grant.ts';
import { type ArtifactClient, createArtifactClient } from './artifact-client.ts';
import { createExportQueue, type ExportQueue } from './export-queue.ts';
import { listenForFinishedExports } from './finish-events.ts';

export type ExportClient = { queue: ExportQueue; artifacts: ArtifactClient; close(): Promise<void> };

export type ExportClientOptions = {
  config: { REDIS_URL: string; EXPORT_URL: readonly string[]; SERVICE_PRIVATE_KEY: SigningKey };
  /** The name of the process, which signs the grants of its jobs. */
  name: string;
  identity: ServiceIdentity;
  log: Logger;
};

/** Connects to the export queue and to the workers that serve exported files. */
export async function openExportClient({ config, name, identity, log }: ExportClientOptions): Promise<ExportClient> {
  const onError = (err: Error) => log.warn({ err, queue: 'exports' }, 'The export queue is not reachable');
  const connection = await connectRedis({ url: config.REDIS_URL, name: `${name}-exports`, log });
  const events = await listenForFinishedExports({ connection: queueConnection(config.REDIS_URL), onError });
  const signGrant = createGrantSigner({ issuer: name, key: config.SERVICE_PRIVATE_KEY, clock: systemClock });
  const queue = createExportQueue({ redis: connection.redis, events, signGrant, onError });
  const artifacts = createArtifactClient([...config.EXPORT_URL], identity);
  return {
    queue,
    artifacts,
    close: async () => {
      artifacts.close();
      await queue.close();
      await events.close();
      await connection.close();
    },
  };
}
