import { type PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export type ArchiveEntry = {
  name: string;
  /** Whether packing makes it smaller: PDF, ODT and DOCX are packed already. */
  compress: boolean;
  open(): Promise<Readable>;
};

/** A ZIP of the entries, each opened when it is its turn: no more than one chunk of one file is held. */
export function archiveOf(entries: readonly ArchiveEntry[], madeAt: Date): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  zip.on('error', (error: Error) => output.destroy(error));
  for (const { name, compress, open } of entries) {
    zip.addReadStreamLazy(name, { mtime: madeAt, compress }, (opened) => {
      open().then(
        (stream) => opened(null, stream),
        (error: unknown) => opened(error, Readable.from([])),
      );
    });
  }
  zip.end();
  return output;
}
