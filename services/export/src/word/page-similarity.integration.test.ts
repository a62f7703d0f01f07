import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildDocument } from '@vitae/document/build-document';
import type { DocumentModel } from '@vitae/document/document-model';
import { renderPrintPage } from '@vitae/document/pages/print-page';
import { paperSize } from '@vitae/document/templates/measures';
import { templateById, templateIds } from '@vitae/document/templates/templates';
import type { ExportSource } from '@vitae/proto/export-source';
import { hindiSource } from '@vitae/test/support/document/devanagari';
import { exampleSources } from '@vitae/test/support/document/example-sources';
import { extremeSources, longCareerSource, longTitlesSource } from '@vitae/test/support/document/hard-cases';
import { samples } from '@vitae/test/support/document/samples';
import { type GrayImage, readPgm, similarity } from '@vitae/test/support/export/page-similarity';
import {
  createOfficeFixture,
  createPrinterFixture,
  officePrograms,
  openPagePrinter,
} from '@vitae/test/support/export/renderer-fixtures';
import { printFitted, withFittedDensity } from '../formats/fitted-pages.ts';
import type { Renderers } from '../formats/format.ts';
import { wordDocument } from './word-document.ts';

// One pixel is 1.4 points. The blur of 1.5 pixels tolerates lines that are a point higher or lower, because browsers round
// lines to pixels. The last test shows what it does not tolerate.
const RESOLUTION = 50;
const BLUR = 1.5;
const MIN_SIMILARITY = 0.9;
const POINTS_PER_MM = 72 / 25.4;

type Format = 'docx' | 'odt' | 'doc';
/** Headings in the margin and colors at the edge of the page are elsewhere in Word 97 files (theme.ts). */
const IN_WORD_97 = templateIds.filter((template) => template !== 'academic' && template !== 'modern');
let examples: Record<string, ExportSource> = {};
const example = (name: string) => (): ExportSource => {
  const source = examples[name];
  if (!source) throw new Error(`No example ${name}`);
  return source;
};
const sources = {
  ...samples,
  'complete-resume': example('complete-resume'),
  sample: example('sample'),
  'senior-engineer': example('senior-engineer'),
  hindi: hindiSource,
  'long career': () => longCareerSource(24),
  'long titles': longTitlesSource,
  ...extremeSources,
};
type SourceName = keyof typeof sources;
const COMPARED: readonly { format: Format; names: readonly SourceName[]; templates: readonly string[] }[] = [
  {
    format: 'docx',
    names: ['hindi', 'titles of 255 characters', 'several scripts in one line'],
    templates: templateIds,
  },
  // LibreOffice splits the entries of a side column between pages.
  {
    format: 'docx',
    names: ['titles of 300 characters', '40 skills with levels'],
    templates: templateIds.filter((template) => template !== 'sidebar'),
  },
  { format: 'docx', names: ['long career'], templates: ['sidebar'] },
  { format: 'docx', names: ['sample', 'senior-engineer'], templates: templateIds },
  // In the academic template, the similarity is 0.899: LibreOffice splits an entry if a frame with a heading is on the page.
  { format: 'docx', names: ['complete-resume'], templates: templateIds.filter((template) => template !== 'academic') },
  { format: 'docx', names: ['one line of text'], templates: ['classic', 'academic'] },
  { format: 'docx', names: ['long titles'], templates: templateIds },
  { format: 'odt', names: ['long titles'], templates: ['compact', 'sidebar', 'plain'] },
  {
    format: 'docx',
    names: ['everything', 'no photo', 'arabic', 'hebrew', 'japanese', 'chinese', 'korean'],
    templates: templateIds,
  },
  { format: 'odt', names: ['everything'], templates: templateIds },
  { format: 'odt', names: ['arabic', 'japanese', 'hindi'], templates: ['classic', 'modern'] },
  { format: 'doc', names: ['everything', 'arabic', 'japanese'], templates: IN_WORD_97 },
];

