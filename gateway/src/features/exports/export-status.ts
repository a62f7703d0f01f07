import { notFound } from '@vitae/kit/errors';
import type { ExportFailure } from '@vitae/proto/export-job';
import type { ExportRecord } from './export-records.ts';
import type { ExportDependencies } from './exports.ts';

export type FoundExport = {
  record: ExportRecord;
  /** Which job makes it: not the first one of an archive that is packed again. */
  job: string;
  state: 'waiting' | 'active' | 'completed' | 'failed';
  /** Where its file is, once it is completed. */
  address: string;
  expiresAt: string | null;
  failure: ExportFailure | undefined;
};

/** How far an export is, by its record or another job's that makes it. */
export async function lookUp(
  record: ExportRecord,
  { exportQueue, artifacts, exportRecords }: ExportDependencies,
  job = record.address,
): Promise<FoundExport> {
  const { companyId, address } = record;
  const nothing = { record, job, address: job, expiresAt: null, failure: undefined };
  const file = job === address ? record.file : undefined;
  // Its job may be gone before it, and the file need not be under the export's own address.
  if (file && (await artifacts.exists(file.address))) return { ...nothing, ...file, state: 'completed' };
  const found = await exportQueue.findState(job);
  if (found?.state === 'failed') return { ...nothing, state: found.state, failure: found.failure };
  if (found?.state === 'waiting' || found?.state === 'active') return { ...nothing, state: found.state };
  const stored = found?.result.address ?? job;
  if (!(await artifacts.exists(stored))) throw exportNotFound();
  const expiresAt = found?.result.expiresAt ?? null;
  if (expiresAt && job === address) await exportRecords.close(companyId, address, { address: stored, expiresAt });
  return { ...nothing, state: 'completed', address: stored, expiresAt };
}

export function exportNotFound() {
  return notFound('export_not_found', 'There is no such export, or its file is no longer kept.');
}
