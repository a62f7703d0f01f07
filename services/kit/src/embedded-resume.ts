import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { crc32, inflate } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { documentLimits } from './bounded-json.ts';

// The JSON Resume in exported documents. services/export writes it; imports read it here.

/** The name of the JSON Resume in PDF and OpenDocument files. */
export const RESUME_FILE = 'resume.json';
/** The XML namespace of the JSON Resume in Word documents. */
export const JSON_RESUME_NAMESPACE = 'urn:vitae:json-resume';

const MAX_ENTRIES = 2_000;
const MAX_BYTES = documentLimits.maxBytes;
/** XML escapes make the text longer. */
const MAX_XML_BYTES = 2 * MAX_BYTES;
/** The maximum size of all unpacked parts of a package. Word documents have few custom XML parts. */
const MAX_UNPACKED_BYTES = 4 * MAX_BYTES;
/** The text of larger documents is not compared, because that would delay other requests. */
const MAX_COMPARED_BYTES = 1_000_000;

/**
 * What a file contains: the JSON Resume of a document that Vitae exported, `foreign` for another document (PDF, Word,
 * OpenDocument), or undefined for a file of another type. `isEdited`: whether the text of the document was changed after it
 * was exported.
 */
export type EmbeddedResume = { content: Buffer; isEdited: boolean } | 'foreign' | undefined;

/** Reads the JSON Resume from a document. The type is recognized by the content of the file. */
export async function readEmbeddedResume(file: Buffer): Promise<EmbeddedResume> {
  switch (documentTypeOf(file)) {
    case 'pdf': {
      const content = await resumeInPdf(file);
      return content ? { content, isEdited: false } : 'foreign';
    }
    case 'package':
      return resumeInPackage(file);
    case 'word97':
      return 'foreign';
    default:
      return undefined;
  }
}

