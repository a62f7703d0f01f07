import { buildDocument, documentTexts } from '@vitae/document/build-document';
import type { DocumentModel } from '@vitae/document/document-model';
import { fittedStyles } from '@vitae/document/fitting/fitted-styles';
import { renderPrintPage } from '@vitae/document/pages/print-page';
import { sampleSource } from '@vitae/document/sample-source';
import { DENSEST_STEP, densitySteps } from '@vitae/document/templates/density';
import { templateById, templateIds } from '@vitae/document/templates/templates';
import { longCareerSource } from '@vitae/test/support/document/hard-cases';
import { sampleNames, samples } from '@vitae/test/support/document/samples';
import { countPictures, misprintedLines } from '@vitae/test/support/export/document-problems';
import { expectInOrder, missingGlyphs, normalized, pageLines, readPdf } from '@vitae/test/support/export/read-pdf';
import { openPagePrinter, type PagePrinter } from '@vitae/test/support/export/renderer-fixtures';

/** The pixels of a logo of the samples. */
const LOGO = { width: 180, height: 60 };
const ROOMIEST_STEP = Math.min(...densitySteps);
const now = Date.UTC(2026, 10, 21);
/** Names whose letters have marks above each other. */
const TALL_NAMES = ['र्हीं ह्रीँ कीर्ति', 'ปู่ ที่ปั้น กิ๊ฟฟี่', 'ẪẤỀỖ ẰẴẨ Nguyễn', 'مُحَمَّدٌ ٱللَّٰهُ أَلِّفْ'];
const MARGIN_MM = 10;
const ROUNDING_MM = 0.4;
const PIXELS_PER_MM = 5;
let printer: PagePrinter;
beforeAll(async () => {
  printer = await openPagePrinter();
});
afterAll(() => printer.close());

function modelOf(name: keyof typeof samples, template: string): DocumentModel {
  const source = samples[name]();
  return buildDocument({ ...source, printDisplay: { ...source.printDisplay, id: template } }, now);
}

const cases = templateIds.flatMap((template) => sampleNames.map((name) => [template, name] as const));
// Without -raw, pdftotext treats characters that are taller than their line as a column, and drops hyphens at line ends.
const RAW_ONLY = new Set<string>(['emoji', 'long words']);
// It also reads columns one after the other: the dates of all entries, then their titles. Programs that read files so
// need the template without columns.
const hasColumns = (template: string) => templateById(template).entry.dates !== 'text';
const hasSide = (template: string) => templateById(template).side !== null;
const sortedCharacters = (text: string) => Array.from(normalized(text)).sort().join('');
/** pdftotext reverses right-to-left words and joined glyphs, so only the characters of the headings are compared. */
const expectHeadingsInOrder = (lines: string[], { sections }: DocumentModel) => {
  const headings = sections.map(({ heading }) => sortedCharacters(heading));
  expect(lines.map(sortedCharacters).filter((line) => headings.includes(line))).toEqual(headings);
};
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
/** Returns the distance of the first dark pixels from the top of the first page in millimetres. Side columns are light. */
function topOfInk(file: Buffer): number {
  const { width, pixels } = readPdf(file).page(1, PIXELS_PER_MM * 25.4);
  return Math.floor(pixels.findIndex((pixel) => pixel < 160) / width) / PIXELS_PER_MM;
}
const textOfHtml = (html: string) =>
  html
    .slice(html.indexOf('<body'))
    .replace(/<[^>]*>/g, '')
    .replace(/&\w+;/g, (entity) => entities[entity] ?? entity);

