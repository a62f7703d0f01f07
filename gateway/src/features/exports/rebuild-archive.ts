import { createHash } from 'node:crypto';
import { VitaeError } from '@vitae/kit/errors';
import { isRetryableFailure } from '@vitae/proto/clients/exports/export-queue';
import type { RequestContext } from '../../http/request-context.ts';
import { hasRoom } from './batches.ts';
import { exportNotFound, type FoundExport, lookUp } from './export-status.ts';
import type { ExportDependencies } from './exports.ts';

/** The CVs whose files an archive holds. */
type Archived = { cvIds: readonly number[]; deleted: readonly number[] };

/**
 * An archive without the CVs that were deleted since it was packed: nobody gets it any more, and it is made
 * again by another job, whose archive lists them as failures. The other files are still stored, so that it
 * takes a moment; until then the export is under way again.
 */
export async function withoutDeletedCvs(
  first: FoundExport,
  context: RequestContext,
  dependencies: ExportDependencies,
): Promise<FoundExport> {
  let found = first;
  while (found.state === 'completed') {
    const archived = await archivedIn(found.address, context, dependencies);
    if (archived.deleted.length === 0) break;
    found = await packedAgain(found, archived, context, dependencies);
  }
  return found;
}

/** Whose files an archive holds, and which of the CVs are not there any more. */
async function archivedIn(
  address: string,
  { caller }: RequestContext,
  { artifacts, resume }: ExportDependencies,
): Promise<Archived> {
  const cvIds = (await artifacts.archivedCvIds(address)) ?? [];
  const deleted: number[] = [];
  const asked = cvIds.map((id) =>
    resume.exportHead(id, caller).catch((thrown: unknown) => {
      if (VitaeError.from(thrown).code !== 'NOT_FOUND') throw thrown;
      deleted.push(id);
    }),
  );
  await Promise.all(asked);
  return { cvIds, deleted: deleted.sort((one, other) => one - other) };
}

/** The export by the job that packs it again; when there is no room for that job, it waits to be asked for again. */
async function packedAgain(
  found: FoundExport,
  archived: Archived,
  context: RequestContext,
  dependencies: ExportDependencies,
): Promise<FoundExport> {
  const { record, job } = found;
  const { exportQueue, artifacts } = dependencies;
  // One at a time: should it still hold what was deleted since it was begun, the next one does not.
  const current = record.again && (await exportQueue.findState(record.again.job))?.state;
  if (record.again && (current === 'waiting' || current === 'active'))
    return lookUp(record, dependencies, record.again.job);
  // Every gateway that finds the same CVs deleted finds the same job.
  const again = createHash('sha256')
    .update([job, ...archived.deleted].join('\n'))
    .digest('hex');
  const state = await exportQueue.findState(again);
  const isThere = (state !== undefined && !isRetryableFailure(state)) || (await artifacts.exists(again));
  if (!isThere && !(await isBegun(again, found, archived, context, dependencies)))
    return { ...found, job: again, state: 'waiting', expiresAt: null };
  return lookUp(record, dependencies, again);
}

/** Adds the batch once more, if there is room for it. */
async function isBegun(
  again: string,
  { record, job }: FoundExport,
  { cvIds, deleted }: Archived,
  { caller }: RequestContext,
  { exportQueue, exportRecords }: ExportDependencies,
): Promise<boolean> {
  const { companyId, address, format } = record;
  if (!(await exportRecords.openAgain(companyId, address, again))) throw exportNotFound();
  if (!(await hasRoom({ exportQueue, exportRecords }, record))) {
    await exportRecords.close(companyId, address);
    return false;
  }
  // The job may be gone before its archive.
  const asked = (await exportQueue.findBatch(job))?.cvIds ?? [...cvIds];
  const mustHold = cvIds.filter((id) => !deleted.includes(id));
  await exportQueue.runBatch({
    cvIds: asked,
    mustHold,
    companyId,
    format,
    address: again,
    requestId: caller.requestId,
  });
  if (await exportRecords.find(companyId, address)) return true;
  // It was deleted meanwhile, by a call that found no job to cancel.
  await exportQueue.cancel(again);
  throw exportNotFound();
}
