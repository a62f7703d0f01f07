import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildDocument, documentTexts } from '@vitae/document/build-document';
import type { DocumentModel } from '@vitae/document/document-model';
import { sampleSource } from '@vitae/document/sample-source';
import { templateById, templateIds } from '@vitae/document/templates/templates';
import { directionOfPhrase } from '@vitae/document/writing-system';
import type { ExportSource } from '@vitae/proto/export-source';
import { arabicSource } from '@vitae/test/support/document/right-to-left';
import { sampleWithText } from '@vitae/test/support/export/hostile-files';
import { expectInOrder, normalized } from '@vitae/test/support/export/read-pdf';
import {
  createOfficeFixture,
  createPrinterFixture,
  officePrograms,
} from '@vitae/test/support/export/renderer-fixtures';
import { zipParts } from '@vitae/test/support/export/zip-parts';
import { doc } from './doc.ts';
import { docx } from './docx.ts';
import type { Format } from './format.ts';
import { odt } from './odt.ts';
import { txt } from './txt.ts';

const now = Date.UTC(2026, 10, 21);
const { printer } = createPrinterFixture();
const { office } = createOfficeFixture();

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'word-processors-'));
});
afterAll(async () => {
  await Promise.all([office.close(), printer.close()]);
  rmSync(folder, { recursive: true });
});

const render = (format: Format, source: ExportSource) =>
  format.render({ model: buildDocument(source, now), source }, { printer, office });
/** Also removes the characters that plain text uses for lists and underlines. */
const bare = (text: string) => normalized(text).replace(/[-=]/g, '');

/** Returns the text that a plain LibreOffice shows. */
function shownText(file: Buffer, extension: string): string {
  const path = join(folder, `read.${extension}`);
  writeFileSync(path, file);
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const options = ['--headless', profile, '--convert-to', 'pdf', '--outdir', folder];
  execFileSync(officePrograms.soffice, [...options, path], { stdio: 'ignore' });
  return execFileSync('pdftotext', ['-raw', join(folder, 'read.pdf'), '-']).toString();
}

function partOf(file: Buffer, name: string): string {
  const part = zipParts(file).get(name);
  if (!part) throw new Error(`The file has no part ${name}`);
  return part.toString();
}

/** Returns the texts of a file in the order of its paragraphs and table cells. */
const textOfPart = (file: Buffer, name: string) =>
  partOf(file, name)
    .replace(/<[^>]*>/g, '')
    .replaceAll('&amp;', '&');

/** Returns the texts of a document in the order of lines: dates in a column before the text precede the title. */
function textsInLines(model: DocumentModel): string[] {
  const texts = documentTexts(model);
  if (templateById(model.template).entry.dates !== 'start') return texts;
  const entries = model.sections.flatMap((section) => (section.content === 'entries' ? section.entries : []));
  for (const { title, period } of entries) {
    const at = texts.findIndex((text, index) => text === title.text && texts[index + 1] === period);
    if (at !== -1 && period !== null) texts.splice(at, 2, period, title.text);
  }
  return texts;
}

