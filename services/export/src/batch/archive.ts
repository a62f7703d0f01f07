import { type PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export type ArchiveEntry = {
  name: string;
  /** False for formats that are compressed already. */
  compress: boolean;
  open(): Promise<Readable>;
};

/** Streams a ZIP file of the entries. Entries are opened one after the other, so memory holds one chunk at a time. */
export function createArchive(entries: readonly ArchiveEntry[], modifiedAt: Date): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  zip.on('error', (error: Error) => output.destroy(error));
  for (const { name, compress, open } of entries) {
    zip.addReadStreamLazy(name, { mtime: modifiedAt, compress }, (opened) => {
      open().then(
        (stream) => opened(null, stream),
        (error: unknown) => opened(error, Readable.from([])),
      );
    });
  }
  zip.end();
  return output;
}
