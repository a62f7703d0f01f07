import { JSON_RESUME_NAMESPACE, RESUME_FILE, TEXT_HASH_FILE, visibleTextHash } from '@vitae/kit/embedded-resume';
import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from 'fflate';

const WORD_PART = 'customXml/item1.xml';
const WORD_PROPERTIES = 'customXml/itemProps1.xml';
const WORD_TYPES = '[Content_Types].xml';
const WORD_RELATIONS = 'word/_rels/document.xml.rels';
const OPEN_DOCUMENT_MANIFEST = 'META-INF/manifest.xml';

/** Adds the JSON Resume to a Word document as custom XML (ISO/IEC 29500-1, 15.2.5), which Word keeps when it saves. */
export function embedInWord(docx: Buffer, resume: Buffer): Buffer {
  const parts = unzipSync(docx);
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<resume xmlns="${JSON_RESUME_NAMESPACE}" text="${textHash(parts['word/document.xml'])}">${escapeXml(resume.toString())}</resume>`;
  return zip({
    ...parts,
    [WORD_TYPES]: insertBefore(parts[WORD_TYPES], '</Types>', PROPERTIES_TYPE),
    [WORD_PART]: strToU8(xml),
    [WORD_PROPERTIES]: strToU8(PROPERTIES),
    'customXml/_rels/item1.xml.rels': strToU8(
      `<?xml version="1.0" encoding="UTF-8"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationTo('itemProps1.xml', 'customXmlProps')}</Relationships>`,
    ),
    [WORD_RELATIONS]: insertBefore(
      parts[WORD_RELATIONS],
      '</Relationships>',
      relationTo(`../${WORD_PART}`, 'customXml'),
    ),
  });
}

// ISO/IEC 29500-1, 15.2.6. Identical CVs have identical files, so the id is constant.
const PROPERTIES = `<?xml version="1.0" encoding="UTF-8"?>\n<ds:datastoreItem xmlns:ds="http://schemas.openxmlformats.org/officeDocument/2006/customXml" ds:itemID="{B5B3E9D2-6A0F-4C6E-9B7B-2F1C0D7A5E41}"><ds:schemaRefs><ds:schemaRef ds:uri="${JSON_RESUME_NAMESPACE}"/></ds:schemaRefs></ds:datastoreItem>`;
const PROPERTIES_TYPE = `<Override PartName="/${WORD_PROPERTIES}" ContentType="application/vnd.openxmlformats-officedocument.customXmlProperties+xml"/>`;

function relationTo(target: string, type: string): string {
  return `<Relationship Id="rIdResume" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
}

/** Adds the JSON Resume to an OpenDocument file (ISO/IEC 26300-3, 3.2). */
export function embedInOpenDocument(odt: Buffer, resume: Buffer): Buffer {
  const { mimetype, ...parts } = unzipSync(odt);
  if (!mimetype) throw new Error('The file has no part mimetype');
  const entry =
    `<manifest:file-entry manifest:full-path="${RESUME_FILE}" manifest:media-type="application/json"/>` +
    `<manifest:file-entry manifest:full-path="${TEXT_HASH_FILE}" manifest:media-type="text/plain"/>`;
  return zip({
    // The first part of the file, not compressed.
    mimetype: [mimetype, { level: 0 }],
    ...parts,
    [RESUME_FILE]: resume,
    [TEXT_HASH_FILE]: strToU8(textHash(parts['content.xml'])),
    [OPEN_DOCUMENT_MANIFEST]: insertBefore(parts[OPEN_DOCUMENT_MANIFEST], '</manifest:manifest>', entry),
  });
}

/** With this hash, the import recognizes documents that were edited. */
const textHash = (part: Uint8Array | undefined) => visibleTextHash(part ? strFromU8(part) : '');

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
