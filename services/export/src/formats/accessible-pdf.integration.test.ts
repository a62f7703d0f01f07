import { buildDocument } from '@vitae/document/build-document';
import { renderPrintPage } from '@vitae/document/pages/print-page';
import { sampleSource } from '@vitae/document/sample-source';
import { emojiSource, longCareerSource } from '@vitae/test/support/document/hard-cases';
import { readPdf } from '@vitae/test/support/export/read-pdf';
import { openPagePrinter, type PagePrinter } from '@vitae/test/support/export/renderer-fixtures';
import { makeAccessible, streamContent } from './accessible-pdf.ts';

let printer: PagePrinter;
beforeAll(async () => {
  printer = await openPagePrinter();
}, 120_000);
afterAll(() => printer.close());

const print = async (displayName: string, anonymized = false) => {
  const model = buildDocument(sampleSource({ displayName, anonymized }), 0);
  const original = await printer.print(renderPrintPage(model));
  return { model, original, accessible: makeAccessible(original, model) };
};

describe('accessible PDF', () => {
  test('has a text for every link, XMP metadata and the original content', async () => {
    const { model, original, accessible } = await print('Zoë <Ångström> & 山田 (endobj)');
    const [before, after] = [readPdf(original), readPdf(accessible)];
    expect(after.text()).toBe(before.text());
    expect(after.info('-struct')).toBe(before.info('-struct'));
    const links = accessible.toString('latin1').match(/\/Contents \(/g);
    expect(links).toHaveLength(original.toString('latin1').match(/\/Subtype \/Link/g)?.length ?? 0);
    expect(accessible.toString('latin1')).toContain('/Contents (jane@example.com)');
    const metadata = after.info('-meta');
    expect(metadata).toContain('<rdf:li xml:lang="x-default">Zoë &lt;Ångström&gt; &amp; 山田 (endobj)');
    expect(metadata).toContain(`<rdf:li>${model.language}</rdf:li>`);
    expect(after.info()).toContain('Title:           Zoë <Ångström> & 山田');
  });

  test('marks the footer of every page after the first as an artifact', async () => {
    const model = buildDocument(longCareerSource(12), 0);
    const original = await printer.print(renderPrintPage(model));
    const accessible = makeAccessible(original, model);
    const [before, after] = [readPdf(original), readPdf(accessible)];
    expect([after.text(), after.info('-struct-text')]).toEqual([before.text(), before.info('-struct-text')]);
    const text = accessible.toString('latin1');
    const contents = [...text.matchAll(/\/Contents (\d+) 0 R/g)].map(([, id]) => Number(id));
    expect(contents.length).toBeGreaterThan(2);
    // The last object with a number is the valid one.
    const update = text.slice(original.length);
    expect(contents.map((id) => streamContent(update, id)?.match(/^\/Artifact /gm)?.length ?? 0)).toEqual(
      contents.map((_, index) => (index === 0 ? 0 : 1)),
    );
  });

  test.each([
    ['declares PDF/UA-1', sampleSource(), true],
    ['does not declare PDF/UA-1 if a joined glyph has no text', emojiSource(), false],
  ])('%s', async (_behavior, source, isUniversal) => {
    const model = buildDocument(source, 0);
    const accessible = makeAccessible(await printer.print(renderPrintPage(model)), model);
    expect(readPdf(accessible).info('-meta').includes('<pdfuaid:part>1</pdfuaid:part>')).toBe(isUniversal);
  });

  test('contains no author if the CV is anonymized', async () => {
    const { accessible } = await print('', true);
    expect(readPdf(accessible).info('-meta')).not.toMatch(/creator|Jane/);
  });

  test('is the unchanged input if its structure is unknown', () => {
    const model = buildDocument(sampleSource(), 0);
    for (const other of ['', 'trailer', '%PDF-1.7 nothing']) {
      expect(makeAccessible(Buffer.from(other), model).toString()).toBe(other);
    }
  });
});
