import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildDocument } from '@vitae/document/build-document';
import type { Template } from '@vitae/document/templates/template';
import { templateById, templateIds } from '@vitae/document/templates/templates';
import type { ExportSource } from '@vitae/proto/export-source';
import { officeToPdf, type RenderedFile, renderFiles } from '../contact-sheet/render-files.ts';
import { exampleSources } from '../support/document/example-sources.ts';
import { samples } from '../support/document/samples.ts';
import { pageTexts, sortedCharacters } from './page-texts.ts';

const TIMEOUT_MS = 600_000;
// LibreOffice writes right-to-left words, and characters of a second font, in an order of its own.
const UNORDERED_CVS = ['arabic', 'hebrew', 'emoji'];

let folder: string;
let sources: Record<string, ExportSource>;
let files: RenderedFile[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitae-same-text-'));
  const sampleSources = Object.entries(samples).map(([name, source]) => [name, source()] as const);
  const examples = join(import.meta.dirname, '../../deploy/local/examples');
  sources = { ...(await exampleSources(examples)), ...Object.fromEntries(sampleSources) };
  files = await renderFiles(sources, folder);
  await officeToPdf(folder);
}, TIMEOUT_MS);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Returns the pages of a CV in each format, PDF first. */
async function readFormats(cv: string, template: string): Promise<[format: string, pages: string[]][]> {
  const source = sources[cv];
  if (!source) throw new Error(`No CV ${cv}`);
  const { header } = buildDocument(source, Date.now());
  return Promise.all(
    files
      .filter((file) => file.cv === cv && file.template === template)
      .map(async ({ format, name }): Promise<[string, string[]]> => {
        return [format, await pageTexts(join(folder, format, `${name}.pdf`), header.name)];
      }),
  );
}

const cvs = ['complete-resume', 'sample', 'senior-engineer', ...Object.keys(samples)];
// Columns: readers of a page do not agree on the order of texts beside each other.
const inOneColumn = ({ entry, heading, side }: Template) => entry.dates !== 'start' && heading !== 'margin' && !side;

describe.each(templateIds)('exported files in the %s template', (id) => {
  test.each(cvs)('contain the same text in PDF, ODT, DOC and DOCX: %s', async (cv) => {
    const [pdf, ...others] = await readFormats(cv, id);
    expect(others.map(([format]) => format)).toEqual(['docx', 'odt', 'doc']);
    const textOf = (pages: string[] = []) =>
      UNORDERED_CVS.includes(cv) || !inOneColumn(templateById(id)) ? sortedCharacters(pages.join('')) : pages.join('');
    expect(textOf(pdf?.[1]).length).toBeGreaterThan(5);
    for (const [format, pages] of others) expect([format, textOf(pages)]).toEqual([format, textOf(pdf?.[1])]);
  });
});
