import { open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { systemClock } from '@vitae/kit/clock';
import { unavailable, VitaeError } from '@vitae/kit/errors';
import { createLogger } from '@vitae/kit/log';
import { closeQueueConnection, connectRedis, queueConnection, queueRedisOf } from '@vitae/kit/redis';
import { createArtifactClient } from '@vitae/proto/clients/exports/artifact-client';
import { createExportQueue } from '@vitae/proto/clients/exports/export-queue';
import { createExports } from '@vitae/proto/clients/exports/exports';
import { listenForFinishedExports } from '@vitae/proto/clients/exports/finish-events';
import { createGrantSigner } from '@vitae/proto/export-grant';
import type { ExportFormat } from '@vitae/proto/export-job';
import { callerFor } from './caller-for.ts';
import { cliIdentity } from './connect.ts';
import type { RunningSystem } from './running-system.ts';

type ExportToFile = { cv: number; company?: number | undefined; format: ExportFormat; out: string };

const WAIT_MS = 60_000;
const log = createLogger({ name: 'vitae', level: 'silent' });
// The command reports the final error.
const onError = () => undefined;

/** Exports a CV through the queue, like the gateway, and writes it to a file. Returns its size in bytes. */
export async function exportCvToFile(
  system: RunningSystem,
  { cv, company, format, out }: ExportToFile,
): Promise<number> {
  const { EXPORT_URL } = system.settings;
  const { url, setting } = queueRedisOf(system.settings);
  const resume = await system.resume();
  const caller = await callerFor({ cv, company }, system.companies, resume);
  const closing: (() => Promise<void> | void)[] = [];
  try {
    const { redis, close } = await connectRedis({ url, setting, name: 'vitae-cli-exports', log });
    closing.unshift(close);
    const waiting = queueConnection(url);
    closing.unshift(() => closeQueueConnection(waiting));
    const events = await listenForFinishedExports({ connection: waiting, onError });
    closing.unshift(events.close);
    const { SERVICE_PRIVATE_KEY: key } = system.settings;
    const signGrant = createGrantSigner({ issuer: 'gateway', key, clock: systemClock });
    const queue = createExportQueue({ redis, events, signGrant, onError });
    closing.unshift(queue.close);
    const artifacts = createArtifactClient(EXPORT_URL, cliIdentity(system.settings));
    closing.unshift(artifacts.close);
    const signal = AbortSignal.timeout(WAIT_MS);
    const { ready, address } = await createExports({ resume, queue, artifacts }).create(cv, format, {
      caller,
      waitMs: WAIT_MS,
      signal,
    });
    if (!ready)
      throw new VitaeError(
        'DEADLINE_EXCEEDED',
        'export_timed_out',
        `The export did not finish within ${WAIT_MS / 1000} s.`,
      );
    return await write(await artifacts.read(address), out);
  } finally {
    for (const close of closing) await close();
  }
}

/** Removes the file if it could not be written completely. */
async function write(body: ReadableStream<Uint8Array>, out: string): Promise<number> {
  const file = await open(out, 'w').catch((cause: NodeJS.ErrnoException) => {
    throw new VitaeError('FAILED_PRECONDITION', 'file_not_writable', `Cannot write ${out} (${cause.code}).`, {
      cause,
    });
  });
  try {
    const stream = file.createWriteStream();
    await pipeline(body, stream);
    return stream.bytesWritten;
  } catch (cause) {
    await rm(out, { force: true });
    throw unavailable('service_unavailable', 'The export was interrupted.', cause);
  } finally {
    await file.close().catch(() => undefined); // already closed by the stream on success
  }
}
