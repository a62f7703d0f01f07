import { buildDocument } from '@vitae/document/build-document';
import { templateById, templateIds } from '@vitae/document/templates/templates';
import type { PageLayout } from '@vitae/proto/export-job';
import type { ExportSource } from '@vitae/proto/export-source';
import { generatedSource } from '@vitae/test/support/document/generated-cvs';
import { severalScriptsSource } from '@vitae/test/support/document/hard-cases';
import { samples } from '@vitae/test/support/document/samples';
import { readPdf } from '@vitae/test/support/export/read-pdf';
import { createPrinterFixture } from '@vitae/test/support/export/renderer-fixtures';
import type { Renderers } from './formats/format.ts';
import { pdf } from './formats/pdf.ts';
import { receiptOf } from './receipt.ts';

const { printer } = createPrinterFixture();
afterAll(() => printer.close());

const address = 'a'.repeat(64);
const receiptFor = (name: keyof typeof samples, template: string) => receiptOfSource(samples[name](), template);
const receiptOfSource = async (original: ExportSource, template: string) => {
  const source = { ...original, printDisplay: { ...original.printDisplay, id: template } };
  const model = buildDocument(source, Date.UTC(2026, 10, 21));
  let layout: PageLayout | undefined;
  const onLayout = (chosen: PageLayout) => {
    layout = chosen;
  };
  const content = await pdf.render({ model, source }, { printer } as unknown as Renderers, { onLayout });
  return { model, content, layout, receipt: receiptOf(model, { address, format: 'pdf', content, layout }) };
};

describe('the receipt of a PDF', () => {
  test.each(templateIds)(
    'describes the file and reports the order of the CV: %s template',
    async (template) => {
      for (const name of ['everything', 'japanese', 'arabic', 'hebrew', 'long career'] as const) {
        const { content, layout, receipt } = await receiptFor(name, template);
        const pages = Number(/^Pages: +(\d+)$/m.exec(readPdf(content).info())?.[1]);
        expect(layout).toMatchObject({ pages, maxPagesMet: true });
        expect([name, receipt]).toEqual([
          name,
          expect.objectContaining({
            address,
            bytes: content.length,
            layout,
            pdf: expect.objectContaining({
              missingGlyphs: 0,
              tagged: true,
              pdfA: '3A',
              pdfUa: true,
              readingOrder: { matches: true, firstDifference: null },
            }),
          }),
        ]);
        expect(receipt.pdf?.fonts.length).toBeGreaterThan(0);
        expect(receipt.pdf?.links).toBeGreaterThan(0);
      }
    },
    120_000,
  );

  test('reports the order of the CV if its side column continues on the next page', async () => {
    for (const seed of [122, 200]) {
      const { layout, receipt } = await receiptOfSource(generatedSource(seed), 'sidebar');
      expect(layout?.pages).toBeGreaterThan(1);
      expect(receipt.pdf?.readingOrder).toEqual({ matches: true, firstDifference: null });
    }
  });

  test.each(templateIds)(
    'reports the order of the CV if a paragraph continues on the next page: %s template',
    async (template) => {
      const words = Array.from({ length: 1_200 }, (_, index) => `word${index}`).join(' ');
      for (const [name, text] of [
        ['long career', words],
        ['arabic', words],
        ['arabic', 'x'.repeat(8_000)],
      ] as const) {
        const { cv, ...source } = samples[name]();
        const presentation = { title: null, text };
        const { layout, receipt } = await receiptOfSource({ ...source, cv: { ...cv, presentation } }, template);
        expect(layout?.pages).toBeGreaterThan(1);
        expect(receipt.pdf?.readingOrder).toEqual({ matches: true, firstDifference: null });
      }
    },
    120_000,
  );

  test.each(templateIds)(
    'has no other serif font than Noto Serif for Greek and Cyrillic: %s template',
    async (template) => {
      const { receipt } = await receiptOfSource(severalScriptsSource(), template);
      const hasSerifs = Object.values(templateById(template).typefaces).includes('serif');
      const fonts = receipt.pdf?.fonts ?? [];
      expect(fonts.some((font) => /^NotoSerif-/.test(font))).toBe(hasSerifs);
      expect(fonts.filter((font) => /Liberation|Times/.test(font))).toEqual([]);
    },
  );

  test('reports the first text that is not in the order of the CV', async () => {
    for (const name of ['everything', 'arabic', 'hebrew'] as const) {
      const { model, content } = await receiptFor(name, 'classic');
      const orderOf = (changed: typeof model) =>
        receiptOf(changed, { address, format: 'pdf', content, layout: undefined }).pdf?.readingOrder;
      const sections = model.sections.toReversed();
      expect(orderOf({ ...model, sections })).toEqual({ matches: false, firstDifference: expect.any(String) });
      // The letters of a word have their order, and each text its words.
      const reversed = Array.from(model.header.name).toReversed().join('');
      expect(orderOf({ ...model, header: { ...model.header, name: reversed } })?.firstDifference).toBe(reversed);
      const longer = `${model.header.name} ${model.header.title}`;
      expect(orderOf({ ...model, header: { ...model.header, name: longer } })).not.toEqual(orderOf(model));
    }
  });

  test('has no PDF details of other formats', async () => {
    const { model, content } = await receiptFor('arabic', 'classic');
    expect(receiptOf(model, { address, format: 'txt', content, layout: undefined }).pdf).toBeNull();
  });
});
