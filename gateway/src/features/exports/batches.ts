import { createHash, randomBytes } from 'node:crypto';
import { VitaeError } from '@vitae/kit/errors';
import { exportFormats, maxBatchCvs } from '@vitae/proto/export-job';
import { z } from 'zod';
import { defineOperation } from '../../http/define-operation.ts';
import { idempotencyKey } from '../../http/preconditions.ts';
import type { ExportRecord, OpenBatch } from './export-records.ts';
import { acceptedResponse, acceptedSpec } from './export-view.ts';
import type { ExportDependencies } from './exports.ts';

const batchInput = z.strictObject({
  cvIds: z
    .array(z.int().positive())
    .min(1)
    .max(maxBatchCvs)
    .describe('Those that are not the company’s, or not there, are listed in the archive as failures.'),
  format: z.enum(exportFormats),
});

export const createBatch = defineOperation({
  group: 'Exports',
  summary: 'Exports many CVs as one archive',
  description:
    'Answers 202 at once. The archive is a ZIP with a file for each CV and `manifest.json`, which says whose file is which and why a CV has none. Exports of single CVs are made before those of batches. At most five batches of a company are under way at once. When a CV in it is deleted later, the archive is packed again without it, as one of these five: until there is room for that, and until it is done, the export is `waiting` or `active`.',
  body: { schema: batchInput },
  idempotent: true,
  responses: { 202: acceptedSpec },
  errors: ['idempotency_key_reused', 'too_many_batches'],
  handle: async (context, { exportRecords, exportQueue, artifacts }: ExportDependencies) => {
    const { format } = context.body;
    const cvIds = [...new Set(context.body.cvIds)];
    const { companyId, requestId } = context.caller;
    const key = idempotencyKey(context);
    const bodyHash = createHash('sha256').update(JSON.stringify({ cvIds, format })).digest('hex');
    const record = await exportRecords.putBatch(
      { companyId, address: randomBytes(32).toString('hex'), cvId: null, format },
      key === '' ? undefined : { idempotencyKey: key, bodyHash },
    );
    if (record.bodyHash !== undefined && record.bodyHash !== bodyHash) throw keyReused();
    const { address } = record;
    const isThere = async () =>
      (await exportQueue.findState(address)) !== undefined || (await artifacts.exists(address));
    // A repeated request finds the job or its archive, unless the first one failed before it added the job.
    if (record.bodyHash === undefined || !(await isThere())) {
      await expectRoom({ exportRecords, exportQueue }, record);
      await exportQueue.runBatch({ cvIds, companyId, format, address, requestId });
    }
    return acceptedResponse(record);
  },
});

async function expectRoom(
  dependencies: Pick<ExportDependencies, 'exportRecords' | 'exportQueue'>,
  record: ExportRecord,
): Promise<void> {
  if (await hasRoom(dependencies, record)) return;
  await dependencies.exportRecords.remove(record.companyId, record.address);
  const message = `${MOST_OPEN} batches of the company are not done yet. Wait for one, or delete one.`;
  throw new VitaeError('RESOURCE_EXHAUSTED', 'too_many_batches', message, { retryAfter: 10 });
}

function keyReused(): VitaeError {
  return new VitaeError(
    'ALREADY_EXISTS',
    'idempotency_key_reused',
    'This Idempotency-Key was used before with another body.',
    { status: 422 },
  );
}

/** So many batches of one company may be under way. */
export const MOST_OPEN = 5;
const JOB_WITHIN_MS = 60_000;

type Dependencies = Pick<ExportDependencies, 'exportRecords' | 'exportQueue'>;

/** Whether a batch, whose record is open already, may begin: each may be of hundreds of CVs, and all companies share the workers. */
export async function hasRoom({ exportRecords, exportQueue }: Dependencies, record: ExportRecord): Promise<boolean> {
  let open = 0;
  for (const earlier of await exportRecords.openBatches(record)) {
    if (await isOpen(exportQueue, earlier)) open += 1;
    else await exportRecords.close(record.companyId, earlier.address);
  }
  return open < MOST_OPEN;
}

async function isOpen(exportQueue: Dependencies['exportQueue'], { job, since }: OpenBatch): Promise<boolean> {
  const found = await exportQueue.findState(job);
  // Another call writes its record a moment before its job.
  if (!found) return Date.now() - since.getTime() < JOB_WITHIN_MS;
  return found.state === 'waiting' || found.state === 'active';
}
