import { createHash } from 'node:crypto';
import { VitaeError } from '@vitae/kit/errors';
import type { Call } from './call.ts';
import type { ExportRouteDependencies } from './exports.ts';
import { exportNotFound, type FoundExport, lookUp } from './found-export.ts';

const ASKED_AT_ONCE = 50;

/**
 * An archive without the CVs that were deleted since it was packed: nobody gets it any more, and it is made
 * again by another job, whose archive lists them as failures. The other files are still stored, so that it
 * takes a moment; until then the export is under way again.
 */
export async function withoutDeletedCvs(
  first: FoundExport,
  call: Call,
  dependencies: ExportRouteDependencies,
): Promise<FoundExport> {
  let found = first;
  while (found.state === 'completed') {
    const deleted = await deletedIn(found.address, call, dependencies);
    if (deleted.length === 0) break;
    const job = await packAgain(found.job, deleted, call, dependencies);
    found = await lookUp(found.record, dependencies, job);
  }
  return found;
}

/** Which of the CVs whose files an archive holds are not there any more. */
async function deletedIn(
  address: string,
  { caller }: Call,
  { artifacts, resume }: ExportRouteDependencies,
): Promise<number[]> {
  const cvIds = (await artifacts.archived(address)) ?? [];
  const deleted: number[] = [];
  for (let first = 0; first < cvIds.length; first += ASKED_AT_ONCE) {
    const asked = cvIds.slice(first, first + ASKED_AT_ONCE).map(async (id) => {
      await resume.call.GetExportSource({ id, addressOnly: true }, { caller }).catch((thrown: unknown) => {
        if (VitaeError.from(thrown).code !== 'NOT_FOUND') throw thrown;
        deleted.push(id);
      });
    });
    await Promise.all(asked);
  }
  return deleted.sort((one, other) => one - other);
}

/** Adds the batch once more; every gateway that finds the same CVs deleted finds the same job. */
async function packAgain(
  job: string,
  deleted: readonly number[],
  { caller }: Call,
  { queue, artifacts }: ExportRouteDependencies,
): Promise<string> {
  const payload = await queue.batch(job);
  // Its job is forgotten a day after its end, and the archive with it.
  if (!payload) throw exportNotFound();
  const address = createHash('sha256')
    .update([job, ...deleted].join('\n'))
    .digest('hex');
  const isThere = (await queue.state(address)) !== undefined || (await artifacts.stored(address));
  if (!isThere) await queue.runBatch({ ...payload, address, requestId: caller.requestId });
  return address;
}
