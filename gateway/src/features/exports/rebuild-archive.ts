import { createHash } from 'node:crypto';
import { jsonResponse } from '@vitae/kit/http/response';
import { exportError } from '@vitae/proto/clients/exports/export-error';
import { isRetryable } from '@vitae/proto/clients/exports/export-queue';
import type { BatchPayload } from '@vitae/proto/export-job';
import { defineOperation } from '../../http/define-operation.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { isBelowBatchLimit, tooManyBatches } from './batches.ts';
import type { ExportRecord } from './export-record-store.ts';
import {
  type ExportDependencies,
  type ExportStatus,
  exportNotFound,
  findArchivedCvs,
  findRecord,
  refreshStatus,
} from './export-status.ts';
import { acceptedResponse, acceptedSpec, exportPath, exportView, viewOf } from './export-view.ts';

/**
 * Rebuilds an archive without its deleted CVs, or retries a failed batch. An archive with a deleted CV is never sent. Most
 * files are still stored, so a rebuild is fast.
 */
export const rebuildArchive = defineOperation({
  group: 'Exports',
  summary: 'Rebuild an archive',
  description:
    'Rebuilds an archive without the CVs that were deleted after it was created, or retries a batch that failed for a temporary reason. The export keeps its id. A rebuild counts toward the limit of five unfinished batches per company. Repeating the request while a rebuild is in progress does not start another.',
  path: exportPath,
  responses: {
    200: { description: 'The archive is up to date', schema: exportView },
    202: acceptedSpec,
  },
  errors: ['export_not_found', 'too_many_batches', 'export_failed'],
  handle: async (context, dependencies: ExportDependencies) => {
    const record = await findRecord(context, dependencies);
    // Only batches have archives.
    if (record.cvId !== null) throw exportNotFound();
    const status = await refreshStatus(record, dependencies);
    if (status.state === 'waiting' || status.state === 'active') return acceptedResponse(record);
    const batch =
      status.state === 'failed'
        ? await batchToRetry(status, dependencies)
        : await batchToRebuild(status, context, dependencies);
    if (!batch) return jsonResponse(await viewOf(status, dependencies));
    await enqueueRebuild(record, { ...batch, requestId: context.caller.requestId }, dependencies);
    return acceptedResponse(record);
  },
});

/**
 * Returns the batch of a failed export, to run it again under the same job id. Throws if the failure is permanent or the
 * job no longer exists.
 */
async function batchToRetry(
  { jobId, failure }: ExportStatus,
  { exportQueue }: ExportDependencies,
): Promise<BatchPayload> {
  if (failure && !isRetryable(failure)) throw exportError(failure);
  const batch = await exportQueue.findBatch(jobId);
  if (!batch) throw exportNotFound();
  return batch;
}

/**
 * Returns the batch that replaces an outdated archive, or undefined if no CV of the archive was deleted. Deleted CVs are
 * included, so that the manifest lists them as failed.
 */
async function batchToRebuild(
  { record, jobId, fileAddress }: ExportStatus,
  { caller }: RequestContext,
  dependencies: ExportDependencies,
): Promise<BatchPayload | undefined> {
  const { companyId, format } = record;
  const archived = await findArchivedCvs(fileAddress, caller, dependencies);
  if (archived.deletedCvIds.length === 0) return undefined; // the archive is up to date
  const requiredCvIds = archived.cvIds.filter((id) => !archived.deletedCvIds.includes(id));
  // If the job was removed, use the CVs in the archive. CVs that failed when it was built are then missing from the manifest.
  const { cvIds } = (await dependencies.exportQueue.findBatch(jobId)) ?? archived;
  const newJobId = rebuildJobId(jobId, archived.deletedCvIds);
  // In the queue contract, the address of a batch is its job id.
  return { cvIds, mustHold: requiredCvIds, companyId, format, address: newJobId };
}

/**
 * Returns the id of the job that rebuilds an archive. It depends only on the previous job and the deleted CVs, so that
 * concurrent requests start one job.
 */
function rebuildJobId(previousJobId: string, deletedCvIds: readonly number[]): string {
  return createHash('sha256')
    .update([previousJobId, ...deletedCvIds.toSorted((one, other) => one - other)].join('\n'))
    .digest('hex');
}

/** Records the rebuild and adds its job. Throws if the limit of batches is reached or the export was deleted. */
async function enqueueRebuild(record: ExportRecord, batch: BatchPayload, dependencies: ExportDependencies) {
  const { exportRecords, exportQueue } = dependencies;
  const { companyId, exportId } = record;
  const jobId = batch.address;
  // Record the rebuild first, so that concurrent requests count each other.
  const started = await exportRecords.startRebuild(record, jobId);
  if (!started) throw exportNotFound();
  if (!(await isBelowBatchLimit(record, dependencies))) {
    await started.undo();
    throw tooManyBatches();
  }
  // If adding the job fails, the record names a job that does not exist. The batch then counts toward the limit for at
  // most a minute (isBelowBatchLimit), and the client can repeat the request.
  await exportQueue.runBatch(batch);
  if (await exportRecords.find(companyId, exportId)) return;
  // A concurrent request deleted the export before the job existed.
  await exportQueue.cancel(jobId);
  throw exportNotFound();
}
