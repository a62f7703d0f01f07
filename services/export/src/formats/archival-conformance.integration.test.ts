import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildDocument } from '@vitae/document/build-document';
import type { DocumentModel } from '@vitae/document/document-model';
import { sampleSource } from '@vitae/document/sample-source';
import { templateIds, templates } from '@vitae/document/templates/templates';
import type { PageLayout } from '@vitae/proto/export-job';
import type { ExportSource } from '@vitae/proto/export-source';
import { hindiSource } from '@vitae/test/support/document/devanagari';
import { exampleSources } from '@vitae/test/support/document/example-sources';
import { generatedSource, vocabularies } from '@vitae/test/support/document/generated-cvs';
import { extremeSources } from '@vitae/test/support/document/hard-cases';
import { samples, withPictures } from '@vitae/test/support/document/samples';
import { documentProblems } from '@vitae/test/support/export/document-problems';
import { createPrinterFixture } from '@vitae/test/support/export/renderer-fixtures';
import { validatePdfs } from '@vitae/test/support/export/verapdf';
import type { Renderers } from './format.ts';
import { pdf } from './pdf.ts';

const GENERATED = 200;
const TIMEOUT_MS = 800_000;
const { printer } = createPrinterFixture();
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitae-archival-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));
afterAll(() => printer.close());

const anonymized = () => sampleSource({ anonymized: true, displayName: '', photo: null });
const sources: Record<string, () => ExportSource> = { ...samples, anonymized, hindi: hindiSource, ...extremeSources };
const examples = join(import.meta.dirname, '../../../../deploy/local/examples');
const languages = Object.values(vocabularies);
/** The templates and languages of generated CVs alternate, so that each template has CVs in each language. */
const generated = (seed: number) => {
  const source = generatedSource(seed, languages[Math.floor(seed / templateIds.length) % languages.length]);
  return {
    template: templateIds[seed % templateIds.length] ?? 'classic',
    source: seed % 4 === 0 ? withPictures(source) : source,
  };
};

type Exported = { file: Buffer; model: DocumentModel; layout: PageLayout };

async function exportPdf(original: ExportSource, template: string): Promise<Exported> {
  const source = { ...original, printDisplay: { ...original.printDisplay, id: template } };
  const model = buildDocument(source, Date.UTC(2026, 10, 21));
  const layouts: PageLayout[] = [];
  const onLayout = (one: PageLayout) => layouts.push(one);
  const file = await pdf.render({ model, source }, { printer } as unknown as Renderers, { onLayout });
  const [layout] = layouts;
  if (!layout) throw new Error('The format reported no layout');
  return { file, model, layout };
}

/** Runs a task for each item, two at a time: one document is printed while another is read. */
async function inPairs<Item>(items: Iterable<Item>, task: (item: Item) => Promise<void>): Promise<void> {
  const rest = items[Symbol.iterator]();
  const runRest = async () => {
    for (let next = rest.next(); !next.done; next = rest.next()) await task(next.value);
  };
  await Promise.all([runRest(), runRest()]);
}

describe('PDF', () => {
  test(
    'of every sample in every template has well-filled pages and correct lines, and conforms to PDF/UA-1 and PDF/A-3a (anonymized: PDF/A-2a)',
    async () => {
      const problems: string[] = [];
      const expected: Record<string, string[]> = {};
      const all = await exampleSources(examples);
      for (const [name, sourceOf] of Object.entries(sources)) all[name] = sourceOf();
      const cases = templateIds.flatMap((template) =>
        Object.entries(all).map(([name, source]) => ({ template, name, source })),
      );
      await inPairs(cases, async ({ template, name, source }) => {
        const { file, model, layout } = await exportPdf(source, template);
        problems.push(...documentProblems(file, model, layout).map((one) => `${template}, ${name}: ${one}`));
        const fileName = `${template}-${name.replaceAll(' ', '-')}.pdf`;
        await writeFile(join(folder, fileName), file);
        expected[fileName] = [name === 'anonymized' ? 'PDF/A-2A' : 'PDF/A-3A', 'PDF/UA-1'];
      });
      expect(problems).toEqual([]);
      expect(await validatePdfs(folder)).toEqual(expected);
    },
    TIMEOUT_MS,
  );

  test(
    `of ${GENERATED} generated CVs in ${languages.length} languages have well-filled pages and correct lines, and conform to the standards`,
    async () => {
      const problems: string[] = [];
      const expected: Record<string, string[]> = {};
      const [steps, kinds, designs] = [new Set<number>(), new Set<string>(), new Set<string>()];
      await inPairs(Array(GENERATED).keys(), async (seed) => {
        const { template, source } = generated(seed);
        const { file, model, layout } = await exportPdf(source, template);
        steps.add(layout.densityStep);
        const found = documentProblems(file, model, layout);
        problems.push(...found.map((one) => `${template}, ${model.language}, seed ${seed}: ${one}`));
        for (const { kind } of model.sections) kinds.add(kind);
        designs.add(`${template}, ${model.language}`);
        await writeFile(join(folder, `${seed}.pdf`), file);
        expected[`${seed}.pdf`] = ['PDF/A-3A', 'PDF/UA-1'];
      });
      expect(problems).toEqual([]);
      expect(steps.size).toBeGreaterThan(2);
      expect([...kinds].sort()).toEqual([...templates.classic.order].sort());
      expect(designs.size).toBe(templateIds.length * languages.length);
      expect(await validatePdfs(folder)).toEqual(expected);
    },
    TIMEOUT_MS,
  );

  test('with a planted fault is recognized', async () => {
    const { file, model, layout } = await exportPdf(sampleSource(), 'plain');
    expect(documentProblems(file, model, layout)).toEqual([]);
    const [first, ...others] = model.sections;
    const reordered = { ...model, sections: first ? [...others, first] : others };
    const badlyFilled = { ...layout, pages: 2, fill: [0.84, 0.2] };
    expect(documentProblems(file, reordered, badlyFilled)).toEqual([
      'step 0, pages filled 0.84, 0.2',
      expect.stringContaining('not in order: '),
    ]);
    const withoutPhoto = { ...model, header: { ...model.header, photo: null } };
    expect(documentProblems(file, withoutPhoto, layout)).toEqual(['1 of 0 pictures']);
    const unknown = { ...model, header: { ...model.header, title: 'Private sign \u{10fffd}' } };
    const renderers = { printer } as unknown as Renderers;
    const withoutGlyph = await pdf.render({ model: unknown, source: sampleSource() }, renderers);
    expect(documentProblems(withoutGlyph, model, layout)).toContainEqual(expect.stringMatching(/^\d+ missing glyphs$/));
    await writeFile(join(folder, 'no-standard.pdf'), await printer.print('<!doctype html><p>no title'));
    expect(await validatePdfs(folder)).not.toEqual({ 'no-standard.pdf': ['PDF/A-3A', 'PDF/UA-1'] });
  });

  test('with a fault in one of two columns is recognized', async () => {
    const { file, model, layout } = await exportPdf(sampleSource(), 'sidebar');
    expect(documentProblems(file, model, layout)).toEqual([]);
    for (const from of [0, model.sections.length - 2]) {
      const exchanged = model.sections.slice(from, from + 2).toReversed();
      const reordered = { ...model, sections: model.sections.toSpliced(from, 2, ...exchanged) };
      expect(documentProblems(file, reordered, layout)).toEqual([expect.stringContaining('not in order: ')]);
    }
  });
});
