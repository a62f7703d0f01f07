import { JSON_RESUME_NAMESPACE, RESUME_FILE } from '@vitae/kit/embedded-resume';
import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate';

const WORD_PART = 'customXml/item1.xml';
const WORD_RELATIONS = 'word/_rels/document.xml.rels';
const OPEN_DOCUMENT_MANIFEST = 'META-INF/manifest.xml';

/** Adds the JSON Resume to a Word document as custom XML (ISO/IEC 29500-1, 15.2.5), which Word keeps when it saves. */
export function embedInWord(docx: Buffer, resume: Buffer): Buffer {
  const parts = unzipSync(docx);
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<resume xmlns="${JSON_RESUME_NAMESPACE}">${escapeXml(resume.toString())}</resume>`;
  const relation =
    '<Relationship Id="rIdResume" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/customXml" Target="../customXml/item1.xml"/>';
  return zip({
    ...parts,
    [WORD_PART]: strToU8(xml),
    [WORD_RELATIONS]: insertBefore(parts[WORD_RELATIONS], '</Relationships>', relation),
  });
}

/** Adds the JSON Resume to an OpenDocument file (ISO/IEC 26300-3, 3.2). */
export function embedInOpenDocument(odt: Buffer, resume: Buffer): Buffer {
  const { mimetype, ...parts } = unzipSync(odt);
  if (!mimetype) throw new Error('The file has no part mimetype');
  const entry = `<manifest:file-entry manifest:full-path="${RESUME_FILE}" manifest:media-type="application/json"/>`;
  return zip({
    // The first part of the file, not compressed.
    mimetype: [mimetype, { level: 0 }],
    ...parts,
    [RESUME_FILE]: resume,
    [OPEN_DOCUMENT_MANIFEST]: insertBefore(parts[OPEN_DOCUMENT_MANIFEST], '</manifest:manifest>', entry),
  });
}

function insertBefore(part: Uint8Array | undefined, end: string, addition: string): Uint8Array {
  const text = part ? strFromU8(part) : '';
  const at = text.lastIndexOf(end);
  if (at === -1) throw new Error(`A part does not end with ${end}`);
  return strToU8(text.slice(0, at) + addition + text.slice(at));
}

const isPicture = (name: string) => /\.(png|jpe?g|gif)$/i.test(name);

function zip(parts: Zippable): Buffer {
  const entries = Object.entries(parts).map(([name, part]) => [
    name,
    // Pictures are compressed already.
    part instanceof Uint8Array && isPicture(name) ? [part, { level: 0 }] : part,
  ]);
  const { buffer, byteOffset, byteLength } = zipSync(Object.fromEntries(entries) as Zippable);
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** XML allows neither these two characters nor an escape of them, but JSON does. */
function escapeXml(json: string): string {
  return json
    .replace(/[\ufffe\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');
}
