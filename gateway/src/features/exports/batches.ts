import { createHash, randomBytes } from 'node:crypto';
import { VitaeError } from '@vitae/kit/errors';
import { archiveAddress } from '@vitae/proto/export-address';
import { exportFormats, maxBatchCvs } from '@vitae/proto/export-job';
import { z } from 'zod';
import { defineOperation } from '../../http/define-operation.ts';
import { idempotencyKey } from '../../http/preconditions.ts';
import type { ExportRecord, OpenBatch } from './export-record-store.ts';
import type { ExportDependencies } from './export-status.ts';
import { acceptedResponse, acceptedSpec } from './export-view.ts';

const batchInput = z.strictObject({
  cvIds: z
    .array(z.int().positive())
    .min(1)
    .max(maxBatchCvs)
    .describe('CVs that do not exist or belong to another company are listed in the archive as failed.'),
  format: z.enum(exportFormats),
});

/** Maximum unfinished batches per company. A batch can have hundreds of CVs, and all companies share the workers. */
const MAX_OPEN_BATCHES = 5;

export const createBatch = defineOperation({
  group: 'Exports',
  summary: 'Export several CVs as an archive',
  description:
    'Responds 202 immediately. The archive is a ZIP file that contains one file per CV and `manifest.json`, which maps files to CVs and explains why a CV has no file. Exports of single CVs have priority over batches. A company can have five unfinished batches. If a CV in the archive is deleted later, the archive is no longer available until you rebuild it with `POST /api/v1/exports/{id}/archive`.',
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
    const { record, firstBodyHash } = await exportRecords.putBatch(
      { companyId, exportId: randomBytes(32).toString('hex'), cvId: null, format },
      key === '' ? undefined : { idempotencyKey: key, bodyHash },
    );
    const isRepeated = firstBodyHash !== undefined;
    if (isRepeated && firstBodyHash !== bodyHash) throw keyReused();
    const { exportId } = record;
    const isStarted = async () =>
      (await exportQueue.findState(exportId)) !== undefined || (await artifacts.exists(archiveAddress(exportId)));
    // If the first request failed before it added the job, the repeated request adds it.
    if (isRepeated && (await isStarted())) return acceptedResponse(record);
    if (!(await isBelowBatchLimit(record, { exportRecords, exportQueue }))) {
      await exportRecords.remove(companyId, exportId);
      throw tooManyBatches();
    }
    await exportQueue.runBatch({ cvIds, companyId, format, address: exportId, requestId });
    return acceptedResponse(record);
  },
});

/** How long a batch without a job counts as in progress: its record is stored before its job is added. */
const JOB_CREATION_TIMEOUT_MS = 60_000;

type BatchDependencies = Pick<ExportDependencies, 'exportRecords' | 'exportQueue'>;

/**
 * Returns whether fewer than `MAX_OPEN_BATCHES` batches that the company opened before this one are in progress, so that
 * of concurrent requests the first ones win. Marks the records of batches that have ended as finished.
 */
export async function isBelowBatchLimit(
  record: ExportRecord,
  { exportRecords, exportQueue }: BatchDependencies,
): Promise<boolean> {
  let open = 0;
  for (const batch of await exportRecords.openBatches(record)) {
    if (await isInProgress(batch, exportQueue)) open += 1;
    else await exportRecords.markFinished(record.companyId, batch.exportId);
  }
  return open < MAX_OPEN_BATCHES;
}

async function isInProgress({ jobId, requestedAt }: OpenBatch, exportQueue: BatchDependencies['exportQueue']) {
  const job = await exportQueue.findState(jobId);
  if (!job) return Date.now() - requestedAt.getTime() < JOB_CREATION_TIMEOUT_MS;
  return job.state === 'waiting' || job.state === 'active';
}

export function tooManyBatches(): VitaeError {
  const message = `Your company already has ${MAX_OPEN_BATCHES} unfinished export batches. Wait until one finishes, or delete one.`;
  return new VitaeError('RESOURCE_EXHAUSTED', 'too_many_batches', message, { retryAfter: 10 });
}

function keyReused(): VitaeError {
  const message = 'This Idempotency-Key was already used with a different request body.';
  return new VitaeError('ALREADY_EXISTS', 'idempotency_key_reused', message);
}
