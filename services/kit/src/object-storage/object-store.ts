import type { Readable } from 'node:stream';

/** An object that was stored for a company. */
export type ObjectRef = { key: string; companyId: number; bytes: number };

/** The first and last byte, both inclusive. */
export type ByteRange = { start: number; end: number };

export type NewObject = { key: string; companyId: number; contentType: string; content: Buffer | Readable };

/**
 * Stores files as objects of a bucket. An object is visible only when it is complete, and never changes. Keys are relative
 * to the folder of the process. Every method fails as UNAVAILABLE if the server does not respond.
 */
export type ObjectStore = {
  /**
   * Checks at startup that the process can write, read and delete objects.
   * @throws {SettingsError} that names the setting to correct
   */
  verify(): Promise<void>;
  /** Rejects if the server does not respond. */
  ready(): Promise<void>;
  /** Stores an object unless it exists. Memory holds a few parts of 5 MB of a stream. */
  put(object: NewObject): Promise<void>;
  /** Whether the object exists, is complete and belongs to the company. */
  exists(object: ObjectRef): Promise<boolean>;
  /** @throws {LostObjectError} if the object does not exist, is incomplete or belongs to another company */
  read(object: ObjectRef, range?: ByteRange): Promise<Readable>;
  /** Removes objects. Objects that do not exist are ignored. */
  remove(keys: readonly string[]): Promise<void>;
  /** Removes the parts of uploads of an object that did not finish. */
  removeParts(key: string): Promise<void>;
  /** Returns a URL at which anyone can download the object for a minute. */
  presign(object: ObjectRef, headers: { fileName: string; contentType: string }): Promise<string>;
  close(): void;
};

/** The object is missing, or is not the one that was stored. */
export class LostObjectError extends Error {
  constructor(key: string) {
    super(`The object ${key} is lost.`);
    this.name = 'LostObjectError';
  }
}