const TIMEOUT_MS = 600_000;
const run = promisify(execFile);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitae-similarity-'));
  examples = await exampleSources(join(import.meta.dirname, '../../../../deploy/local/examples'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function modelOf(name: SourceName, template: string): DocumentModel {
  const source = sources[name]();
  return buildDocument({ ...source, printDisplay: { ...source.printDisplay, id: template } }, Date.UTC(2026, 10, 21));
}

async function firstPage(pdf: string): Promise<GrayImage> {
  const options = ['-r', String(RESOLUTION), '-gray', '-f', '1', '-l', '1', pdf];
  const { stdout } = await run('pdftoppm', options, { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 });
  return readPgm(stdout);
}

type WordPlace = { left: number; right: number; bottom: number };

/** Returns where the occurrences of a word on a page are, in points from the upper left corner. */
async function placesOf(word: string, pdf: string, page = '1'): Promise<WordPlace[]> {
  const { stdout } = await run('pdftotext', ['-bbox', '-f', page, '-l', page, pdf, '-']);
  const edges = new RegExp(`xMin="([\\d.]+)" yMin="[\\d.]+" xMax="([\\d.]+)" yMax="([\\d.]+)">${word}<`, 'g');
  return Array.from(stdout.matchAll(edges), (match) => {
    const [left = Number.NaN, right = Number.NaN, bottom = Number.NaN] = match.slice(1).map(Number);
    return { left, right, bottom };
  });
}

const NOWHERE: WordPlace = { left: Number.NaN, right: Number.NaN, bottom: Number.NaN };

async function placeOf(...parameters: Parameters<typeof placesOf>): Promise<WordPlace> {
  return (await placesOf(...parameters))[0] ?? NOWHERE;
}

/** pdftotext returns right-to-left words in visual order. */
const inVisualOrder = (word: string) => Array.from(word).reverse().join('');

/** Converts all files of a format. Each format has a profile, so that two can be converted at the same time. */
async function toPdf(format: Format, bases: string[]): Promise<void> {
  const profile = `-env:UserInstallation=file://${join(folder, `profile-${format}`)}`;
  const files = bases.map((base) => join(folder, format, `${base}.${format}`));
  const options = ['--headless', profile, '--convert-to', 'pdf', '--outdir', join(folder, format)];
  await run(officePrograms.soffice, [...options, ...files]);
}

/** Writes the PDF of a document and its word processor file. Returns the density step of the file. */
async function writeFiles(
  { format, base, model }: { format: Format; base: string; model: DocumentModel },
  { printer, office }: Renderers,
): Promise<number | undefined> {
  await writeFile(join(folder, `${base}.pdf`), (await printFitted(model, undefined, printer)).content);
  const fitted = await withFittedDensity(model, undefined, printer);
  const document = await wordDocument(fitted, { modern: format !== 'doc' });
  const content = format === 'docx' ? document : await office.convert(document, format);
  await writeFile(join(folder, format, `${base}.${format}`), content);
  return fitted.density;
}

describe('first page of a word processor file', () => {
  test(
    'looks like that of the PDF in every template, format and script',
    async () => {
      const { printer } = createPrinterFixture();
      const { office } = createOfficeFixture();
      const cases = COMPARED.flatMap(({ format, names, templates }) =>
        templates.flatMap((template) =>
          names.map((name) => {
            const base = `${name.replaceAll(' ', '-')}-${template}`;
            return { format, base, model: modelOf(name, template) };
          }),
        ),
      );
      const steps = new Set<number | undefined>();
      for (const { format } of COMPARED) await mkdir(join(folder, format), { recursive: true });
      for (const one of cases) steps.add(await writeFiles(one, { printer, office }));
      await Promise.all([printer.close(), office.close()]);
      const basesOf = (format: Format) => cases.filter((one) => one.format === format).map(({ base }) => base);
      const others = async () => {
        for (const format of ['odt', 'doc'] as const) await toPdf(format, basesOf(format));
      };
      await Promise.all([toPdf('docx', basesOf('docx')), others()]);
      const tooLow: [string, number][] = [];
      for (const { format, base } of cases) {
        const [printed, shown] = [join(folder, `${base}.pdf`), join(folder, format, `${base}.pdf`)];
        const value = similarity(await firstPage(printed), await firstPage(shown), BLUR);
        if (value < MIN_SIMILARITY) tooLow.push([`${format}-${base}`, value]);
      }
      expect(tooLow).toEqual([]);
      // At the top of a page, a heading in the margin is beside its content.
      const shown = (base: string) => join(folder, 'docx', `${base}.pdf`);
      const [heading, title] = [
        await placeOf('Volunteering', shown('everything-academic'), '2'),
        await placeOf('Volunteer', shown('everything-academic'), '2'),
      ];
      expect(Math.abs(heading.bottom - title.bottom)).toBeLessThan(2);
      // All headings in the margin start there.
      const endings = modelOf('arabic', 'academic').sections.map((section) => section.heading.split(' ').at(-1) ?? '');
      const margin: number[] = [];
      for (const word of endings) margin.push((await placeOf(inVisualOrder(word), shown('arabic-academic'))).left);
      expect(Math.max(...margin) - Math.min(...margin)).toBeLessThan(2);
      // Bullets are between the edge of the text and the items.
      const edge = (paperSize.A4.width - templateById('plain').measures.margins.side) * POINTS_PER_MM;
      for (const base of ['arabic-plain', 'hebrew-plain'])
        expect((await placeOf('•', shown(base))).right).toBeLessThan(edge);
      // The first of several left-to-right items is on the right.
      const items = await Promise.all(
        ['Node\\.js', 'Go', 'PostgreSQL'].map((item) => placesOf(item, shown('arabic-classic'))),
      );
      const [first, second, third] = items.map((places) => places.at(-1) ?? NOWHERE);
      expect([first?.bottom, third?.bottom]).toEqual([second?.bottom, second?.bottom]);
      expect(first?.left).toBeGreaterThan(second?.right ?? 0);
      expect(second?.left).toBeGreaterThan(third?.right ?? 0);
      // The full stop of a left-to-right name is at its end.
      expect((await placeOf('Ltd\\.', shown('hebrew-plain'))).right).toBeCloseTo(edge, 0);
      // Addresses in a side column break after a slash, and Latin words among ideographs only between words.
      const japanese = await run('pdftotext', ['-raw', shown('japanese-sidebar'), '-']);
      expect(japanese.stdout).toContain('/\np/jane/main\n');
      expect(japanese.stdout).toContain('PostgreSQL');
      // A long title wraps before its dates, which are on one line at the end of the text.
      for (const template of ['compact', 'sidebar', 'classic']) {
        const { stdout } = await run('pdftotext', ['-layout', shown(`long-titles-${template}`), '-']);
        expect(stdout.match(/\s{3}Jan\s20\d\d\s–\sJun\s20\d\d\n/g)?.length).toBe(6);
      }
      // No page of a file with a side column ends with the title of an entry or its first lines.
      const career = await run('pdftotext', ['-layout', shown('long-career-sidebar'), '-']);
      const pages = career.stdout.split('\f').map((page) => page.split('\n').filter((line) => /\w/.test(line)));
      const ends = pages.map((lines) =>
        lines
          .filter((line) => !/Edward Longworth.*\//.test(line))
          .slice(-2)
          .join(),
      );
      expect(ends.length).toBeGreaterThan(4);
      expect(ends.filter((end) => /Interim manager, mandate|Company \w plc/.test(end))).toEqual([]);
      // Otherwise the files were not compared at other densities than that of the template.
      expect(steps.size).toBeGreaterThan(1);
    },
    TIMEOUT_MS,
  );

  test('is compared so that a point is tolerated, but no missing line, other column or other font', async () => {
    const pages = await openPagePrinter();
    const model = modelOf('no photo', 'classic');
    const imageOf = async (shown: DocumentModel, styles = '') => {
      const pdf = join(folder, 'variant.pdf');
      const html = renderPrintPage(shown).replace('</style>', `${styles}</style>`);
      await writeFile(pdf, await pages.print(html));
      return firstPage(pdf);
    };
    const original = await imageOf(model);
    const withoutLine = {
      ...model,
      sections: model.sections.map((section) =>
        section.content === 'text' ? { ...section, paragraphs: section.paragraphs.slice(1) } : section,
      ),
    };
    const similarityTo = async (image: Promise<GrayImage>) => similarity(original, await image, BLUR);
    expect(await similarityTo(imageOf(model, 'body { position: relative; top: 1pt }'))).toBeGreaterThan(MIN_SIMILARITY);
    const faults = {
      'missing line': await similarityTo(imageOf(withoutLine)),
      'other column': await similarityTo(imageOf(model, '.section { margin-inline-start: 10mm !important }')),
      'other font': await similarityTo(imageOf(model, 'body { font-family: "Liberation Sans" !important }')),
      'other step': await similarityTo(imageOf({ ...model, density: 2 })),
    };
    await pages.close();
    expect(Object.entries(faults).filter(([, value]) => value >= MIN_SIMILARITY)).toEqual([]);
  });
});
