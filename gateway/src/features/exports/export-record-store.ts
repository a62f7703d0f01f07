import type { ExportFormat } from '@vitae/proto/export-job';

/** An export for which a company received a status address. */
export type ExportRecord = {
  companyId: number;
  /** The public id of the export, and the id of its first job. */
  exportId: string;
  /** Null for a batch. */
  cvId: number | null;
  format: ExportFormat;
  /** The stored file, once a caller has seen the export as completed. */
  file?: StoredFile | undefined;
  /** The latest rebuild or retry of a batch. */
  rebuild?: Rebuild | undefined;
};

/** A record before its file exists. */
export type NewExportRecord = Omit<ExportRecord, 'file' | 'rebuild'>;

type StoredFile = { address: string; expiresAt: string };

/** A job that rebuilds an archive or retries a batch. */
type Rebuild = { jobId: string; requestedAt: Date };

/** A batch that counts toward the limit of its company while its latest job, the first or a rebuild, is in progress. */
export type OpenBatch = { exportId: string; jobId: string; requestedAt: Date };

/** Makes `POST /exports` idempotent. */
export type BatchKey = { idempotencyKey: string; bodyHash: string };

export type ExportRecordStore = {
  /** Stores the record of a single CV's export, or replaces the record of an earlier export of the same file. */
  put(record: NewExportRecord): Promise<void>;
  /**
   * Stores the record of a batch and marks it as open. If the idempotency key was used before, returns the record and the
   * body hash of the first request.
   */
  putBatch(
    record: NewExportRecord,
    key: BatchKey | undefined,
  ): Promise<{ record: ExportRecord; firstBodyHash?: string | undefined }>;
  /**
   * Marks a batch as open for a rebuild. Returns undefined if the batch was deleted. `undo` does nothing if another request
   * has started a rebuild after this one.
   */
  startRebuild(
    record: Pick<ExportRecord, 'companyId' | 'exportId'>,
    jobId: string,
  ): Promise<{ undo(): Promise<void> } | undefined>;
  /** Returns the open batches of the company that were opened before this one. */
  openBatches(record: ExportRecord): Promise<OpenBatch[]>;
  /** Marks an export as finished. Stores the location of its file, if it has one. */
  markFinished(companyId: number, exportId: string, file?: StoredFile): Promise<void>;
  /** Returns the removed record. */
  remove(companyId: number, exportId: string): Promise<ExportRecord | undefined>;
  find(companyId: number, exportId: string): Promise<ExportRecord | undefined>;
};
