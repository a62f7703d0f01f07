import { Readable } from 'node:stream';
import { type ArchiveEntry, createArchive } from '@vitae/kit/zip-archive';
import type { CountJobs } from '@vitae/proto/clients/exports/queue-metrics';
import { archiveAddress, exportTemplateVersion } from '@vitae/proto/export-address';
import type { CheckExportGrant } from '@vitae/proto/export-grant';
import {
  type BatchItems,
  type BatchManifest,
  type BatchPayload,
  type BatchProgress,
  type BatchResult,
  type ExportFailure,
  type ExportFormat,
  exportJobName,
  exportJobOptions,
  exportPriority,
  exportResult,
  readExportFailure,
} from '@vitae/proto/export-job';
import { type Job, type Queue, WaitingChildrenError } from 'bullmq';
import { rejectOnCancel } from '../abort-and-timeout.ts';
import type { Artifact, ArtifactStore } from '../artifacts/artifact-store.ts';
import { resultOf, throwStoreUnavailable } from '../export-cv.ts';
import { exportCancelled, NewJobRequiredError, rejectedGrant } from '../export-error.ts';
import { createArchiveNames } from './archive.ts';

export type ExportBatch = (job: Job, payload: BatchPayload, context: BatchContext) => Promise<BatchResult>;
/** `token` is the lock token of the job. The signal cancels the batch. */
type BatchContext = { token: string; requestId: string; signal: AbortSignal };

export type BatchDeps = {
  queue: Queue;
  checkGrant: CheckExportGrant;
  store: Pick<ArtifactStore, 'find' | 'read' | 'save'>;
  /** Counts the exports that were added to the queue. */
  recordSent: CountJobs;
};

/** The result of exporting one CV of the batch. */
type Outcome = { cvId: number } & ({ artifact: Artifact } | { failure: ExportFailure });

const MANIFEST = 'manifest.json';
const COMPRESSED_FORMATS: readonly ExportFormat[] = ['pdf', 'odt', 'docx'];

/** Progress when all exports have ended. */
const EXPORTED_PERCENT = 90;
/** Progress while the archive is created. */
const PACKING_PERCENT = 95;

/**
 * Exports many CVs as one archive. BullMQ runs the job twice: the first run adds an export for each CV as a child job,
 * which any worker can process; the second run, after all children have ended, archives their files.
 */
export function exportBatch({ queue, checkGrant, store, recordSent }: BatchDeps): ExportBatch {
  return async (job, requestedPayload, { token, requestId, signal }) => {
    const payload = { ...requestedPayload, cvIds: [...new Set(requestedPayload.cvIds)] };
    const { address, companyId, format, mustHold: requiredCvIds = [] } = payload;
    const grants = new Map(requestedPayload.cvIds.map((cvId, index) => [cvId, requestedPayload.grants?.[index]]));
    // Checked in both runs, because other processes can change the job between the runs.
    await requireGrants(checkGrant, payload, grants);
    // A retried batch already has its exports.
    const hasNoExports = Object.values(await job.getDependenciesCount()).every((count = 0) => count === 0);
    if (hasNoExports) {
      await addExports(queue, job, payload, { requestId, grants });
      recordSent(payload.cvIds.length);
    }
    // Ends this run; BullMQ runs the job again after the last child.
    if (await job.moveToWaitingChildren(token)) throw new WaitingChildrenError();

    const outcomes = await collectOutcomes(store, job, payload);
    requireFiles(outcomes, requiredCvIds);
    const exportedCvIds = outcomes.flatMap((outcome) => ('artifact' in outcome ? [outcome.cvId] : []));
    const total = outcomes.length;
    const items = { total, done: exportedCvIds.length, failed: total - exportedCvIds.length };
    await job.updateProgress({ stage: 'packing', percent: PACKING_PERCENT, items } satisfies BatchProgress);

    if (signal.aborted) throw exportCancelled();
    const content = createArchive(archiveEntries(outcomes, format, store.read), new Date(job.timestamp));
    signal.addEventListener('abort', () => content.destroy());
    const fileName = `CVs ${new Date(job.timestamp).toISOString().slice(0, 10)} ${format}.zip`;
    const contentType = 'application/zip';
    const file = { format, contentType, companyId, cvIds: exportedCvIds, fileName, content };
    const saving = store.save({ ...file, address: archiveAddress(address) });
    const archive = await rejectOnCancel(saving, signal).catch(throwStoreUnavailable);
    return { ...resultOf(archive, false), items };
  };
}

