import type { ExportFormat } from '@vitae/proto/export-job';

/** An export for which a company received a status address. */
export type ExportRecord = {
  companyId: number;
  /** The id of the export, and of its first job. */
  address: string;
  /** Null for a batch. */
  cvId: number | null;
  format: ExportFormat;
  /** The stored file, once a caller has seen the export as completed. */
  file?: StoredFile | undefined;
  /** The latest rebuild of an archive. */
  rebuild?: Rebuild | undefined;
};

export type StoredFile = { address: string; expiresAt: string };

/** A job that rebuilds an archive, and when it was requested. */
export type Rebuild = { job: string; since: Date };

/** A batch that may be in progress: its latest job, and when that was requested. */
export type OpenBatch = { address: string; job: string; since: Date };

/** Makes `POST /exports` idempotent. */
export type BatchKey = { idempotencyKey: string; bodyHash: string };

export type ExportRecordStore = {
  put(record: ExportRecord): Promise<void>;
  /** Stores the record of a batch and opens it. Returns the stored record if the idempotency key was used before. */
  putBatch(record: ExportRecord, key: BatchKey | undefined): Promise<ExportRecord & { bodyHash?: string | undefined }>;
  /** Opens a batch for a rebuild. Returns false if the batch was deleted. */
  startRebuild(record: ExportRecord, job: string): Promise<boolean>;
  /** Undoes `startRebuild`; `record` is the record as it was before. */
  undoRebuild(record: ExportRecord): Promise<void>;
  /** Returns the open batches of the company that were opened before this one. */
  openBatches(record: ExportRecord): Promise<OpenBatch[]>;
  /** Marks a batch as finished and stores the location of the file. */
  close(companyId: number, address: string, file?: StoredFile): Promise<void>;
  /** Returns the removed record. */
  remove(companyId: number, address: string): Promise<ExportRecord | undefined>;
  find(companyId: number, address: string): Promise<ExportRecord | undefined>;
};
