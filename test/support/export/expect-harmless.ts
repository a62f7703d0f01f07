import { execFileSync } from 'node:child_process';
import type { JobFormat } from '@vitae/proto/export-job';
import { SaxesParser } from 'saxes';
import type { Canary } from './canary.ts';
import { zipParts } from './zip-parts.ts';

/** Returns the text of a file, decoded as its format requires. */
export function readableText(id: JobFormat, file: Buffer): string {
  if (id === 'docx' || id === 'odt')
    // The JSON Resume is data that no program shows.
    return [...zipParts(file)].flatMap(([name, part]) => (name === 'resume.json' ? [] : part.toString())).join('\n');
  if (id === 'doc') return `${file.toString('latin1')}\n${file.toString('utf16le')}`;
  if (id === 'pdf')
    return execFileSync('pdftotext', ['-', '-'], { input: file, maxBuffer: 64 * 1024 * 1024 }).toString();
  return file.toString();
}

function expectWellFormed(file: Buffer): void {
  for (const [name, part] of zipParts(file)) {
    if (!/\.(xml|rels|rdf)$/.test(name) || part.length === 0) continue;
    const parser = new SaxesParser({ xmlns: true, fileName: name });
    parser.on('error', (error) => {
      throw error;
    });
    parser.on('doctype', () => {
      throw new Error(`${name} declares a document type`);
    });
    parser.write(part.toString()).close();
  }
}

const ALLOWED_LINK = /^(https?:\/\/|mailto:|tel:)/;

