import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createArchive } from '@vitae/kit/zip-archive';

/** Returns a ZIP file of files by name. */
export function zipOf(files: Record<string, string | Buffer>, compress = true): Promise<Buffer> {
  const entries = Object.entries(files).map(([name, content]) => ({
    name,
    compress,
    open: async () => Readable.from([Buffer.from(content)]),
  }));
  return buffer(createArchive(entries, new Date(0)));
}
