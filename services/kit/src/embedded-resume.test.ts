import { deflateSync } from 'node:zlib';
import { zipOf } from '@vitae/test/support/zip-of';
import { readEmbeddedResume, visibleTextHash } from './embedded-resume.ts';

const pdf = (content: Buffer, { name = 'resume.json', length = content.length } = {}) =>
  Buffer.concat([
    Buffer.from(
      `%PDF-1.4\n7 0 obj\n<</Type /Filespec\n/F (${name})\n>>\nendobj\n8 0 obj\n<</Type /EmbeddedFile\n/Subtype /application#2Fjson\n/Params <</Size 9\n/ModDate (D:20260101000000+00'00')>>\n/Filter /FlateDecode\n/Length ${length}>> stream\n`,
      'latin1',
    ),
    content,
    Buffer.from('\nendstream\nendobj\n'),
  ]);

const part = (json: string) => `<resume xmlns="urn:vitae:json-resume">${json}</resume>`;

async function contentOf(file: Buffer): Promise<string | undefined> {
  const read = await readEmbeddedResume(file);
  return typeof read === 'object' ? String(read.content) : read;
}

async function isEdited(file: Buffer): Promise<boolean | undefined> {
  const read = await readEmbeddedResume(file);
  return typeof read === 'object' ? read.isEdited : undefined;
}

describe('readEmbeddedResume', () => {
  test('returns the JSON Resume of a PDF', async () => {
    expect(await contentOf(pdf(deflateSync('{"basics":{}}')))).toBe('{"basics":{}}');
  });

  test('reports a PDF without a JSON Resume, a damaged one, and one that unpacks to more than 1 MB', async () => {
    const files = [
      Buffer.from('%PDF-1.7\n'),
      pdf(deflateSync('{}'), { name: 'invoice.json' }),
      pdf(Buffer.from('no stream')),
      pdf(deflateSync('{}'), { length: 1 }),
      pdf(deflateSync(Buffer.alloc(64 * 1024 * 1024))),
    ];
    for (const file of files) expect(await readEmbeddedResume(file)).toBe('foreign');
  });

  test('reads only a limited amount of a package', async () => {
    const types = { '[Content_Types].xml': '' };
    const resume = { 'customXml/item9.xml': part('{"a":"&lt;"}') };
    expect(await contentOf(await zipOf({ ...types, ...resume }))).toBe('{"a":"<"}');
    const parts = Object.fromEntries(
      Array.from({ length: 5 }, (_, index) => [`customXml/item${index}.xml`, Buffer.alloc(1_000_000)]),
    );
    const bombs = [
      await zipOf({ ...types, ...parts, ...resume }),
      await zipOf({ ...types, 'customXml/item1.xml': part(' '.repeat(64 * 1024 * 1024)) }),
      await zipOf({ mimetype: '', 'resume.json': Buffer.alloc(64 * 1024 * 1024) }),
    ];
    for (const file of bombs) expect(await readEmbeddedResume(file)).toBe('foreign');
    const entries = Object.fromEntries(Array.from({ length: 2_001 }, (_, index) => [`word/${index}`, '']));
    expect(await readEmbeddedResume(await zipOf({ ...types, ...entries, ...resume }))).toBeUndefined();
  });

  test('recognizes a JSON document that mentions the head of a PDF', async () => {
    expect(await readEmbeddedResume(Buffer.from('{"summary":"Writes %PDF- parsers"}'))).toBeUndefined();
    expect(await readEmbeddedResume(Buffer.from('mail header\n%PDF-1.4'))).toBe('foreign');
  });

  test('recognizes Word files of earlier versions, and returns undefined for other files', async () => {
    expect(await readEmbeddedResume(Buffer.from('d0cf11e0a1b11ae100', 'hex'))).toBe('foreign');
    for (const text of ['', '{}', 'PK', 'PK\u0003\u0004 damaged'])
      expect(await readEmbeddedResume(Buffer.from(text))).toBeUndefined();
  });
});

describe('an exported document', () => {
  const word = (text: string) => `<w:document><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:document>`;
  const openDocument = (text: string) =>
    `<office:document-content><style>x</style><office:text><text:p>${text}</text:p></office:text></office:document-content>`;
  const resume = (exported: string) =>
    `<ns0:resume xmlns:ns0="urn:vitae:json-resume" text="${visibleTextHash(exported)}">{}</ns0:resume>`;
  const docx = (exported: string, shown: string) =>
    zipOf({ '[Content_Types].xml': '', 'word/document.xml': shown, 'customXml/item1.xml': resume(exported) });
  const odt = (exported: string, shown: string) =>
    zipOf({ mimetype: '', 'content.xml': shown, 'resume.json': '{}', 'resume-text.sha256': visibleTextHash(exported) });

  test('is edited if a text of it was changed, added or removed', async () => {
    for (const changed of ['Led a team of six', 'Led a team', 'Led a team of five. Cut costs']) {
      expect(await isEdited(await docx(word('Led a team of five'), word(changed)))).toBe(true);
      expect(await isEdited(await odt(openDocument('Led a team of five'), openDocument(changed)))).toBe(true);
    }
  });

  test('is not edited if a program divides and formats the same text in another way', async () => {
    const saved = word(
      'Led</w:t></w:r><w:r><w:rPr/><w:delText>old</w:delText><w:t xml:space="preserve"> a team &amp; more',
    );
    expect(await isEdited(await docx(word('Led a team – more'), saved))).toBe(false);
    const divided = openDocument('<text:span>Led</text:span><text:s/>a team');
    expect(await isEdited(await odt(openDocument('Led a team'), divided))).toBe(false);
  });

  test('is not called edited if it has no hash, no text or a very long text', async () => {
    const types = { '[Content_Types].xml': '' };
    const [hash, changed] = [resume(word('exported')), word('changed')];
    const earlier = '<resume xmlns="urn:vitae:json-resume">{}</resume>';
    const files = [
      { ...types, 'word/document.xml': changed, 'customXml/item1.xml': earlier },
      { ...types, 'customXml/item1.xml': hash },
      { ...types, 'word/document.xml': changed.padEnd(1_000_001), 'customXml/item1.xml': hash },
    ];
    for (const file of files) expect(await isEdited(await zipOf(file))).toBe(false);
  });
});
