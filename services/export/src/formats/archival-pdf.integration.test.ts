import { buildDocument } from '@vitae/document/build-document';
import { renderPrintPage } from '@vitae/document/pages/print-page';
import { sampleSource } from '@vitae/document/sample-source';
import { emojiSource, longCareerSource } from '@vitae/test/support/document/hard-cases';
import { readPdf } from '@vitae/test/support/export/read-pdf';
import { openPagePrinter, type PagePrinter } from '@vitae/test/support/export/renderer-fixtures';
import { archivalPdf } from './archival-pdf.ts';
import { streamContent } from './pdf-objects.ts';
import { shownResumeFile } from './shown-resume.ts';

let printer: PagePrinter;
beforeAll(async () => {
  printer = await openPagePrinter();
}, 120_000);
afterAll(() => printer.close());

const modifiedAt = new Date('2026-01-02T03:04:05Z');
const complete = async (source: Parameters<typeof buildDocument>[0]) => {
  const model = buildDocument(source, 0);
  const original = await printer.print(renderPrintPage(model));
  const archival = archivalPdf(original, { ...model, modifiedAt }, shownResumeFile(source));
  return { model, original, archival: archival.file, conformance: archival.conformance };
};

describe('archival PDF', () => {
  test('has a text for every link, metadata and the original content', async () => {
    const source = sampleSource({ displayName: 'Zoë <Ångström> & 山田 (endobj)' });
    const { model, original, archival } = await complete(source);
    const [before, after] = [readPdf(original), readPdf(archival)];
    expect(after.text()).toBe(before.text());
    expect(after.info('-struct')).toBe(before.info('-struct'));
    const links = archival.toString('latin1').match(/\/Contents \(/g);
    expect(links).toHaveLength(original.toString('latin1').match(/\/Subtype \/Link/g)?.length ?? 0);
    expect(archival.toString('latin1')).toContain('/Contents (jane@example.com)');
    const metadata = after.info('-meta');
    expect(metadata).toContain('<rdf:li xml:lang="x-default">Zoë &lt;Ångström&gt; &amp; 山田 (endobj)');
    expect(metadata).toContain(`<rdf:li>${model.language}</rdf:li>`);
    expect(after.info()).toMatch(/^Title: +Zoë <Ångström> & 山田[\s\S]*^Author: +Zoë <Ångström> & 山田 \(endobj\)$/m);
    expect(after.info('-isodates')).toMatch(/^Creator: +Vitae$[\s\S]*^CreationDate: +2026-01-02T03:04:05Z$/m);
  });

  test('is identical for identical CVs', async () => {
    const [{ archival: one }, { archival: other }] = [await complete(sampleSource()), await complete(sampleSource())];
    expect(one.equals(other)).toBe(true);
  });

  test('marks the footer of every page after the first as an artifact', async () => {
    const { original, archival } = await complete(longCareerSource(12));
    const [before, after] = [readPdf(original), readPdf(archival)];
    expect([after.text(), after.info('-struct-text')]).toEqual([before.text(), before.info('-struct-text')]);
    const text = archival.toString('latin1');
    const contents = [...text.matchAll(/\/Contents (\d+) 0 R/g)].map(([, id]) => Number(id));
    expect(contents.length).toBeGreaterThan(2);
    // The last object with a number is the valid one.
    const update = text.slice(original.length);
    expect(contents.map((id) => streamContent(update, id)?.match(/^\/Subtype \/Footer/gm)?.length ?? 0)).toEqual(
      contents.map((_, index) => (index === 0 ? 0 : 1)),
    );
  });

  test('has the same text as before if joined glyphs have no text', async () => {
    const { original, archival, conformance } = await complete(emojiSource());
    expect(readPdf(archival).text()).toBe(readPdf(original).text());
    expect(conformance).toEqual({ pdfA: '3A', pdfUa: true });
  });

  test('declares no standard if a character has no glyph', async () => {
    const original = await printer.print('<!doctype html><title>Title</title><p>a private \u{10fffd} character');
    const { file: archival, conformance } = archivalPdf(
      original,
      { title: '', author: null, language: 'en', modifiedAt },
      null,
    );
    expect(conformance).toEqual({ pdfA: null, pdfUa: false });
    expect(readPdf(archival).info('-meta')).not.toMatch(/pdfaid|pdfuaid/);
  });

  test('contains no author and no attachment if the CV is anonymized', async () => {
    const { archival, conformance } = await complete(sampleSource({ displayName: '', anonymized: true }));
    expect(conformance).toEqual({ pdfA: '2A', pdfUa: true });
    expect(readPdf(archival).info('-meta')).not.toMatch(/dc:creator|Jane/);
    expect(archival.toString('latin1')).not.toMatch(/EmbeddedFile|\/Author/);
  });

  test('is the unchanged input if its structure is unknown', () => {
    const model = buildDocument(sampleSource(), 0);
    for (const other of ['', 'trailer', '%PDF-1.7 nothing'])
      expect(archivalPdf(Buffer.from(other), { ...model, modifiedAt }, null).file.toString()).toBe(other);
  });
});
