import { Readable } from 'node:stream';
import type { ArchiveEntry } from '@vitae/kit/zip-archive';

/** A list as one JSON document. Memory holds one page. */
export function list(name: string, field: string, items: AsyncIterable<unknown>): ArchiveEntry {
  async function* parts(): AsyncGenerator<string> {
    yield `{"${field}":[`;
    let separator = '';
    for await (const item of items) {
      yield `${separator}\n${JSON.stringify(item)}`;
      separator = ',';
    }
    yield '\n]}\n';
  }
  return { name, compress: true, open: async () => Readable.from(parts(), { objectMode: false }) };
}

export function json(name: string, value: unknown): ArchiveEntry {
  return file(name, Buffer.from(`${JSON.stringify(value, null, 2)}\n`));
}

export function file(name: string, content: Buffer, compress = true): ArchiveEntry {
  return { name, compress, open: async () => Readable.from([content]) };
}
