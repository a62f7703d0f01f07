import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { documentLimits, parseBoundedJson } from '@vitae/kit/bounded-json';
import { invalid, VitaeError } from '@vitae/kit/errors';
import { columns } from './output.ts';
import { callerFor } from './owner-of.ts';
import type { RunningSystem } from './running-system.ts';

export type ImportSettings = { user: number; main?: boolean; publish?: boolean; culture?: string };
export type ImportedCv = { id: number; title: string; report: { path: string; outcome: string; note: string }[] };

/** Every file is read and looked at before the first is stored: one that is wrong leaves nothing half done. */
export async function importCvs(
  system: RunningSystem,
  files: string[],
  settings: ImportSettings,
): Promise<ImportedCv[]> {
  const contents: Buffer[] = [];
  for (const file of files) contents.push(await readDocument(file));
  const resume = await system.resume();
  const caller = await callerFor({ user: settings.user }, system.companies, resume);
  const imported: ImportedCv[] = [];
  for (const [index, content] of contents.entries()) {
    const request = {
      content,
      user: { id: String(settings.user), byIdOrigin: false },
      main: Boolean(settings.main) && index === 0,
      publish: Boolean(settings.publish),
      culture: settings.culture ?? '',
      idempotencyKey: randomUUID(),
    };
    const { document, title, report } = await named(files[index] ?? '', () =>
      // A photo in it is drawn anew first.
      resume.call.CreateCv(request, { caller, deadlineMs: 30_000 }),
    );
    imported.push({
      id: document?.id ?? 0,
      title,
      report: report.map(({ path, outcome, note }) => ({ path, outcome, note })),
    });
  }
  return imported;
}

/** For a person: each CV, and of its fields those that were not simply taken. */
export function importLines(imported: readonly ImportedCv[]): string[] {
  return imported.flatMap(({ id, title, report }) => {
    const others = report.filter(({ outcome }) => outcome !== 'imported');
    const head = `CV ${id}  ${title}  (${report.length - others.length} fields imported)`;
    return [head, ...columns(others.map(({ path, outcome, note }) => [' ', outcome, path, note]))];
  });
}

async function readDocument(file: string): Promise<Buffer> {
  return named(file, async () => {
    const bytes = file === '-' ? await buffer(process.stdin) : await readUpTo(file, documentLimits.maxBytes);
    const value = parseBoundedJson(bytes);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw invalid('The document is not a JSON object.');
    return bytes;
  });
}

// One byte more than is allowed tells that a file is too large; 50 MB are not read for it.
async function readUpTo(file: string, most: number): Promise<Buffer> {
  const handle = await open(file, 'r').catch((cause: NodeJS.ErrnoException) => {
    throw new VitaeError('NOT_FOUND', 'file_not_readable', `The file cannot be read (${cause.code}).`, { cause });
  });
  try {
    if ((await handle.stat()).isDirectory()) throw invalid('It is a folder.');
    const bytes = Buffer.alloc(most + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length);
      length += bytesRead;
      if (bytesRead === 0 || length === bytes.length) return bytes.subarray(0, length);
    }
  } finally {
    await handle.close();
  }
}

/** An error says which of the files it is about. */
async function named<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const { code, reason, message, details } = VitaeError.from(thrown);
    const name = file === '-' ? 'standard input' : file;
    throw new VitaeError(code, reason, `${name}: ${message}`, { details, cause: thrown });
  }
}
