import { buildDocument, documentTexts } from '@vitae/document/build-document';
import { sampleSource } from '@vitae/document/sample-source';
import type { ExportSource } from '@vitae/proto/export-source';
import { openCanary } from '@vitae/test/support/export/canary';
import { sampleWithText } from '@vitae/test/support/export/hostile-files';
import { expectInOrder, normalized, pageLines, readPdf } from '@vitae/test/support/export/read-pdf';
import { createPrinterFixture } from '@vitae/test/support/export/renderer-fixtures';
import { zipParts } from '@vitae/test/support/export/zip-parts';
import { docx } from './docx.ts';
import { pdf } from './pdf.ts';

const now = Date.UTC(2026, 10, 21);
const noOffice = { convert: () => Promise.reject(new Error('not in this test')), close: async () => undefined };
const { printer } = createPrinterFixture();
afterAll(() => printer.close());

const render = (source: ExportSource) =>
  pdf.render({ model: buildDocument(source, now), source }, { printer, office: noOffice });

function longSource(): ExportSource {
  const source = sampleSource();
  const [first] = source.cv.experiences.experience;
  const experience = Array.from({ length: 40 }, (_, index) => ({
    ...(first as NonNullable<typeof first>),
    title: `Position number ${index}`,
    missions: {
      mission: Array.from({ length: index % 6 }, (_, mission) => ({
        description: `Mission ${mission} of ${index}, ${'and more '.repeat(15)}`,
      })),
    },
  }));
  return { ...source, cv: { ...source.cv, experiences: { experience } } };
}

describe('PDF', () => {
  test('has tags, a title, a language, the paper size of its country and an outline', async () => {
    const file = await render(sampleSource({ culture: 'en_UK' }));
    const info = readPdf(file).info();
    expect(info).toMatch(/^Title:\s+Jane Developer – Full Stack Software Engineer$/m);
    expect(info).toMatch(/^Tagged:\s+yes$/m);
    expect(info).toMatch(/^Page size:\s+612 x 792 pts \(letter\)$/m);
    expect(info).toMatch(/^JavaScript:\s+no$/m);
    expect(file.toString('latin1')).toMatch(/\/Lang \(en-GB\)/);
    expect(file.toString('latin1')).toContain('/Outlines');
    const structure = readPdf(file).info('-struct');
    expect(structure.match(/^ *(?:H1|H2|H3|L|LI|Figure|Link)\b/gm)?.length).toBeGreaterThan(20);
  });

  test('has headings and tags in the language that the owner chose, like the Word file', async () => {
    const source = sampleSource({ culture: 'fr_FR', language: 'pl' });
    const file = await render(source);
    expect(file.toString('latin1')).toContain('/Lang (pl)');
    expectInOrder(readPdf(file).taggedText(), ['Profil', 'Doświadczenie zawodowe', 'Wykształcenie']);
    const word = zipParts(
      await docx.render({ model: buildDocument(source, now), source }, { printer, office: noOffice }),
    );
    const text =
      word
        .get('word/document.xml')
        ?.toString()
        .replace(/<[^>]*>/g, '') ?? '';
    expectInOrder(text, ['Profil', 'Doświadczenie zawodowe', 'Wykształcenie']);
    expect(word.get('word/styles.xml')?.toString()).toContain('<w:lang w:val="pl"');
  });

  test('has the text in the order of the document', async () => {
    const source = sampleSource();
    const texts = documentTexts(buildDocument(source, now));
    const file = readPdf(await render(source));
    // Without options, pdftotext reads the dates as a column after the text: pdf-templates.integration.test.ts.
    for (const text of [file.taggedText(), file.text('-raw'), file.text('-layout')]) expectInOrder(text, texts);
  });

  test('has the text in order and separates no heading over many pages', async () => {
    // Without -raw, pdftotext reads the dates as a column after the text, also at the end of a page.
    const pages = pageLines(await render(longSource()), 'Jane Developer', '-raw');
    expect(pages.length).toBeGreaterThan(4);
    expectInOrder(
      pages.flat().join('\n'),
      Array.from({ length: 40 }, (_, index) => `Position number ${index}`),
    );
    pages.forEach((lines, index) => {
      expect(lines.at(-1)).not.toMatch(/^(Position number|Mar 2021|Work experience|Education|Skills)/);
      expect(lines.length).toBeGreaterThan(1);
      if (index > 0) expect(lines[0]).not.toMatch(/^(Leads the platform|Mar 2021)/);
    });
  });

  test.each([
    ['Arabic', 'مهندسة'],
    ['Japanese', '東京の山田たろう'],
    ['Chinese', '软件工程师'],
    ['Korean', '백엔드개발자'],
    ['Greek and Cyrillic', 'Ελληνικά Русский'],
    ['Hindi and Thai', 'हिन्दी ไทย'],
    ['Vietnamese and Turkish', 'Tiếng Việt ğışç'],
  ])('embeds fonts with the characters of %s', async (_script, text) => {
    const source = sampleSource();
    const file = readPdf(await render({ ...source, cv: { ...source.cv, presentation: { title: null, text } } }));
    expect(normalized(file.text())).toContain(normalized(text));
    for (const font of file.fonts()) expect(font).toMatch(/\s(yes) +(yes|no) +yes +\d+ +\d+$/);
  });

  test('links only to web, email and telephone addresses', async () => {
    const source = sampleSource();
    const links = {
      link: [
        ...source.cv.links.link,
        { id: 9, type: 'x', url: 'javascript:alert(1)' },
        { id: 10, type: 'y', url: 'file:///etc/passwd' },
      ],
    };
    const file = await render({ ...source, cv: { ...source.cv, links } });
    const targets = [...file.toString('latin1').matchAll(/\/URI \(([^)]*)\)/g)].map(([, target]) => target);
    expect(targets).toContain('mailto:jane@example.com');
    expect(targets).toContain('tel:+15551234567');
    expect(targets).toContain('https://hachyderm.io/@jane');
    for (const target of targets) expect(target).toMatch(/^(https?:|mailto:|tel:)/);
  });

  test('contains the photo as a figure', async () => {
    const withPhoto = readPdf(await render(sampleSource()));
    expect(withPhoto.images()).toHaveLength(1);
    expect(withPhoto.info('-struct')).toContain('Figure');
    expect(readPdf(await render(sampleSource({ photo: null }))).images()).toEqual([]);
  });

  test('of an anonymized CV contains no name in text and metadata', async () => {
    const source = sampleSource({ anonymized: true, displayName: '', photo: null });
    const cv = { ...source.cv, contacts: { contact: [] }, links: { link: [] }, url: '' };
    const file = await render({ ...source, cv });
    expect(readPdf(file).text() + readPdf(file).info()).not.toMatch(/Jane|Developer/);
    expect(file.includes('/Author')).toBe(false);
  });

  test('shows hostile text in every field as text and contacts no server', async () => {
    const canary = await openCanary();
    const url = `http://127.0.0.1:${canary.port}/x`;
    const hostile = `<img src="${url}"><script>fetch("${url}")</script></style><style>@import "${url}";</style>url(${url}) file:///etc/passwd "></title>`;
    const file = readPdf(await render(sampleWithText(hostile)));
    expect(normalized(file.text())).toContain(normalized(hostile));
    expect(file.text()).not.toContain('root:x:0');
    expect(canary.contacts).toBe(0);
    await canary.close();
  });
});
