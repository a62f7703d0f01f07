import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { parseBoundedJson } from '@vitae/kit/bounded-json';
import { documentTypeOf, readEmbeddedResume } from '@vitae/kit/embedded-resume';
import { invalid, VitaeError } from '@vitae/kit/errors';
import { type ParseError, parse } from 'jsonc-parser';
import { callerFor } from './caller-for.ts';
import { columns } from './output.ts';
import type { RunningSystem } from './running-system.ts';

type ImportSettings = { user: number; company?: number; main?: boolean; publish?: boolean; culture?: string };
type ImportedCv = { id: number; title: string; report: { path: string; outcome: string; note: string }[] };

/** How often an import is tried while the system is unavailable: for at least 16 s. */
const MAX_ATTEMPTS = 10;
const FIRST_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 5_000;

/**
 * Reads and validates every file before it connects and imports the first one. Repeats an import if its response is lost
 * or the system is busy. The idempotency key prevents a second CV.
 */
export async function importCvs(
  connect: () => Promise<Pick<RunningSystem, 'companies' | 'resume'>>,
  files: string[],
  settings: ImportSettings,
  wait: (ms: number) => Promise<unknown> = pause,
): Promise<ImportedCv[]> {
  const contents: ReadDocument[] = [];
  for (const file of files) contents.push(await readDocument(file));
  const system = await connect();
  const resume = await system.resume();
  const caller = await callerFor({ user: settings.user, company: settings.company }, system.companies, resume);
  const imported: ImportedCv[] = [];
  for (const [index, { content, isEdited }] of contents.entries()) {
    const request = {
      content,
      user: { id: String(settings.user), byIdOrigin: false },
      main: Boolean(settings.main) && index === 0,
      publish: Boolean(settings.publish),
      culture: settings.culture ?? '',
      idempotencyKey: randomUUID(),
    };
    // Photos are re-encoded, which takes longer.
    const create = () => resume.call.CreateCv(request, { caller, deadlineMs: 30_000 });
    const { document, title, report } = await withFileName(
      files[index] ?? '',
      () => retryWhileUnavailable(create, wait),
      describeProgress(imported, files.length),
    );
    imported.push({
      id: document?.id ?? 0,
      title,
      report: [...(isEdited ? [EDITED] : []), ...report.map(({ path, outcome, note }) => ({ path, outcome, note }))],
    });
  }
  return imported;
}

async function retryWhileUnavailable<T>(create: () => Promise<T>, wait: (ms: number) => Promise<unknown>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await create();
    } catch (thrown) {
      if (VitaeError.from(thrown).code !== 'UNAVAILABLE' || attempt === MAX_ATTEMPTS) throw thrown;
      const backoff = Math.min(FIRST_BACKOFF_MS * 2 ** attempt, MAX_BACKOFF_MS);
      await wait(backoff * (0.5 + Math.random() / 2));
    }
  }
}

/** Says which files of several were imported before an error, so that they are not imported a second time. */
function describeProgress(imported: readonly ImportedCv[], files: number): string {
  if (imported.length === 0) return files > 1 ? ' No file was imported.' : '';
  const ids = imported.map(({ id }) => id).join(', ');
  return ` Of ${files} files, the first ${imported.length} were imported, as CV ${ids}.`;
}

/** The texts of the CV are not those that the file shows. */
const EDITED = { path: '(document)', outcome: 'edited', note: 'Texts of the document were changed.' };

const LEGEND = {
  edited:
    'edited: the document was changed after Vitae exported it. The CV has the texts of the export, not the changed ones. Change them in the editor, or import a JSON Resume file.',
  kept: 'kept: the CV has no such field, or the value is not valid. Documents show it only if its note says so. It is stored beside the CV and returned by exports to JSON.',
  repaired: 'repaired: converted to fit the CV. The original value is stored beside it.',
  dropped: 'dropped: not stored.',
};

