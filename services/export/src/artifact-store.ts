import type { Readable } from 'node:stream';
import type { JobFormat } from '@vitae/proto/export-job';

/** A finished file. */
export type Artifact = {
  /** The content address: what is stored under it never changes. */
  address: string;
  format: JobFormat;
  contentType: string;
  fileName: string;
  bytes: number;
  sha256: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
  /** Of an archive, the CVs whose files are in it. */
  cvIds?: readonly number[];
};

export type NewArtifact = Pick<Artifact, 'address' | 'format' | 'contentType' | 'fileName' | 'cvIds'> & {
  /** A stream is never held as a whole, and not read when there is a file already. */
  content: Buffer | Readable;
};

/** The first and last byte, both included. */
export type ByteRange = { start: number; end: number };

/**
 * Finished files by their address: each there once and whole, or not at all. Only a file whose
 * every byte is stored is ever found.
 */
export type ArtifactStore = {
  find(address: string): Promise<Artifact | undefined>;
  /** Finds a file, whose time starts anew. */
  renew(address: string): Promise<Artifact | undefined>;
  /** Keeps the file for the set time. When one is there already it stays, and its time starts anew. */
  save(artifact: NewArtifact): Promise<Artifact>;
  read(artifact: Artifact, range?: ByteRange): Promise<Readable>;
  /** Removes what has expired, and what a killed worker left half-written. */
  sweep(): Promise<{ expired: number; unfinished: number }>;
};