describe('word processor file', () => {
  test.each(templateIds)('has the reading order of the document, like plain text: %s template', async (template) => {
    const source = sampleSource();
    const styled = { ...source, printDisplay: { ...source.printDisplay, id: template } };
    const model = buildDocument(styled, now);
    expectInOrder(textOfPart(await render(docx, styled), 'word/document.xml'), textsInLines(model), bare);
    expectInOrder(textOfPart(await render(odt, styled), 'content.xml'), textsInLines(model), bare);
    expectInOrder((await render(txt, styled)).toString(), documentTexts(model), bare);
  });

  test.each([docx, odt, doc])('contains the text in the order of the document: $id', async (format) => {
    const source = sampleSource();
    const text = shownText(await render(format, source), format.extension);
    expectInOrder(text, documentTexts(buildDocument(source, now)), bare);
  });

  test.each(templateIds)(
    'does not break left-to-right phrases in a right-to-left CV: %s template',
    async (template) => {
      const source = arabicSource();
      const styled = { ...source, printDisplay: { ...source.printDisplay, id: template } };
      const lines = shownText(await render(docx, styled), 'docx')
        .replaceAll('\u00a0', ' ')
        .split('\n');
      const { contacts, facts } = buildDocument(styled, now).header;
      const phrases = [...contacts.map(({ text }) => text), ...facts].filter(
        (text) => directionOfPhrase(text) === 'ltr',
      );
      expect(phrases).toContain('+212 6 12 34 56 78');
      for (const phrase of phrases.map((text) => text.replaceAll('\u00a0', ' ')))
        expect([phrase, lines.some((line) => line.includes(phrase))]).toEqual([phrase, true]);
    },
  );

  test('keeps keywords and counted words on one line, except where programs search for them', async () => {
    const source = sampleSource();
    const projects = [
      { ...source.sections.projects[0], description: 'With 12 engineers', keywords: ['Machine learning', 'Rye'] },
    ];
    const textIn = async (id: string) => {
      const styled = { ...source, printDisplay: { ...source.printDisplay, id } };
      return textOfPart(
        await render(docx, { ...styled, sections: { ...source.sections, projects } } as ExportSource),
        'word/document.xml',
      );
    };
    const modern = await textIn('modern');
    expect(modern).toContain('Machine\u00a0learning');
    expect(modern).toContain('12\u00a0engineers');
    const plain = await textIn('plain');
    expect(plain).toContain('Machine learning');
    expect(plain).toContain('12 engineers');
  });

  test('has the photo at the start of the side column in a right-to-left CV', async () => {
    const source = arabicSource();
    const styled = { ...source, printDisplay: { ...source.printDisplay, id: 'sidebar' } };
    const word = partOf(await render(docx, styled), 'word/document.xml');
    const [paragraph = ''] = word.split('<w:p>').filter((part) => part.includes('name="photo"'));
    expect(paragraph.slice(0, paragraph.indexOf('</w:pPr>'))).toContain('<w:bidi/>');
  });

  test('has the direction of the first letter in each text of a right-to-left CV', async () => {
    const source = arabicSource();
    const text = 'طبّق نظام BIM (Building Information Modeling) في جميع المراحل';
    const { presentation } = source.cv;
    const mixed = { ...source, cv: { ...source.cv, presentation: { ...presentation, text } } } as ExportSource;
    const word = partOf(await render(docx, mixed), 'word/document.xml');
    const [paragraph = ''] = word.split('<w:p>').filter((part) => part.includes('Building'));
    expect(paragraph.slice(0, paragraph.indexOf('</w:pPr>'))).toContain('<w:bidi/>');
  });

  test('has the signature of its format', async () => {
    const [word, open, old] = await Promise.all([docx, odt, doc].map((format) => render(format, sampleSource())));
    expect(word?.subarray(0, 2).toString()).toBe('PK');
    expect(open?.subarray(30, 77).toString()).toContain('mimetypeapplication/vnd.oasis.opendocument.text');
    // Compound File Binary, the container of Word 97 to 2003.
    expect(old?.subarray(0, 8).toString('hex')).toBe('d0cf11e0a1b11ae1');
  });

  test('has real headings and lists', async () => {
    const word = partOf(await render(docx, sampleSource()), 'word/document.xml');
    for (const style of ['Title', 'Heading1', 'Heading2']) expect(word).toContain(`<w:pStyle w:val="${style}"/>`);
    expect(word).toContain('<w:numPr>');
    const open = partOf(await render(odt, sampleSource()), 'content.xml');
    expect(open).toMatch(/<text:h [^>]*text:outline-level="1"/);
    expect(open).toContain('<text:list ');
  });

  test.each(templateIds)('defines every style that it uses: %s template', async (template) => {
    const source = sampleSource();
    const word = await render(docx, { ...source, printDisplay: { ...source.printDisplay, id: template } });
    const styles = partOf(word, 'word/styles.xml');
    const defined = new Set([...styles.matchAll(/w:styleId="([^"]*)"/g)].map(([, id]) => id));
    const used = [
      ...`${styles}${partOf(word, 'word/document.xml')}`.matchAll(
        /<w:(?:basedOn|next|link|[prt]Style|tblStyle) w:val="([^"]*)"/g,
      ),
    ];
    expect(used.length).toBeGreaterThan(20);
    expect(used.map(([, id]) => id).filter((id) => !defined.has(id))).toEqual([]);
  });

  test('of an anonymized CV contains no name', async () => {
    const source = sampleSource({ anonymized: true, displayName: '', photo: null });
    const hidden = { ...source, cv: { ...source.cv, contacts: { contact: [] }, links: { link: [] }, url: '' } };
    const [word, open, old] = [await render(docx, hidden), await render(odt, hidden), await render(doc, hidden)];
    const text = [
      ...['word/document.xml', 'docProps/core.xml', 'docProps/app.xml'].map((part) => partOf(word, part)),
      ...['content.xml', 'meta.xml', 'settings.xml'].map((part) => partOf(open, part)),
      old.toString('latin1'),
      old.toString('utf16le'),
    ].join('\n');
    expect(text).not.toMatch(/Jane|jane@/);
  });

  test('contains hostile text as text, without fields and external links', async () => {
    const hostile =
      '<w:fldSimple w:instr="INCLUDETEXT file:///etc/passwd"/> =cmd|calc {INCLUDEPICTURE "http://127.0.0.1:9/x"} ]]></w:t>';
    const source = sampleWithText(hostile);
    const word = await render(docx, source);
    const xml = partOf(word, 'word/document.xml');
    expect(xml).not.toContain('<w:fldSimple');
    expect(xml).not.toContain('INCLUDETEXT file:///etc/passwd</w:instrText>');
    expect(partOf(word, 'word/_rels/document.xml.rels')).not.toMatch(/Target="(file:|http:\/\/127)/);
    expect(bare(shownText(await render(odt, source), 'odt'))).toContain(bare(hostile));
  });
});