/** Returns the targets of external links. */
function linksOf(id: JobFormat, file: Buffer): string[] {
  if (id === 'pdf') {
    const listed = execFileSync('pdfinfo', ['-url', '-'], { input: file }).toString();
    return [...listed.matchAll(/^\s*\d+\s+Annotation\s+(\S+)/gm)].map((match) => match[1] ?? '');
  }
  if (id === 'doc') return fieldsOf(file).flatMap((code) => /^ ?HYPERLINK "([^"]*)"/.exec(code)?.[1] ?? []);
  const xml = readableText(id, file);
  const external = [...xml.matchAll(/Target="([^"]*)" TargetMode="External"|TargetMode="External" Target="([^"]*)"/g)];
  const open = [...xml.matchAll(/xlink:href="([^"]*)"/g)];
  return [...external, ...open]
    .map((match) => match[1] ?? match[2] ?? '')
    .filter((to) => !/^(#|\.?\/?Pictures\/|Object|$)/.test(to));
}

// [MS-DOC], 2.8.25: a field begins with 13h, its code ends at 14h or, without a result, at 15h.
const [BEGIN, SEPARATOR, END] = ['\u0013', '\u0014', '\u0015'];

/** Returns the field codes of a Word 97 file. Codes with other characters than printable ASCII are unrelated data. */
function fieldsOf(file: Buffer): string[] {
  return (['latin1', 'utf16le'] as const).flatMap((encoding) => {
    const [, ...fields] = file.toString(encoding).split(BEGIN);
    return fields
      .filter((field) => field.includes(SEPARATOR) || field.includes(END))
      .map((field) => field.split(SEPARATOR)[0]?.split(END)[0]?.split('\u0001')[0] ?? '')
      .filter((code) => /^[ -~]{3,2000}$/.test(code));
  });
}

// ISO 32000-1, 12.6: actions other than navigation, and objects that contain actions or files.
const ACTIVE_IN_PDF =
  /\/(JavaScript|JS|Launch|EmbeddedFiles?|SubmitForm|ImportData|GoToR|RichMedia|AcroForm|OpenAction|AA)\b/g;

/** The JSON Resume that every file contains. */
const ATTACHED_RESUME =
  /\/Names <<\/EmbeddedFiles <<\/Names \[\(resume\.json\) \d+ 0 R\]>>>>|<<\/Type \/EmbeddedFile\n\/Subtype \/application#2Fjson\n/g;

/** Returns what a program would run, or request without a click on a link. */
function activeParts(id: JobFormat, file: Buffer): string[] {
  if (id === 'docx' || id === 'odt') {
    const names = [...zipParts(file).keys()].filter((name) => !ALLOWED_PARTS[id].test(name));
    const outside = readableText(id, file).match(/<Relationship [^>]*TargetMode="External"[^>]*>/g) ?? [];
    const fetched = outside.filter((relation) => !/Type="[^"]*\/relationships\/hyperlink"/.test(relation));
    const drawn = [...readableText(id, file).matchAll(/<([\w:-]+) [^>]*xlink:href="([^"]*)"/g)]
      .filter(([, element, to = '']) => element !== 'text:a' && !/^(#|\.?\/?Pictures\/|$)/.test(to))
      .map(([tag]) => tag);
    return [...names, ...fetched, ...drawn];
  }
  // Macros and embedded objects have storages of their own ([MS-DOC], 2.1). Storage names are UTF-16 ([MS-CFB], 2.6.1).
  if (id === 'doc')
    return ['Macros', '_VBA_PROJECT', 'VBA', 'ObjectPool', 'Ole10Native'].filter((name) =>
      file.includes(Buffer.from(`${name}\0`, 'utf16le')),
    );
  if (id === 'pdf')
    return (
      file
        .toString('latin1')
        .replace(/stream\r?\n[\s\S]*?endstream/g, '')
        .replace(ATTACHED_RESUME, '')
        .match(ACTIVE_IN_PDF) ?? []
    );
  return [];
}

/** The parts that exported files consist of. */
const ALLOWED_PARTS = {
  docx: /^(customXml\/(item|itemProps)1\.xml|customXml\/_rels\/item1\.xml\.rels|\[Content_Types\]\.xml|_rels\/\.rels|docProps\/\w+\.xml|word\/(_rels\/|theme\/)?\w+\.xml(\.rels)?|word\/media\/[\w.-]+\.(png|jpe?g|gif))$/,
  odt: /^(mimetype|resume\.json|resume-text\.sha256|(content|styles|meta|settings)\.xml|manifest\.rdf|META-INF\/manifest\.xml|layout-cache|Pictures\/\w+\.(png|jpe?g|gif)|Configurations2\/[\w/]+\/)$/,
};

/** Fails if a file runs code, sends requests, contains the canary's secret or links to a forbidden target. */
export function expectHarmless(files: Map<JobFormat, Buffer>, canary: Canary): void {
  for (const [id, file] of files) {
    expect([id, file.includes(canary.secret)]).toEqual([id, false]);
    expect([id, readableText(id, file).includes(canary.secret)]).toEqual([id, false]);
    expect([id, activeParts(id, file)]).toEqual([id, []]);
    if (id === 'txt' || id === 'json' || id === 'preview') continue;
    expect([id, linksOf(id, file).filter((link) => !ALLOWED_LINK.test(link))]).toEqual([id, []]);
  }
  const word = readableText('docx', files.get('docx') ?? Buffer.alloc(0));
  const codes = [...word.matchAll(/<w:instrText[^>]*>([^<]*)</g)].map((match) => match[1]?.trim());
  expect(new Set(codes)).toEqual(new Set(['PAGE', 'NUMPAGES']));
  expect(word).not.toMatch(/<w:(fldSimple|object|altChunk|subDoc|control)\b/);
  const open = readableText('odt', files.get('odt') ?? Buffer.alloc(0));
  expect(open).not.toMatch(
    /<(text:section-source|text:dde|office:dde|script:|text:script|draw:plugin|draw:applet|draw:object|office:event)/,
  );
  for (const code of fieldsOf(files.get('doc') ?? Buffer.alloc(0)))
    expect(code.trim()).toMatch(/^(HYPERLINK "(https?:|mailto:|tel:)|PAGE|NUMPAGES)/);
  for (const id of ['docx', 'odt'] as const) expectWellFormed(files.get(id) ?? Buffer.alloc(0));
  expect(
    execFileSync('pdfinfo', ['-js', '-'], { input: files.get('pdf') ?? Buffer.alloc(0) })
      .toString()
      .trim(),
  ).toBe('');
  JSON.parse((files.get('json') ?? Buffer.alloc(0)).toString());
}
