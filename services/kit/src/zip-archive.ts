import { finished, type PassThrough, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export type ArchiveEntry = {
  name: string;
  /** False for formats that are compressed already. */
  compress: boolean;
  open(): Promise<Readable>;
};

/**
 * Streams a ZIP file of the entries. Each entry is requested and opened after the previous one was read, so memory holds one
 * chunk at a time. If an entry fails, the stream fails, so that no incomplete file looks complete.
 */
export function createArchive(
  entries: Iterable<ArchiveEntry> | AsyncIterable<ArchiveEntry>,
  modifiedAt: Date,
): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  const fail = (error: Error) => output.destroy(error);
  zip.on('error', fail);
  addEntries(zip, entries, modifiedAt).then(() => zip.end(), fail);
  return output;
}

async function addEntries(
  zip: ZipFile,
  entries: Iterable<ArchiveEntry> | AsyncIterable<ArchiveEntry>,
  mtime: Date,
): Promise<void> {
  for await (const { name, compress, open } of entries)
    await new Promise<void>((resolve, reject) => {
      zip.addReadStreamLazy(name, { mtime, compress }, (callback) => {
        open().then((stream) => {
          // yazl does not notice streams that fail.
          finished(stream, { writable: false }, (error) => (error ? reject(error) : resolve()));
          callback(null, stream);
        }, reject);
      });
    });
}
