import { isUtf8 } from 'node:buffer';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { readZip, ZipRejection } from '../read-zip.ts';

/**
 * What an import omits: files that are not read, files without known columns, columns (by name) and rows (by number).
 * `missing` has the names of columns that a file should have. `edited`: the texts of a document were changed after its export,
 * and the CV does not have the changes.
 */
export type LeftOut = {
  kind: 'file' | 'unreadable' | 'columns' | 'missing' | 'column' | 'row' | 'edited';
  file: string;
  detail: string;
};

export type Table = { file: string; header: string[]; rows: string[][] };

const MAX_ROWS = 5_000;
const MAX_COLUMNS = 200;
const MAX_ROW_BYTES = 100_000;
const MAX_NAME = 200;

/**
 * Reads the CSV files of a ZIP file that are known. Folders are ignored.
 * @throws {ZipRejection}
 */
export async function readTables(
  zipped: Buffer,
  isKnown: (file: string) => boolean,
): Promise<{ tables: Table[]; leftOut: LeftOut[] }> {
  const tables: Table[] = [];
  const leftOut: LeftOut[] = [];
  for await (const { path, content } of readZip(zipped, (path) => isKnown(baseNameOf(path)))) {
    const file = baseNameOf(path);
    const table = content && (await parseTable(content));
    if (table) tables.push({ file, ...table });
    else leftOut.push({ kind: content ? 'unreadable' : 'file', file, detail: '' });
  }
  return { tables, leftOut };
}

const baseNameOf = (path: string): string => (path.split('/').at(-1) ?? '').trim().slice(0, MAX_NAME);

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
