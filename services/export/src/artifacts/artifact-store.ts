import type { Readable } from 'node:stream';
import type { ByteRange } from '@vitae/kit/object-storage/object-store';
import type { MoveFiles } from '@vitae/kit/object-storage/stored-files';
import type { JobFormat, PageLayout } from '@vitae/proto/export-job';

/** A stored file. */
export type Artifact = {
  /** The content address of a file, or the address derived from the job id of a batch (`archiveAddress`). */
  address: string;
  format: JobFormat;
  contentType: string;
  fileName: string;
  bytes: number;
  sha256: string;
  /** Unix time in milliseconds. */
  expiresAt: number;
  /** The company of the CVs in the file. */
  companyId: number;
  /** The CV of a file that is not an archive. */
  cvId?: number;
  /** For an archive: the CVs that it contains. */
  cvIds?: readonly number[];
  /** For a file with pages. */
  layout?: PageLayout;
  /** The signed receipt (proto/src/export-receipt.ts). */
  receipt?: string;
};

export type NewArtifact = Pick<
  Artifact,
  'address' | 'format' | 'contentType' | 'fileName' | 'companyId' | 'cvId' | 'cvIds' | 'layout' | 'receipt'
> & {
  /** A stream is stored chunk by chunk, and not read if the address is already stored. */
  content: Buffer | Readable;
};

/** Stores files by content address. A file is visible only when all its bytes are stored. */
export type ArtifactStore = {
  find(address: string): Promise<Artifact | undefined>;
  /** Finds a file and restarts its retention time. */
  renew(address: string): Promise<Artifact | undefined>;
  /** Stores a file. If the address is already stored, returns that file and restarts its retention time. */
  save(artifact: NewArtifact): Promise<Artifact>;
  read(artifact: Artifact, range?: ByteRange): Promise<Readable>;
  /** Returns a URL at which anyone can download the file for a minute; undefined if only the worker can read it. */
  presign(artifact: Artifact): Promise<string | undefined>;
  /** Moves a batch of files from GridFS to the object storage. */
  moveFiles: MoveFiles;
  /** Removes a batch of expired files and of the bytes that killed workers left behind. */
  sweep(): Promise<SweptFiles>;
  /** Returns the expired files that are not deleted yet. Counts at most `max`. */
  backlog(max: number): Promise<Backlog>;
};

/** How many were removed, and whether nothing is left. */
export type SweptFiles = { expired: number; unfinished: number; isLast: boolean };

/** How many files are overdue, and for how long the oldest is. */
export type Backlog = { count: number; oldestSeconds: number };
