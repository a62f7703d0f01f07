import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildDocument } from '@vitae/document/build-document';
import type { ExportSource } from '@vitae/proto/export-source';
import { exampleSources } from '../contact-sheet/example-sources.ts';
import { officeToPdf, type RenderedFile, renderFiles } from '../contact-sheet/render-files.ts';
import { samples } from '../support/document/samples.ts';
import { pageTexts, sortedCharacters } from './page-texts.ts';

const patience = 600_000;
// LibreOffice writes words from the right, and what it takes from a second font, in an order of its own.
const outOfOrder = ['arabic', 'hebrew', 'emoji'];

let folder: string;
let sources: Record<string, ExportSource>;
let made: RenderedFile[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitae-same-text-'));
  const examples = join(import.meta.dirname, '../../deploy/local/examples');
  const hard = Object.entries(samples).map(([name, source]) => [name, source()] as const);
  sources = { ...(await exampleSources(examples)), ...Object.fromEntries(hard) };
  made = await renderFiles(sources, folder);
  await officeToPdf(folder); // `soffice --convert-to pdf` of a LibreOffice that knows nothing of ours
}, patience);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The pages of a CV in a template as each format shows them, the PDF's first. */
async function read(cv: string, template: string): Promise<[string, string[]][]> {
  const source = sources[cv];
  if (!source) throw new Error(`No CV ${cv}`);
  const { header } = buildDocument(source, Date.now());
  const files = made.filter((one) => one.cv === cv && one.template === template);
  return Promise.all(
    files.map(async ({ format, name }): Promise<[string, string[]]> => {
      const pages = await pageTexts(join(folder, format, `${name}.pdf`), header.name);
      return [format, outOfOrder.includes(cv) ? pages.map(sortedCharacters) : pages];
    }),
  );
}

const cvs = ['complete-resume', 'sample', 'senior-engineer', ...Object.keys(samples)];

describe.each(['classic', 'modern', 'compact'])('in the %s template, as PDF, ODT, DOC and DOCX', (template) => {
  test.each(cvs)('%s: the same text, and the same first page', async (cv) => {
    const [pdf, ...others] = await read(cv, template);
    expect(others.map(([format]) => format)).toEqual(['docx', 'odt', 'doc']);
    const whole = (pages: string[] = []) =>
      outOfOrder.includes(cv) ? sortedCharacters(pages.join('')) : pages.join('');
    expect(whole(pdf?.[1]).length).toBeGreaterThan(5);
    for (const [format, pages] of others) {
      expect([format, whole(pages)]).toEqual([format, whole(pdf?.[1])]);
      expect([format, pages[0]]).toEqual([format, pdf?.[1][0]]);
    }
  });
});
