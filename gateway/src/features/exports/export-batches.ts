import { createHash, randomBytes } from 'node:crypto';
import { VitaeError } from '@vitae/kit/errors';
import type { Answer } from '@vitae/kit/http/answer';
import { exportFormats, mostOfBatch } from '@vitae/proto/export-job';
import { z } from 'zod';
import { idempotencyKey } from '../../http/preconditions.ts';
import type { Call } from '../../http/request-context.ts';
import { hasRoom, MOST_OPEN } from './batch-limit.ts';
import type { ExportRecord } from './export-records.ts';
import { acceptedAnswer, type ExportRouteDependencies } from './exports.ts';

export const batchInput = z.strictObject({
  cvIds: z
    .array(z.int().positive())
    .min(1)
    .max(mostOfBatch)
    .describe('Those that are not the company’s, or not there, are listed in the archive as failures.'),
  format: z.enum(exportFormats),
});

/** POST /exports: 202 and where to come back for an archive of many CVs. */
export function exportBatch({ records, queue, artifacts }: ExportRouteDependencies) {
  return async (call: Call & { body: z.output<typeof batchInput> }): Promise<Answer> => {
    const { format } = call.body;
    const cvIds = [...new Set(call.body.cvIds)];
    const { companyId, requestId } = call.caller;
    const key = idempotencyKey(call);
    const bodyHash = createHash('sha256').update(JSON.stringify({ cvIds, format })).digest('hex');
    const record = await records.putBatch(
      { companyId, address: randomBytes(32).toString('hex'), cvId: null, format },
      key === '' ? undefined : { idempotencyKey: key, bodyHash },
    );
    if (record.bodyHash !== undefined && record.bodyHash !== bodyHash) throw keyReused();
    const { address } = record;
    const isThere = async () => (await queue.state(address)) !== undefined || (await artifacts.stored(address));
    // The same call again finds the job or its archive, unless the first one broke off before it added any.
    if (record.bodyHash === undefined || !(await isThere())) {
      await expectRoom({ records, queue }, record);
      await queue.runBatch({ cvIds, companyId, format, address, requestId });
    }
    return acceptedAnswer(record);
  };
}

async function expectRoom(
  dependencies: Pick<ExportRouteDependencies, 'records' | 'queue'>,
  record: ExportRecord,
): Promise<void> {
  if (await hasRoom(dependencies, record)) return;
  await dependencies.records.remove(record.companyId, record.address);
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
