import type { Caller } from '@vitae/kit/caller';
import { conflict, notFound, VitaeError } from '@vitae/kit/errors';
import type { ArtifactClient } from '@vitae/proto/clients/exports/artifact-client';
import type { ExportQueue } from '@vitae/proto/clients/exports/export-queue';
import type { Exports } from '@vitae/proto/clients/exports/exports';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import { archiveAddress, possibleAddressesOf } from '@vitae/proto/export-address';
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
  /** The address of the file, which exists once the state is `completed`. */
  fileAddress: string;
  /** Null until the state is `completed`. Afterwards null if the job was removed and the record has no time for this file. */
  expiresAt: string | null;
  /** Set if the state is `failed`. */
  failure: ExportFailure | undefined;
};

/**
 * Returns the status of the export in the request path, and updates its record if the export has ended. Throws
 * NOT_FOUND if its CV was deleted, and `archive_outdated` if a CV in its archive was deleted.
 */
export async function refreshExport(context: RequestContext, dependencies: ExportDependencies): Promise<ExportStatus> {
  const { caller } = context;
  const { resume, exportRecords } = dependencies;
  const record = await findRecord(context, dependencies);
  const head = record.cvId === null ? undefined : await resume.exportHead(record.cvId, caller);
  const status = await refreshStatus(record, dependencies, head);
  if (record.cvId === null && status.state === 'completed') {
    const { deletedCvIds } = await findArchivedCvs(status.fileAddress, caller, dependencies);
    if (deletedCvIds.length > 0) throw archiveOutdated(record);
  }
  if (status.failure) await exportRecords.markFinished(record.companyId, record.exportId);
  return status;
}

export async function findRecord(
  { params, caller }: RequestContext,
  { exportRecords }: ExportDependencies,
): Promise<ExportRecord> {
  const exportId = contentAddress.safeParse(params.id);
  const record = exportId.success ? await exportRecords.find(caller.companyId, exportId.data) : undefined;
  if (!record) throw exportNotFound();
  return record;
}

/**
 * Returns the status of the first that exists: the latest rebuild, the file stored in the record, the first job. If the
 * first job is completed, stores the location of its file in the record: the file can outlive the job.
 * @param head the current version of the CV, for the export of a single CV
 */
export async function refreshStatus(
  record: ExportRecord,
  dependencies: ExportDependencies,
  head?: ExportHead,
): Promise<ExportStatus> {
  const { companyId, exportId, rebuild } = record;
  const status =
    (rebuild && (await jobStatus(rebuild.jobId, record, dependencies))) ??
    (await storedFileStatus(record, dependencies)) ??
    (await jobStatus(exportId, record, dependencies, head));
  if (!status) throw exportNotFound();
  const { jobId, fileAddress, expiresAt } = status;
  if (expiresAt && expiresAt !== record.file?.expiresAt && jobId === exportId)
    await dependencies.exportRecords.markFinished(companyId, exportId, { address: fileAddress, expiresAt });
  return status;
}

/**
 * Returns the status of an export whose file location is stored in the record. The file can outlive its job, and its
 * address can differ from the id of the export.
 */
async function storedFileStatus(
  record: ExportRecord,
  { artifacts }: ExportDependencies,
): Promise<ExportStatus | undefined> {
  const { exportId, file } = record;
  if (!file || !(await artifacts.exists(file.address))) return undefined;
  const { address: fileAddress, expiresAt } = file;
  return { record, jobId: exportId, state: 'completed', fileAddress, expiresAt, failure: undefined };
}

/**
 * Returns the status of a job, or of its file if the job no longer exists. Returns undefined if neither exists, or if the
 * job is completed without a usable file.
 * @param head allows a file at the address of the current version, if the CV changed after the request
 */
async function jobStatus(
  jobId: string,
  record: ExportRecord,
  { exportQueue, artifacts }: ExportDependencies,
  head?: ExportHead,
): Promise<ExportStatus | undefined> {
  const expectedAddress = record.cvId === null ? archiveAddress(jobId) : jobId;
  const status = { record, jobId, fileAddress: expectedAddress, expiresAt: null, failure: undefined };
  const job = await exportQueue.findState(jobId);
  if (job?.state === 'failed') return { ...status, state: job.state, failure: job.failure };
  if (job?.state === 'waiting' || job?.state === 'active') return { ...status, state: job.state };
  const fileAddress = job?.result.address ?? expectedAddress;
  const currentAddresses = head ? possibleAddressesOf(head, record.format) : [];
  // Any other address is ignored: a process with access to the queue could have written it.
  if (fileAddress !== expectedAddress && !currentAddresses.includes(fileAddress)) return undefined;
  if (!(await artifacts.exists(fileAddress))) return undefined;
  return { ...status, state: 'completed', fileAddress, expiresAt: job?.result.expiresAt ?? null };
}

/** Returns the ids of the CVs in an archive, and the ids of those that were deleted after it was created. */
export async function findArchivedCvs(
  fileAddress: string,
  caller: Caller,
  { artifacts, resume }: ExportDependencies,
): Promise<{ cvIds: number[]; deletedCvIds: number[] }> {
  const cvIds = (await artifacts.archivedCvIds(fileAddress)) ?? [];
  const deletedCvIds: number[] = [];
  const reads = cvIds.map((id) =>
    resume.exportHead(id, caller).catch((thrown: unknown) => {
      if (VitaeError.from(thrown).code !== 'NOT_FOUND') throw thrown;
      deletedCvIds.push(id);
    }),
  );
  await Promise.all(reads);
  return { cvIds, deletedCvIds: deletedCvIds.sort((one, other) => one - other) };
}

export function exportNotFound(): VitaeError {
  return notFound('export_not_found', 'There is no such export, or its file has expired.');
}

function archiveOutdated({ exportId }: ExportRecord): VitaeError {
  return conflict(
    'archive_outdated',
    `A CV in this archive was deleted. Send POST /api/v1/exports/${exportId}/archive to rebuild the archive without it.`,
  );
}