/** `package`: a ZIP file, such as a Word or OpenDocument file. */
export function documentTypeOf(file: Buffer): 'pdf' | 'package' | 'word97' | undefined {
  // Other data may precede the head of a PDF, and a JSON document may contain this text.
  if (/^[^{]*%PDF-/.test(file.toString('latin1', 0, 1_024))) return 'pdf';
  if (file.subarray(0, 4).equals(ZIP_START)) return 'package';
  return file.subarray(0, 8).equals(WORD_97_START) ? 'word97' : undefined;
}

const ZIP_START = Buffer.from('PK\u0003\u0004');
const WORD_97_START = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** Vitae writes the attachment in this form. Other programs may compress it together with other objects. */
const PDF_ATTACHMENT =
  /\n<<\/Type \/EmbeddedFile\n\/Subtype \/application#2Fjson\n\/Params <<\/Size \d{1,9}\n\/ModDate \(D:\d{14}[^()]{0,10}\)>>\n\/Filter \/FlateDecode\n\/Length (\d{1,9})>> stream\n/;
const PDF_ATTACHMENT_START = '\n<</Type /EmbeddedFile\n';

async function resumeInPdf(file: Buffer): Promise<Buffer | undefined> {
  // The update with the attachment is at the end of the file.
  const at = file.lastIndexOf(PDF_ATTACHMENT_START, undefined, 'latin1');
  if (at === -1 || !file.includes(`/F (${RESUME_FILE})\n`)) return undefined;
  const head = PDF_ATTACHMENT.exec(file.toString('latin1', at, at + 300));
  if (head?.index !== 0) return undefined;
  const start = at + head[0].length;
  try {
    return await promisify(inflate)(file.subarray(start, start + Number(head[1])), { maxOutputLength: MAX_BYTES });
  } catch {
    return undefined; // Damaged, or larger than any CV.
  }
}

const CUSTOM_XML = /^customXml\/item\d{1,4}\.xml$/;

/** A part of a Word or OpenDocument file. `size` is the declared one. */
type Part = { name: string; size: number; unpacked(): Promise<Buffer | undefined> };

/** Yields the parts of a Word or OpenDocument file, none if there are too many. Throws if it is damaged. */
async function* partsOf(file: Buffer): AsyncGenerator<Part, void, void> {
  const zip = await fromBufferPromise(file, { lazyEntries: true, decodeStrings: false });
  if (zip.entryCount > MAX_ENTRIES) return;
  for await (const entry of zip.eachEntry())
    yield {
      name: (entry.fileName as unknown as Buffer).toString('latin1'),
      size: entry.uncompressedSize,
      unpacked: () => unpack(zip, entry),
    };
}

/** The file with the hash of the visible text of an OpenDocument file when it was exported. */
export const TEXT_HASH_FILE = 'resume-text.sha256';
const TEXT_PARTS = ['word/document.xml', 'content.xml'];
const TEXT_HASH = /\stext="([0-9a-f]{64})"/;

/**
 * Returns the SHA-256 of the letters and digits that a document shows: of `word/document.xml` or `content.xml`. Programs that
 * save a document divide its text into other elements, but keep it. Deleted text of tracked changes is not shown.
 */
export function visibleTextHash(xml: string): string {
  const body = /<office:text[\s>]/.exec(xml);
  const isShown = (tag: string) => body !== null || /^w:t(?:\s|$)/.test(tag);
  const shown: string[] = [];
  for (const [tag, text] of textsOf(xml, body?.index ?? 0)) if (isShown(tag)) shown.push(text);
  const letters = unescapeXml(shown.join(''))
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
  return createHash('sha256').update(letters).digest('hex');
}

/** Yields the text after each tag. A regular expression would take quadratic time for tags that do not end. */
function* textsOf(xml: string, start: number): Generator<[tag: string, text: string], void, void> {
  let open = xml.indexOf('<', start);
  while (open >= 0) {
    const close = xml.indexOf('>', open);
    if (close < 0) return;
    const next = xml.indexOf('<', close);
    yield [xml.slice(open + 1, close), xml.slice(close + 1, next < 0 ? xml.length : next)];
    open = next;
  }
}

/** What the parts of a Word or OpenDocument file contain: the JSON Resume, the hash of the exported text, and the shown text. */
type PackageContent = { isDocument: boolean; resume?: Buffer; exported?: string | undefined; shown?: string };

async function resumeInPackage(file: Buffer): Promise<EmbeddedResume> {
  const { isDocument, resume, exported, shown } = await readPackage(file);
  if (!resume) return isDocument ? 'foreign' : undefined;
  const isComparable = exported !== undefined && shown !== undefined;
  return { content: resume, isEdited: isComparable && exported !== visibleTextHash(shown) };
}

/** Unpacks each part at most once. Limits are checked before a part is unpacked. */
async function readPackage(file: Buffer): Promise<PackageContent> {
  const found: PackageContent = { isDocument: false };
  let remaining = MAX_UNPACKED_BYTES;
  try {
    for await (const { name, size, unpacked } of partsOf(file)) {
      found.isDocument ||= name === '[Content_Types].xml' || name === 'mimetype';
      const maxBytes = TEXT_PARTS.includes(name) ? MAX_COMPARED_BYTES : MAX_XML_BYTES;
      if (!isRelevant(name) || size > maxBytes) continue;
      remaining -= size;
      if (remaining < 0) break;
      const content = await unpacked();
      if (content) addPart(name, content, found);
    }
  } catch {
    // Damaged or encrypted. The import of ZIP files from other services reports the reason.
  }
  return found;
}

const isRelevant = (name: string) =>
  name === RESUME_FILE || name === TEXT_HASH_FILE || TEXT_PARTS.includes(name) || CUSTOM_XML.test(name);

function addPart(name: string, content: Buffer, found: PackageContent): void {
  if (name === RESUME_FILE) {
    // Other ZIP files may have a file of this name.
    if (found.isDocument) found.resume ??= content;
  } else if (name === TEXT_HASH_FILE) found.exported ??= content.toString().trim();
  else if (TEXT_PARTS.includes(name)) found.shown = content.toString();
  else {
    const xml = content.toString();
    const resume = resumeInXml(xml);
    if (!resume || found.resume) return;
    found.resume = resume;
    found.exported ??= TEXT_HASH.exec(xml.slice(0, 1_000))?.[1];
  }
}

async function unpack(zip: ZipFile, entry: Entry): Promise<Buffer | undefined> {
  if (entry.isEncrypted()) return undefined;
  const chunks: Buffer[] = [];
  // The stream fails if there are more bytes than the entry declares.
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk);
  const content = Buffer.concat(chunks);
  return crc32(content) === entry.crc32 ? content : undefined;
}

function resumeInXml(xml: string): Buffer | undefined {
  // Word may add a prefix to the names when it saves the document.
  const head = new RegExp(`<(?:\\w{1,20}:)?resume\\s[^<>]{0,300}"${JSON_RESUME_NAMESPACE}"[^<>]{0,300}>`).exec(xml);
  if (!head) return undefined;
  const start = head.index + head[0].length;
  const end = xml.indexOf('<', start);
  return end === -1 ? undefined : Buffer.from(unescapeXml(xml.slice(start, end)));
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}
