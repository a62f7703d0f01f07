import { buildDocument } from '@vitae/document/build-document';
import { renderPrintPage } from '@vitae/document/pages/print-page';
import { sampleSource } from '@vitae/document/sample-source';
import { emojiSource, longCareerSource } from '@vitae/test/support/document/hard-cases';
import { openPrinterFixture, type PrinterFixture } from '@vitae/test/support/export/printer-fixture';
import { readPdf } from '@vitae/test/support/export/read-pdf';
import { makeAccessible } from './accessible-pdf.ts';
import { streamContent } from './pdf-content.ts';

let printer: PrinterFixture;
beforeAll(async () => {
  printer = await openPrinterFixture();
}, 120_000);
afterAll(() => printer.close());

const print = async (displayName: string, anonymized = false) => {
  const model = buildDocument(sampleSource({ displayName, anonymized }), 0);
  const file = await printer.print(renderPrintPage(model));
  return { model, file, described: makeAccessible(file, model) };
};

describe('what a screen reader is told of a PDF', () => {
  test('has a text for every link, title and language as XMP, and all that was there before', async () => {
    const { model, file, described } = await print('Zoë <Ångström> & 山田 (endobj)');
    const [before, after] = [readPdf(file), readPdf(described)];
    expect(after.text()).toBe(before.text());
    expect(after.info('-struct')).toBe(before.info('-struct'));
    const links = described.toString('latin1').match(/\/Contents \(/g);
    expect(links).toHaveLength(file.toString('latin1').match(/\/Subtype \/Link/g)?.length ?? 0);
    expect(described.toString('latin1')).toContain('/Contents (jane@example.com)');
    const metadata = after.info('-meta');
    expect(metadata).toContain('<rdf:li xml:lang="x-default">Zoë &lt;Ångström&gt; &amp; 山田 (endobj)');
    expect(metadata).toContain(`<rdf:li>${model.language}</rdf:li>`);
    expect(after.info()).toContain('Title:           Zoë <Ångström> & 山田');
  });

  test('does not hear the footer of each page among its text', async () => {
    const model = buildDocument(longCareerSource(12), 0);
    const file = await printer.print(renderPrintPage(model));
    const described = makeAccessible(file, model);
    const [before, after] = [readPdf(file), readPdf(described)];
    expect([after.text(), after.info('-struct-text')]).toEqual([before.text(), before.info('-struct-text')]);
    const text = described.toString('latin1');
    const contents = [...text.matchAll(/\/Contents (\d+) 0 R/g)].map(([, id]) => Number(id));
    expect(contents.length).toBeGreaterThan(2);
    // The last object of a number is the one that holds.
    const update = text.slice(file.length);
    expect(contents.map((id) => streamContent(update, id)?.match(/^\/Artifact /gm)?.length ?? 0)).toEqual(
      contents.map((_, index) => (index === 0 ? 0 : 1)),
    );
  });

  test.each([
    ['is PDF/UA-1', sampleSource(), true],
    ['is not, where a joined sign has no text of its own', emojiSource(), false],
  ])('says that it %s', async (_what, source, universal) => {
    const model = buildDocument(source, 0);
    const described = makeAccessible(await printer.print(renderPrintPage(model)), model);
    expect(readPdf(described).info('-meta').includes('<pdfuaid:part>1</pdfuaid:part>')).toBe(universal);
  });

  test('does not say whose an anonymised CV is', async () => {
    const { described } = await print('', true);
    expect(readPdf(described).info('-meta')).not.toMatch(/creator|Jane/);
  });

  test('leaves what it does not know as it is', () => {
    const model = buildDocument(sampleSource(), 0);
    for (const other of ['', 'trailer', '%PDF-1.7 nothing']) {
      expect(makeAccessible(Buffer.from(other), model).toString()).toBe(other);
    }
  });
});
