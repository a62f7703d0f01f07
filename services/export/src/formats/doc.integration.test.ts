import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildDocument } from '@vitae/document/build-document';
import { sampleSource } from '@vitae/document/sample-source';
import { templateIds } from '@vitae/document/templates/templates';
import type { ExportSource } from '@vitae/proto/export-source';
import { samples } from '@vitae/test/support/document/samples';
import { createOfficeFixture, officePrograms } from '@vitae/test/support/export/renderer-fixtures';
import { wordDocument } from '../word/word-document.ts';

// Our converter writes DOC files without a layout, which is faster. These tests compare them with files that a plain
// LibreOffice writes after a layout.

const TIMEOUT_MS = 240_000;
const run = promisify(execFile);

const cvs: Record<string, () => ExportSource> = {
  everything: samples.everything,
  empty: samples.empty,
  long: samples['long career'],
  arabic: samples.arabic,
  mixed: () => {
    const source = sampleSource();
    const presentation = { ...source.cv.presentation, text: `First.\n\nمهندسة برمجيات\n\n${'word '.repeat(2_000)}` };
    return { ...source, cv: { ...source.cv, presentation } };
  },
};

const cases = Object.keys(cvs).flatMap((cv) => templateIds.map((template) => ({ cv, template })));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitae-doc-'));
  for (const subfolder of ['docx', 'ours']) await mkdir(join(folder, subfolder));
  const { office } = createOfficeFixture();
  for (const { cv, template } of cases) {
    const source = cvs[cv]?.() ?? sampleSource();
    const styled = { ...source, printDisplay: { ...source.printDisplay, id: template } };
    const docx = await wordDocument(buildDocument(styled, Date.UTC(2026, 10, 21)), { modern: false });
    await writeFile(join(folder, 'docx', `${cv}-${template}.docx`), docx);
    await writeFile(join(folder, 'ours', `${cv}-${template}.doc`), await office.convert(docx, 'doc'));
  }
  await office.close();
  await convertAll('doc', 'docx', 'reference');
  await convertAll('pdf', 'ours', 'ours-pdf');
  await convertAll('pdf', 'reference', 'reference-pdf');
}, TIMEOUT_MS);
afterAll(() => rm(folder, { recursive: true }));

async function convertAll(to: 'doc' | 'pdf', from: string, into: string): Promise<void> {
  const files = (await readdir(join(folder, from))).map((file) => join(folder, from, file));
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const options = ['--headless', profile, '--convert-to', to, '--outdir', join(folder, into)];
  await run(officePrograms.soffice, [...options, ...files]);
}

async function pageImages(pdf: string): Promise<Buffer[]> {
  const images = await mkdtemp(join(folder, 'pages-'));
  await run('pdftoppm', ['-r', '50', '-gray', pdf, join(images, 'page')]);
  return Promise.all((await readdir(images)).sort().map((file) => readFile(join(images, file))));
}

describe('DOC file', () => {
  test(
    'has the same page images as the file of a plain LibreOffice',
    async () => {
      let pages = 0;
      for (const { cv, template } of cases) {
        const [ours = [], reference = []] = await Promise.all(
          ['ours-pdf', 'reference-pdf'].map((subfolder) =>
            pageImages(join(folder, subfolder, `${cv}-${template}.pdf`)),
          ),
        );
        expect([cv, template, ours.length]).toEqual([cv, template, reference.length]);
        const differences = reference.flatMap((page, index) => (ours[index]?.equals(page) ? [] : [index + 1]));
        expect([cv, template, differences]).toEqual([cv, template, []]);
        pages += reference.length;
      }
      expect(pages).toBeGreaterThan(3 * cases.length);
    },
    TIMEOUT_MS,
  );

  test('has a footer with page numbers on every page but the first', async () => {
    for (const template of templateIds) {
      const { stdout } = await run('pdftotext', [join(folder, 'ours-pdf', `long-${template}.pdf`), '-']);
      const pages = stdout.split('\f').slice(0, -1);
      expect(pages.length).toBeGreaterThan(2);
      const hasNumber = pages.map((page, index) =>
        page
          .replaceAll(' ', '')
          .trimEnd()
          .endsWith(`${index + 1}/${pages.length}`),
      );
      expect(hasNumber).toEqual(pages.map((_, index) => index > 0));
    }
  });
});