/** Updates the progress of the batch to which a finished export belongs. */
export async function updateBatchProgress(queue: Queue, item: Job): Promise<void> {
  const batch = item.parent?.id && (await queue.getJob(item.parent.id));
  if (!batch) return;
  const { processed = 0, ignored = 0, failed = 0, unprocessed = 0 } = await batch.getDependenciesCount();
  const items: BatchItems = {
    total: processed + ignored + failed + unprocessed,
    done: processed,
    failed: ignored + failed,
  };
  const percent = Math.floor((EXPORTED_PERCENT * (items.done + items.failed)) / Math.max(1, items.total));
  await batch.updateProgress({ stage: 'items', percent, items } satisfies BatchProgress);
}

type Grants = ReadonlyMap<number, string | undefined>;

/**
 * Fails the batch if a CV has no grant for this batch and company. Accepts expired grants: each export checks its own grant
 * when it starts, and in the second run all exports have ended.
 */
async function requireGrants(
  checkGrant: CheckExportGrant,
  { cvIds, companyId, format, address }: BatchPayload,
  grants: Grants,
): Promise<void> {
  for (const cvId of cvIds) {
    const rejection = await checkGrant(grants.get(cvId), { cvId, companyId, format, jobs: [address] });
    if (rejection?.reason === 'grant_invalid')
      throw rejectedGrant({ ...rejection, message: `CV ${cvId}: ${rejection.message}` });
  }
}

async function addExports(
  queue: Queue,
  job: Job,
  { cvIds, companyId, format, address }: BatchPayload,
  { requestId, grants }: { requestId: string; grants: Grants },
): Promise<void> {
  const options = {
    ...exportJobOptions,
    priority: exportPriority.batch,
    parent: { id: job.id as string, queue: job.queueQualifiedName },
    ignoreDependencyOnFailure: true,
    // The batch keeps the results of its exports. Completed export jobs would count toward removeOnComplete.count and
    // evict jobs that clients query.
    removeOnComplete: true,
  };
  // One transaction adds all exports or none.
  await queue.addBulk(
    cvIds.map((cvId, index) => ({
      name: exportJobName,
      data: { cvId, companyId, format, templateVersion: exportTemplateVersion, requestId, grant: grants.get(cvId) },
      opts: { ...options, jobId: childId(address, index) },
    })),
  );
}

async function collectOutcomes(
  store: Pick<ArtifactStore, 'find'>,
  job: Job,
  { cvIds, companyId, format, address }: BatchPayload,
): Promise<Outcome[]> {
  const [results, failures] = await Promise.all([job.getChildrenValues<unknown>(), job.getIgnoredChildrenFailures()]);
  const outcomes: Outcome[] = [];
  for (const [index, cvId] of cvIds.entries()) {
    const key = `${job.queueQualifiedName}:${childId(address, index)}`;
    const result = exportResult.safeParse(results[key]);
    const stored = result.success ? await store.find(result.data.address) : undefined;
    // Other processes can write results, and a grant does not prove that the company has the CV.
    const isOfCv = stored?.cvId === cvId && stored.companyId === companyId && stored.format === format;
    const artifact = isOfCv ? stored : undefined;
    // For a missing or foreign file, failedReason is undefined, and readExportFailure returns `internal`.
    const failedReason = result.success ? undefined : failures[key];
    outcomes.push(artifact ? { cvId, artifact } : { cvId, failure: readExportFailure(failedReason) });
  }
  return outcomes;
}

function childId(address: string, index: number): string {
  return `${address}-${index + 1}`;
}

/**
 * Fails the batch if a required file is missing for a reason that may be temporary. A rebuilt archive must not lose
 * files of the archive that it replaces.
 */
function requireFiles(outcomes: readonly Outcome[], requiredCvIds: readonly number[]): void {
  const required = new Set(requiredCvIds);
  for (const outcome of outcomes) {
    if (!required.has(outcome.cvId) || 'artifact' in outcome || !outcome.failure.retryable) continue;
    const { reason, message } = outcome.failure;
    throw new NewJobRequiredError(reason, `A required file could not be exported: ${message}`);
  }
}

/** Returns the files and a manifest that lists them and the failures. */
function archiveEntries(
  outcomes: readonly Outcome[],
  format: ExportFormat,
  read: ArtifactStore['read'],
): ArchiveEntry[] {
  const uniqueName = createArchiveNames([MANIFEST]);
  const manifest: BatchManifest = { format, files: [], failures: [] };
  const entries: ArchiveEntry[] = [];
  for (const outcome of outcomes) {
    const { cvId } = outcome;
    if ('failure' in outcome) {
      const { reason, message } = outcome.failure;
      manifest.failures.push({ cvId, reason, message });
      continue;
    }
    const { artifact } = outcome;
    const name = uniqueName(artifact.fileName);
    manifest.files.push({ cvId, name, bytes: artifact.bytes, sha256: artifact.sha256 });
    entries.push({ name, compress: !COMPRESSED_FORMATS.includes(format), open: () => read(artifact) });
  }
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  return [...entries, { name: MANIFEST, compress: true, open: async () => Readable.from([Buffer.from(text)]) }];
}
