import { Readable } from 'node:stream';
import {
  type BatchItems,
  type BatchManifest,
  type BatchPayload,
  type BatchProgress,
  type BatchResult,
  type ExportFailure,
  type ExportFormat,
  type ExportResult,
  exportJobName,
  exportJobOptions,
  exportPriority,
  exportResult,
  readExportFailure,
} from '@vitae/proto/export-job';
import { type Job, type Queue, WaitingChildrenError } from 'bullmq';
import type { Artifact, ArtifactStore } from '../artifact-store.ts';
import { ExportError, NewJobRequiredError } from '../export-error.ts';
import { rejectOnCancel } from '../reject-on-cancel.ts';
import { type ArchiveEntry, archiveOf } from './archive.ts';
import { createArchiveNames } from './archive-names.ts';

export type ExportBatch = (job: Job, payload: BatchPayload, run: BatchRun) => Promise<BatchResult>;
export type BatchRun = { token: string; requestId: string; signal: AbortSignal };

export type BatchDeps = { queue: Queue; store: Pick<ArtifactStore, 'find' | 'read' | 'save'> };

/** How one CV of the batch ended. */
type Ended = { cvId: number } & ({ artifact: Artifact } | { failure: ExportFailure });

const MANIFEST = 'manifest.json';
const PACKED: readonly ExportFormat[] = ['pdf', 'odt', 'docx'];

/**
 * An archive of many exports. Its job is taken up twice: first it adds an export for each CV as its
 * children, which any worker makes; then, when all have ended, it packs their files.
 */
export function createExportBatch({ queue, store }: BatchDeps): ExportBatch {
  async function addItems(job: Job, { cvIds, companyId, format, address }: BatchPayload, requestId: string) {
    const parent = { id: job.id as string, queue: job.queueQualifiedName };
    const options = {
      ...exportJobOptions,
      priority: exportPriority.batch,
      parent,
      ignoreDependencyOnFailure: true,
      // The batch has its result; kept, it would push out those that somebody comes back for.
      removeOnComplete: true,
    };
    // In one transaction: there are all of them, or none.
    await queue.addBulk(
      cvIds.map((cvId, index) => ({
        name: exportJobName,
        data: { cvId, companyId, format, requestId },
        opts: { ...options, jobId: itemId(address, index) },
      })),
    );
  }

  async function endsOf(job: Job, { cvIds, address }: BatchPayload): Promise<Ended[]> {
    const [results, failures] = await Promise.all([job.getChildrenValues<unknown>(), job.getIgnoredChildrenFailures()]);
    const ends: Ended[] = [];
    for (const [index, cvId] of cvIds.entries()) {
      const key = `${job.queueQualifiedName}:${itemId(address, index)}`;
      const result = exportResult.safeParse(results[key]);
      ends.push({
        cvId,
        ...(result.success ? await fileOf(result.data) : { failure: readExportFailure(failures[key]) }),
      });
    }
    return ends;
  }

  async function fileOf({ address }: ExportResult): Promise<{ artifact: Artifact } | { failure: ExportFailure }> {
    const artifact = await store.find(address);
    return artifact ? { artifact } : { failure: readExportFailure(undefined) };
  }

  return async (job, given, { token, requestId, signal }) => {
    const payload = { ...given, cvIds: [...new Set(given.cvIds)] };
    if (totalOf(await job.getDependenciesCount()) === 0) await addItems(job, payload, requestId);
    if (await job.moveToWaitingChildren(token)) throw new WaitingChildrenError();

    const ends = await endsOf(job, payload);
    expectHeld(ends, payload.mustHold ?? []);
    const failed = ends.filter((end) => !('artifact' in end)).length;
    const items: BatchItems = { total: ends.length, done: ends.length - failed, failed };
    await job.updateProgress({ stage: 'packing', percent: 95, items } satisfies BatchProgress);
    const content = archiveOf(entriesOf(ends, payload.format, store.read), new Date(job.timestamp));
    signal.addEventListener('abort', () => content.destroy());
    const {
      expiresAt,
      cvIds: _packed,
      ...archive
    } = await rejectOnCancel(
      store.save({
        address: payload.address,
        format: payload.format,
        contentType: 'application/zip',
        cvIds: ends.flatMap((end) => ('artifact' in end ? [end.cvId] : [])),
        fileName: `CVs ${new Date(job.timestamp).toISOString().slice(0, 10)} ${payload.format}.zip`,
        content,
      }),
      signal,
    ).catch((cause: unknown) => {
      if (cause instanceof ExportError) throw cause;
      throw new ExportError('store_unavailable', 'The archive cannot be stored at the moment.', cause);
    });
    return { ...archive, expiresAt: new Date(expiresAt).toISOString(), reused: false, items };
  };
}

/** Tells a batch how far it is, when one of its exports has ended. */
export async function reportToBatch(queue: Queue, item: Job): Promise<void> {
  const batch = item.parent?.id && (await queue.getJob(item.parent.id));
  if (!batch) return;
  const { processed = 0, ignored = 0, failed = 0, unprocessed = 0 } = await batch.getDependenciesCount();
  const lost = ignored + failed;
  const items: BatchItems = { total: processed + lost + unprocessed, done: processed, failed: lost };
  const percent = Math.floor((90 * (items.done + items.failed)) / Math.max(1, items.total));
  await batch.updateProgress({ stage: 'items', percent, items } satisfies BatchProgress);
}

function itemId(address: string, index: number): string {
  return `${address}-${index + 1}`;
}

function totalOf(counts: Record<string, number | undefined>): number {
  return Object.values(counts).reduce<number>((sum, count = 0) => sum + count, 0);
}

/** A first archive lists whatever failed; one that takes its place may not lose a file to what may pass. */
function expectHeld(ends: readonly Ended[], mustHold: readonly number[]): void {
  const held = new Set(mustHold);
  for (const end of ends) {
    if (!held.has(end.cvId) || 'artifact' in end || !end.failure.retryable) continue;
    throw new NewJobRequiredError(end.failure.reason, `One of its files could not be made: ${end.failure.message}`);
  }
}

function entriesOf(ends: readonly Ended[], format: ExportFormat, read: ArtifactStore['read']): ArchiveEntry[] {
  const nameOf = createArchiveNames([MANIFEST]);
  const manifest: BatchManifest = { format, files: [], failures: [] };
  const entries: ArchiveEntry[] = [];
  for (const end of ends) {
    if (!('artifact' in end)) {
      const { reason, message } = end.failure;
      manifest.failures.push({ cvId: end.cvId, reason, message });
      continue;
    }
    const { cvId, artifact } = end;
    const name = nameOf(artifact.fileName);
    manifest.files.push({ cvId, name, bytes: artifact.bytes, sha256: artifact.sha256 });
    entries.push({ name, compress: !PACKED.includes(format), open: () => read(artifact) });
  }
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  return [...entries, { name: MANIFEST, compress: true, open: async () => Readable.from([Buffer.from(text)]) }];
}