describe('PDF', () => {
  test.each(cases)('contains all text in order and in embedded fonts: %s template, %s CV', async (template, name) => {
    const model = modelOf(name, template);
    const html = renderPrintPage(model);
    const file = await printer.print(html);
    const pdf = readPdf(file);
    const lines = pageLines(file, model.header.name, '-raw').flat();
    if (model.direction === 'rtl')
      expectHeadingsInOrder(hasSide(template) ? lines : pageLines(file, model.header.name).flat(), model);
    else {
      expectInOrder(lines.join('\n'), documentTexts(model));
      // Words that are longer than a line leave no space for the separator beside them.
      if (name !== 'long words') expect(misprintedLines(lines, model)).toEqual([]);
      if (!RAW_ONLY.has(name) && !hasColumns(template))
        expectInOrder(pageLines(file, model.header.name).flat().join('\n'), documentTexts(model));
    }
    expect(sortedCharacters(lines.join(''))).toBe(sortedCharacters(textOfHtml(html)));
    expect(pdf.text()).not.toContain('\ufffd');
    expect(missingGlyphs(file)).toBe(0);
    expect(pdf.images()).toHaveLength(countPictures(model));
    for (const font of pdf.fonts()) expect(font).toMatch(/\s(yes) +(yes|no) +yes +\d+ +\d+$/);
  });

  test.each(templateIds)(
    'has tags, a title, a language, the paper size of its country, an outline and links: %s template',
    async (template) => {
      for (const [name, paper] of [
        ['everything', /^Page size:\s+612 x 792 pts/m],
        ['japanese', /^Page size:\s+59[45][.\d]* x 84[12][.\d]* pts/m],
      ] as const) {
        const model = modelOf(name, template);
        const file = await printer.print(renderPrintPage(model));
        const [info, bytes] = [readPdf(file).info(), file.toString('latin1')];
        expect(info).toMatch(paper);
        expect(info).toMatch(/^Tagged:\s+yes$/m);
        expect(info).toContain(model.title);
        expect(bytes).toContain(`/Lang (${model.language})`);
        expect(bytes.match(/\/Title \(|\/Title </g)?.length).toBeGreaterThan(model.sections.length);
        expect(bytes).toContain('/URI (mailto:');
      }
    },
  );

  test.each(templateIds)(
    'contains the photo, every logo and every portfolio picture in full size at each density: %s template',
    async (template) => {
      const model = modelOf('everything', template);
      const { photo, logo } = templateById(template).measures;
      const scale = Math.min(logo.width / LOGO.width, logo.height / LOGO.height);
      const shownLogo = { width: LOGO.width * scale, height: LOGO.height * scale };
      const logos = ['experiences', 'portfolios'].map(() => shownLogo);
      for (const step of [0, DENSEST_STEP, ROOMIEST_STEP]) {
        const file = await printer.print(renderPrintPage(model, { styles: fittedStyles(model, step) }));
        const expected = [photo, ...logos].map(({ width, height }) => ({
          width: expect.closeTo(width, 0),
          height: expect.closeTo(height, 0),
        }));
        expect([step, readPdf(file).images()]).toEqual([step, expected]);
      }
    },
  );

  test('has no gap in the ground of a side column, whatever the resolution', async () => {
    const source = longCareerSource();
    const model = buildDocument({ ...source, printDisplay: { ...source.printDisplay, id: 'sidebar' } }, now);
    const pdf = readPdf(await printer.print(renderPrintPage(model)));
    for (const dpi of [96, 150, 200]) {
      const { width, pixels } = pdf.page(2, dpi);
      const edge = pixels.filter((_, index) => index % width === 5);
      expect(new Set(edge).size).toBe(1);
      expect(edge[0]).toBeLessThan(250);
    }
  });

  // The panel extends to the edge of the paper.
  test.each(templateIds.filter((template) => templateById(template).header !== 'panel'))(
    'contains the marks above a name as a whole: %s template',
    async (template) => {
      const problems: string[] = [];
      for (const name of TALL_NAMES) {
        const source = sampleSource({ displayName: name, photo: null });
        const model = buildDocument({ ...source, printDisplay: { ...source.printDisplay, id: template } }, now);
        const topOf = async (styles: string) =>
          topOfInk(await printer.print(renderPrintPage(model, { styles: fittedStyles(model, 0) + styles })));
        const first = hasSide(template) ? '.columns' : '.person';
        const margin = `@page :first { margin-top: ${MARGIN_MM}mm; }`;
        const lower = await topOf(
          `${margin} ${first} { padding-top: ${templateById(template).measures.margins.top}mm; }`,
        );
        // Marks that are cut off would start lower.
        const cut = (await topOf('')) - (lower - MARGIN_MM);
        if (Math.abs(cut) > ROUNDING_MM) problems.push(`${name}: ${cut.toFixed(1)} mm`);
      }
      expect(problems).toEqual([]);
    },
  );

  test.each(templateIds)('of an anonymized CV contains no name in text and metadata: %s template', async (template) => {
    const source = sampleSource({ anonymized: true, displayName: '', photo: null });
    const cv = { ...source.cv, contacts: { contact: [] }, links: { link: [] }, url: '' };
    const model = buildDocument({ ...source, cv, printDisplay: { ...source.printDisplay, id: template } }, now);
    const file = await printer.print(renderPrintPage(model));
    const [{ text, info, images }, bytes] = [readPdf(file), file.toString('latin1')];
    expect(text() + info() + model.fileName + bytes).not.toMatch(/Jane|Developer|hachyderm|mailto:|tel:|\/Author/);
    expect(images()).toEqual([]);
  });

  test.each(templateIds.filter((template) => !hasSide(template)))(
    'orders facts from right to left in a right-to-left CV: %s template',
    async (template) => {
      const text = readPdf(await printer.print(renderPrintPage(modelOf('arabic', template)))).text();
      // Levels in the column before the text put each language on a line of its own.
      if (templateById(template).entry.dates !== 'start') expect(text).toMatch(/العربية[^\n]*الفرنسية/);
      expect(text).toMatch(/الخط العربي[^\n]*المشي/);
    },
  );
});

describe('missingGlyphs', () => {
  test('counts characters that no font contains', async () => {
    expect(missingGlyphs(await printer.print('<!doctype html><p>known</p>'))).toBe(0);
    expect(missingGlyphs(await printer.print('<!doctype html><p>a private \u{10fffd} sign, and \u{10fffc}'))).toBe(2);
  });
});
