import type { ExportRecord, OpenBatch } from './export-records.ts';
import type { ExportRouteDependencies } from './exports.ts';

/** So many batches of one company may be under way. */
export const MOST_OPEN = 5;
const JOB_WITHIN_MS = 60_000;

type Dependencies = Pick<ExportRouteDependencies, 'records' | 'queue'>;

/** Whether a batch, whose record is open already, may begin: each may be of hundreds of CVs, and all companies share the workers. */
export async function hasRoom({ records, queue }: Dependencies, record: ExportRecord): Promise<boolean> {
  let open = 0;
  for (const earlier of await records.openBatches(record)) {
    if (await isOpen(queue, earlier)) open += 1;
    else await records.close(record.companyId, earlier.address);
  }
  return open < MOST_OPEN;
}

async function isOpen(queue: Dependencies['queue'], { job, since }: OpenBatch): Promise<boolean> {
  const found = await queue.state(job);
  // Another call writes its record a moment before its job.
  if (!found) return Date.now() - since.getTime() < JOB_WITHIN_MS;
  return found.state === 'waiting' || found.state === 'active';
}
