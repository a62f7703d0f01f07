import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildDocument } from '@vitae/document/build-document';
import type { ExportSource } from '@vitae/proto/export-source';
import { exampleSources } from '../contact-sheet/example-sources.ts';
import { officeToPdf, type RenderedFile, renderFiles } from '../contact-sheet/render-files.ts';
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
        const pages = await pageTexts(join(folder, format, `${name}.pdf`), header.name);
        return [format, UNORDERED_CVS.includes(cv) ? pages.map(sortedCharacters) : pages];
      }),
  );
}

const cvs = ['complete-resume', 'sample', 'senior-engineer', ...Object.keys(samples)];

describe.each(['classic', 'modern', 'compact'])('exported files in the %s template', (template) => {
  test.each(cvs)('contain the same text and the same first page in PDF, ODT, DOC and DOCX: %s', async (cv) => {
    const [pdf, ...others] = await readFormats(cv, template);
    expect(others.map(([format]) => format)).toEqual(['docx', 'odt', 'doc']);
    const wholeText = (pages: string[] = []) =>
      UNORDERED_CVS.includes(cv) ? sortedCharacters(pages.join('')) : pages.join('');
    expect(wholeText(pdf?.[1]).length).toBeGreaterThan(5);
    for (const [format, pages] of others) {
      expect([format, wholeText(pages)]).toEqual([format, wholeText(pdf?.[1])]);
      expect([format, pages[0]]).toEqual([format, pdf?.[1][0]]);
    }
  });
});
