import type { Caller } from '@vitae/kit/caller';
import { conflict, notFound, VitaeError } from '@vitae/kit/errors';
import type { ArtifactClient } from '@vitae/proto/clients/exports/artifact-client';
import type { ExportQueue } from '@vitae/proto/clients/exports/export-queue';
import type { Exports } from '@vitae/proto/clients/exports/exports';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import { archiveAddress, exportAddressOf } from '@vitae/proto/export-address';
import { contentAddress, type ExportFailure } from '@vitae/proto/export-job';
import type { ExportHead } from '@vitae/proto/gen/cv/resume/v1/ExportHead';
import type { RequestContext } from '../../http/request-context.ts';
import type { ExportRecord, ExportRecordStore } from './export-record-store.ts';

export type ExportDependencies = {
  exports: Exports;
  exportQueue: ExportQueue;
  artifacts: ArtifactClient;
  exportRecords: ExportRecordStore;
  resume: ResumeClient;
  /** How long an export request waits for the file before it responds 202. */
  exportWaitMs: number;
  /** Public address of the company API. */
  companyApiUrl: string;
};

export type ExportStatus = {
  record: ExportRecord;
  /** The id of the job that creates the file: the first job, or the latest rebuild of an archive. */
  jobId: string;
  state: 'waiting' | 'active' | 'completed' | 'failed';
  /** The address of the file, once completed. */
  address: string;
  expiresAt: string | null;
  failure: ExportFailure | undefined;
};

/**
 * Returns the status of the export that the path names. Throws NOT_FOUND for an export of a deleted CV, and
 * `archive_outdated` for an archive that contains one.
 */
export async function findExport(dependencies: ExportDependencies, context: RequestContext): Promise<ExportStatus> {
  const { resume, exportRecords } = dependencies;
  const { caller } = context;
  const record = await findRecord(dependencies, context);
  const head = record.cvId === null ? undefined : await resume.exportHead(record.cvId, caller);
  const status = await findStatus(record, dependencies, head);
  if (record.cvId === null && status.state === 'completed') {
    const { deleted } = await findArchivedCvs(status.address, caller, dependencies);
    if (deleted.length > 0) throw archiveOutdated(record);
  }
  if (status.failure) await exportRecords.close(record.companyId, record.address);
  return status;
}

export async function findRecord(
  { exportRecords }: ExportDependencies,
  { params, caller }: RequestContext,
): Promise<ExportRecord> {
  const id = contentAddress.safeParse(params.id);
  const record = id.success ? await exportRecords.find(caller.companyId, id.data) : undefined;
  if (!record) throw exportNotFound();
  return record;
}

/** Returns the status of the latest rebuild, or of the export itself. */
export async function findStatus(
  record: ExportRecord,
  dependencies: ExportDependencies,
  head?: ExportHead,
): Promise<ExportStatus> {
  const { address, rebuild } = record;
  const status =
    (rebuild && (await statusOfJob(rebuild.job, record, dependencies))) ??
    (await statusOfJob(address, record, dependencies, head));
  if (!status) throw exportNotFound();
  return status;
}

/** Returns undefined if neither the job nor its file exists. */
async function statusOfJob(
  jobId: string,
  record: ExportRecord,
  { exportQueue, artifacts, exportRecords }: ExportDependencies,
  head?: ExportHead,
): Promise<ExportStatus | undefined> {
  const { companyId, address } = record;
  const expected = record.cvId === null ? archiveAddress(jobId) : jobId;
  const status = { record, jobId, address: expected, expiresAt: null, failure: undefined };
  const file = jobId === address ? record.file : undefined;
  // The file can outlive its job, and its address can differ from that of the export.
  if (file && (await artifacts.exists(file.address))) return { ...status, ...file, state: 'completed' };
  const found = await exportQueue.findState(jobId);
  if (found?.state === 'failed') return { ...status, state: found.state, failure: found.failure };
  if (found?.state === 'waiting' || found?.state === 'active') return { ...status, state: found.state };
  const stored = found?.result.address ?? expected;
  // A process with access to the queue could have written another address.
  if (stored !== expected && !(head && stored === exportAddressOf(head, record.format))) return undefined;
  if (!(await artifacts.exists(stored))) return undefined;
  const expiresAt = found?.result.expiresAt ?? null;
  if (expiresAt && jobId === address) await exportRecords.close(companyId, address, { address: stored, expiresAt });
  return { ...status, state: 'completed', address: stored, expiresAt };
}

/** Returns the ids of the CVs in an archive, and the ids of those that were deleted after it was created. */
export async function findArchivedCvs(
  address: string,
  caller: Caller,
  { artifacts, resume }: ExportDependencies,
): Promise<{ cvIds: number[]; deleted: number[] }> {
  const cvIds = (await artifacts.archivedCvIds(address)) ?? [];
  const deleted: number[] = [];
  const reads = cvIds.map((id) =>
    resume.exportHead(id, caller).catch((thrown: unknown) => {
      if (VitaeError.from(thrown).code !== 'NOT_FOUND') throw thrown;
      deleted.push(id);
    }),
  );
  await Promise.all(reads);
  return { cvIds, deleted: deleted.sort((one, other) => one - other) };
}

export function exportNotFound(): VitaeError {
  return notFound('export_not_found', 'There is no such export, or its file has expired.');
}

function archiveOutdated({ address }: ExportRecord): VitaeError {
  return conflict(
    'archive_outdated',
    `A CV in this archive was deleted. Send POST /api/v1/exports/${address}/archive to rebuild the archive without it.`,
  );
}
