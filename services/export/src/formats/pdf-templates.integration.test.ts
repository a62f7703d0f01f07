import { buildDocument, documentTexts } from '@vitae/document/build-document';
import type { DocumentModel } from '@vitae/document/document-model';
import { renderPrintPage } from '@vitae/document/pages/print-page';
import { sampleSource } from '@vitae/document/sample-source';
import { templateIds } from '@vitae/document/templates/template';
import { sampleNames, samples } from '@vitae/test/support/document/samples';
import { openPrinterFixture, type PrinterFixture } from '@vitae/test/support/export/printer-fixture';
import { expectInOrder, missingGlyphs, normalized, pageLines, readPdf } from '@vitae/test/support/export/read-pdf';

const patience = 120_000;
const now = Date.UTC(2026, 10, 21);
let printer: PrinterFixture;
beforeAll(async () => {
  printer = await openPrinterFixture();
});
afterAll(() => printer.close(), patience);

function modelOf(name: keyof typeof samples, template: string): DocumentModel {
  const source = samples[name]();
  return buildDocument({ ...source, printDisplay: { ...source.printDisplay, id: template } }, now);
}

const cases = templateIds.flatMap((template) => sampleNames.map((name) => [template, name] as const));
// Without -raw, pdftotext takes signs that are higher than their line for a column, and drops a hyphen at the end of one.
const cutUp = new Set<string>(['emoji', 'long words']);
/** Every sign of a text, sorted. */
const signs = (text: string) => Array.from(normalized(text)).sort().join('');
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
/** What is on a page of HTML, without its markup. */
const shownIn = (html: string) =>
  html
    .slice(html.indexOf('<body'))
    .replace(/<[^>]*>/g, '')
    .replace(/&\w+;/g, (entity) => entities[entity] ?? entity);

describe('a CV as PDF in each template', () => {
  test.each(cases)(
    '%s: the CV "%s" has every sign of the document in its order, in embedded fonts',
    async (template, name) => {
      const model = modelOf(name, template);
      const html = renderPrintPage(model);
      const file = await printer.print(html);
      const pdf = readPdf(file);
      const lines = pageLines(file, model.header.name, '-raw').flat();
      // pdftotext turns what is written from the right around line by line, and signs joined into one glyph
      // the wrong way: there, the lines say what is in them, and headings in which order they come.
      if (model.direction === 'rtl')
        expectInOrder(
          lines.join('\n'),
          model.sections.map(({ heading }) => heading),
        );
      else {
        expectInOrder(lines.join('\n'), documentTexts(model));
        if (!cutUp.has(name)) expectInOrder(pageLines(file, model.header.name).flat().join('\n'), documentTexts(model));
      }
      expect(signs(lines.join(''))).toBe(signs(shownIn(html)));
      expect(pdf.text()).not.toContain('\ufffd');
      expect(missingGlyphs(file)).toBe(0);
      for (const font of pdf.fonts()) expect(font).toMatch(/\s(yes) +(yes|no) +yes +\d+ +\d+$/);
    },
    patience,
  );

  test('a sign that no font has would be found', async () => {
    expect(missingGlyphs(await printer.print('<!doctype html><p>known</p>'))).toBe(0);
    expect(missingGlyphs(await printer.print('<!doctype html><p>a private \u{10fffd} sign, and \u{10fffc}'))).toBe(2);
  });

  test.each(templateIds)(
    '%s is tagged, titled, in its language, on its paper, with outline and links',
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
        expect(readPdf(file).images()).toBeGreaterThan(0);
      }
    },
    patience,
  );

  test.each(templateIds)(
    '%s: an anonymised CV names nobody, in its text or beside it',
    async (template) => {
      const source = sampleSource({ anonymized: true, displayName: '', photo: null });
      const cv = { ...source.cv, contacts: { contact: [] }, links: { link: [] }, url: '' };
      const model = buildDocument({ ...source, cv, printDisplay: { ...source.printDisplay, id: template } }, now);
      const file = await printer.print(renderPrintPage(model));
      const [{ text, info, images }, bytes] = [readPdf(file), file.toString('latin1')];
      expect(text() + info() + model.fileName + bytes).not.toMatch(/Jane|Developer|hachyderm|mailto:|tel:|\/Author/);
      expect(images()).toBe(0);
    },
    patience,
  );

  test.each(templateIds)(
    '%s: facts in one line run from the right where the CV does',
    async (template) => {
      const text = readPdf(await printer.print(renderPrintPage(modelOf('arabic', template)))).text();
      expect(text).toMatch(/العربية[^\n]*الفرنسية/);
      expect(text).toMatch(/الخط العربي[^\n]*المشي/);
    },
    patience,
  );
});
