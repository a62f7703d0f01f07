import { buildDocument } from '@vitae/document/build-document';
import { sampleSource } from '@vitae/document/sample-source';
import { readEmbeddedResume } from '@vitae/kit/embedded-resume';
import type { JobFormat } from '@vitae/proto/export-job';
import type { ExportSource } from '@vitae/proto/export-source';
import { samples } from '@vitae/test/support/document/samples';
import { createOfficeFixture, createPrinterFixture } from '@vitae/test/support/export/renderer-fixtures';
import { zipParts } from '@vitae/test/support/export/zip-parts';
import { zipOf } from '@vitae/test/support/zip-of';
import { embedInWord } from './embed-resume.ts';
import { formatOf } from './registry.ts';
import { shownResume } from './shown-resume.ts';

const { printer } = createPrinterFixture();
const { office } = createOfficeFixture();
afterAll(async () => {
  await printer.close();
  await office.close();
});

const hostile = '</resume> ]]> & &amp; \u0000 \ufffe \ud800 endstream /EmbeddedFile "\\ 山田';
const complete = (source: ExportSource): ExportSource => ({
  ...source,
  resume: { basics: { name: hostile, label: source.cv.title }, work: [{ name: hostile, summary: 'x'.repeat(5_000) }] },
});
const render = async (format: JobFormat, source: ExportSource) => {
  const file = await formatOf(format)?.render({ model: buildDocument(source, 0), source }, { printer, office });
  return file ?? Buffer.alloc(0);
};

describe('the JSON Resume in a document', () => {
  test.each(['pdf', 'docx', 'odt'] as const)(
    'is read from a %s file without changes',
    async (format) => {
      for (const sourceOf of [sampleSource, samples.arabic, samples['long career']]) {
        const source = complete(sourceOf());
        const read = await readEmbeddedResume(await render(format, source));
        const { content = '{}', isEdited = undefined } = typeof read === 'object' ? read : {};
        expect({ resume: JSON.parse(String(content)), isEdited }).toEqual({
          resume: shownResume(source),
          isEdited: false,
        });
      }
    },
    240_000,
  );

  test.each(['pdf', 'docx', 'odt', 'doc'] as const)(
    'is not in a %s file of an anonymized CV',
    async (format) => {
      const source = { ...complete(sampleSource({ displayName: '', photo: null })), anonymized: true };
      expect(await readEmbeddedResume(await render(format, source))).toBe('foreign');
    },
    240_000,
  );

  test.each([
    ['docx', 'word/document.xml'],
    ['odt', 'content.xml'],
  ] as const)('does not hide that a %s file was edited', async (format, part) => {
    const parts = zipParts(await render(format, complete(sampleSource())));
    const text = parts.get(part)?.toString() ?? '';
    expect(text).toContain('Cut the bill');
    parts.set(part, Buffer.from(text.replace('Cut the bill', 'Cut every bill')));
    const edited = await zipOf(Object.fromEntries([...parts].filter(([name]) => !name.endsWith('/'))));
    expect(await readEmbeddedResume(edited)).toMatchObject({ isEdited: true });
  });

  test('leaves the other parts of a Word document unchanged', async () => {
    const source = sampleSource();
    const document = await render('docx', { ...source, anonymized: true });
    const parts = zipParts(embedInWord(document, Buffer.from('{}')));
    const original = zipParts(document);
    const added = ['customXml/item1.xml', 'customXml/itemProps1.xml', 'customXml/_rels/item1.xml.rels'];
    for (const name of added) expect([name, parts.delete(name)]).toEqual([name, true]);
    const [types, relations] = ['[Content_Types].xml', 'word/_rels/document.xml.rels'];
    expect(parts.get(types)?.toString()).toContain('PartName="/customXml/itemProps1.xml"');
    expect(parts.get(relations)?.toString()).toContain('Target="../customXml/item1.xml"');
    for (const all of [parts, original]) for (const name of [types, relations]) all.delete(name);
    expect(parts).toEqual(original);
  });
});
