import { isUtf8 } from 'node:buffer';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { CsvError, parse } from 'csv-parse';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';

/** Why a ZIP file cannot be imported. */
export type ZipFault = 'damagedZip' | 'encryptedZip' | 'largeZip' | 'notLinkedIn' | 'linkedInColumns';

export class ZipRejection extends Error {
  readonly fault: ZipFault;
  /** The files that could not be read. */
  readonly files: readonly string[];

  constructor(fault: ZipFault, files: readonly string[] = [], cause?: unknown) {
    super(fault, { cause });
    this.fault = fault;
    this.files = files;
  }
}

/** What an import omits: files that are not read, files without known columns, columns (by name) and rows (by number). */
export type LeftOut = { kind: 'file' | 'unreadable' | 'columns' | 'column' | 'row'; file: string; detail: string };

export type Table = { file: string; header: string[]; rows: string[][] };

const MAX_ENTRIES = 2_000;
/** All files that are read, unpacked. The JSON of a CV has the same limit. */
const MAX_UNPACKED_BYTES = 1024 * 1024;
const MAX_COMPRESSION_RATIO = 100;
const MAX_ROWS = 5_000;
const MAX_COLUMNS = 200;
const MAX_ROW_BYTES = 100_000;
const MAX_NAME = 200;

/**
 * Reads the CSV files of a ZIP file that are known. Limits are checked before a file is unpacked. Folders are ignored.
 * @throws {ZipRejection}
 */
export async function readTables(
  content: Buffer,
  isKnown: (file: string) => boolean,
): Promise<{ tables: Table[]; leftOut: LeftOut[] }> {
  const tables: Table[] = [];
  const leftOut: LeftOut[] = [];
  let remaining = MAX_UNPACKED_BYTES;
  try {
    const zip = await fromBufferPromise(content, { lazyEntries: true, decodeStrings: false });
    if (zip.entryCount > MAX_ENTRIES) throw new ZipRejection('largeZip');
    for await (const entry of zip.eachEntry()) {
      const file = baseNameOf(entry);
      if (file === '') continue;
      if (!isKnown(file)) {
        leftOut.push({ kind: 'file', file, detail: '' });
        continue;
      }
      remaining -= entry.uncompressedSize;
      if (remaining < 0 || entry.uncompressedSize > MAX_COMPRESSION_RATIO * entry.compressedSize)
        throw new ZipRejection('largeZip');
      if (entry.isEncrypted()) throw new ZipRejection('encryptedZip');
      const table = await parseTable(await unpack(zip, entry));
      if (table) tables.push({ file, ...table });
      else leftOut.push({ kind: 'unreadable', file, detail: '' });
    }
  } catch (thrown) {
    if (thrown instanceof ZipRejection) throw thrown;
    const isEncrypted = thrown instanceof Error && /encrypt/.test(thrown.message);
    throw new ZipRejection(isEncrypted ? 'encryptedZip' : 'damagedZip', [], thrown);
  }
  return { tables, leftOut };
}

/** Returns the name without folders, or "" for a folder. */
function baseNameOf(entry: Entry): string {
  // Names are bytes because the decoder of the library rejects paths, and folders do not matter here.
  const path = (entry.fileName as unknown as Buffer).toString('utf8');
  return (path.split(/[/\\]/).at(-1) ?? '').trim().slice(0, MAX_NAME).toWellFormed();
}

async function unpack(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  // The stream fails if there are more bytes than the entry declares.
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk);
  const content = Buffer.concat(chunks);
  if (crc32(content) !== entry.crc32) throw new ZipRejection('damagedZip');
  return content;
}

/** Returns undefined for a file that is not valid CSV. */
async function parseTable(content: Buffer): Promise<Omit<Table, 'file'> | undefined> {
  if (!isUtf8(content)) return undefined;
  const options = { bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true };
  const parser = parse({ ...options, max_record_size: MAX_ROW_BYTES });
  const rows: string[][] = [];
  // Iterating over the stream would take much longer for each row.
  parser.on('data', (row: string[]) => {
    if (row.length > MAX_COLUMNS || rows.push(row.map((cell) => cell.trim())) > MAX_ROWS)
      parser.destroy(new ZipRejection('largeZip'));
  });
  try {
    await pipeline(slicesOf(content), parser);
  } catch (thrown) {
    if (thrown instanceof CsvError) return undefined;
    throw thrown;
  }
  const [header = [], ...others] = rows;
  return { header, rows: others };
}

/** The library creates an error for each row of another length than the header, so that short rows take long. */
const SLICE_BYTES = 256;

/** Waits for a turn of the event loop before each slice, so that parsing does not block other requests. */
async function* slicesOf(content: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < content.length; start += SLICE_BYTES) {
    await nextTurn();
    yield content.subarray(start, start + SLICE_BYTES);
  }
}