/** Returns a line for each CV and for each field that was not imported unchanged. */
export function importLines(imported: readonly ImportedCv[]): string[] {
  return imported.flatMap(({ id, title, report }) => {
    const others = report.filter(({ outcome }) => outcome !== 'imported');
    const head = `CV ${id}  ${title}  (${report.length - others.length} fields imported)`;
    const outcomes = new Set(others.map(({ outcome }) => outcome));
    const legend = Object.entries(LEGEND).flatMap(([outcome, text]) => (outcomes.has(outcome) ? `  ${text}` : []));
    return [head, ...columns(others.map(({ path, outcome, note }) => [' ', outcome, path, note])), ...legend];
  });
}

type ReadDocument = { content: Buffer; isEdited: boolean };

async function readDocument(file: string): Promise<ReadDocument> {
  return withFileName(file, async () => {
    const read = file === '-' ? await buffer(process.stdin) : await readUpTo(file, MAX_DOCUMENT_BYTES);
    const { content, isEdited } = await resumeIn(read);
    const value = parseJsonFile(content);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw invalid('The document is not a JSON object.');
    if (Object.keys(value).length === 0) throw invalid('The document has no fields.');
    return { content, isEdited };
  });
}

/** The maximum size of a PDF, Word or OpenDocument file. The limit of JSON is smaller. */
const MAX_DOCUMENT_BYTES = 8 * 1024 * 1024;

/** Returns the JSON Resume in a document that Vitae exported, and other files unchanged. */
async function resumeIn(file: Buffer): Promise<ReadDocument> {
  if (file.length > MAX_DOCUMENT_BYTES && documentTypeOf(file))
    throw invalid(`The document is larger than ${MAX_DOCUMENT_BYTES} bytes.`);
  const embedded = await readEmbeddedResume(file);
  if (embedded === 'foreign')
    throw invalid(
      'The document contains no CV data. Only PDF, Word (.docx) and OpenDocument files that Vitae exported without anonymizing can be imported. Import a JSON Resume file instead.',
    );
  return embedded ?? { content: file, isEdited: false };
}

/** @throws {VitaeError} INVALID_ARGUMENT that names line and column of a syntax error */
function parseJsonFile(bytes: Buffer): unknown {
  try {
    return parseBoundedJson(bytes);
  } catch (thrown) {
    const { code, reason, message, cause } = VitaeError.from(thrown);
    if (reason !== 'not_json' || !(cause instanceof SyntaxError)) throw thrown;
    throw new VitaeError(code, reason, `${message} ${describeSyntaxError(cause, new TextDecoder().decode(bytes))}`, {
      cause,
    });
  }
}

/** V8 does not always say where the error is. */
function describeSyntaxError({ message }: SyntaxError, text: string): string {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  const before = text.slice(0, errors[0]?.offset ?? text.length).split('\n');
  const reason = message.replace(/ in JSON at position .*|, (?:\.\.\.)?".*| at position .*/s, '');
  return `Line ${before.length}, column ${(before.at(-1) ?? '').length + 1}: ${reason}.`;
}

// Reads at most one byte more than allowed, which suffices to reject a larger file.
async function readUpTo(file: string, maxBytes: number): Promise<Buffer> {
  const handle = await open(file, 'r').catch((cause: NodeJS.ErrnoException) => {
    throw new VitaeError('NOT_FOUND', 'file_not_readable', `Cannot read the file (${cause.code}).`, { cause });
  });
  try {
    if ((await handle.stat()).isDirectory()) throw invalid('The path is a directory.');
    const bytes = Buffer.alloc(maxBytes + 1);
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

/** Adds the file name and a further explanation to errors. */
async function withFileName<T>(file: string, work: () => Promise<T>, explanation = ''): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const { code, reason, message, details } = VitaeError.from(thrown);
    const name = file === '-' ? 'standard input' : file;
    throw new VitaeError(code, reason, `${name}: ${message}${explanation}`, { details, cause: thrown });
  }
}
