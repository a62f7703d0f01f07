import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildDocument } from '@vitae/document/build-document';
import { sampleSource } from '@vitae/document/sample-source';
import { templateIds } from '@vitae/document/templates/template';
import { createLogger } from '@vitae/kit/log';
import type { ExportSource } from '@vitae/proto/export-source';
import { samples } from '@vitae/test/support/document/samples';
import { createOfficeConverter } from '../office/converter.ts';
import { launchOffice } from '../office/launch-office.ts';
import { wordDocument } from '../word/word-document.ts';

const patience = 240_000;
const run = promisify(execFile);
const soffice = process.env.SOFFICE_BINARY ?? '/usr/bin/soffice';
const python = process.env.OFFICE_PYTHON ?? '/usr/bin/python3';

/** With and without a photo, of one page and of many, from the left, from the right, and both in one. */
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

const names = Object.keys(cvs).flatMap((cv) => templateIds.map((template) => ({ cv, template })));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitae-doc-'));
  for (const kind of ['docx', 'ours']) await mkdir(join(folder, kind));
  const log = createLogger({ name: 'test', level: 'silent' });
  const limits = { convertTimeoutMs: 60_000, maxConversions: 100 };
  const office = createOfficeConverter({ launch: () => launchOffice({ soffice, python }), limits, log });
  for (const { cv, template } of names) {
    const source = cvs[cv]?.() ?? sampleSource();
    const styled = { ...source, printDisplay: { ...source.printDisplay, id: template } };
    const docx = await wordDocument(buildDocument(styled, Date.UTC(2026, 10, 21)));
    await writeFile(join(folder, 'docx', `${cv}-${template}.docx`), docx);
    await writeFile(join(folder, 'ours', `${cv}-${template}.doc`), await office.convert(docx, 'doc'));
  }
  await office.close();
  await convertAll('doc', 'docx', 'theirs');
  await convertAll('pdf', 'ours', 'ours-pdf');
  await convertAll('pdf', 'theirs', 'theirs-pdf');
}, patience);
afterAll(() => rm(folder, { recursive: true }));

/** A LibreOffice of the test's own, which knows nothing of how ours is driven. */
async function convertAll(to: 'doc' | 'pdf', from: string, into: string): Promise<void> {
  const files = (await readdir(join(folder, from))).map((file) => join(folder, from, file));
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  await run(soffice, ['--headless', profile, '--convert-to', to, '--outdir', join(folder, into), ...files]);
}

async function pagesOf(pdf: string): Promise<Buffer[]> {
  const pictures = await mkdtemp(join(folder, 'pages-'));
  await run('pdftoppm', ['-r', '50', '-gray', pdf, join(pictures, 'page')]);
  return Promise.all((await readdir(pictures)).sort().map((file) => readFile(join(pictures, file))));
}

test(
  'a DOC has page by page the same picture as one for which LibreOffice set the pages before it wrote them',
  async () => {
    let pages = 0;
    for (const { cv, template } of names) {
      const [ours, theirs] = await Promise.all(
        ['ours-pdf', 'theirs-pdf'].map((kind) => pagesOf(join(folder, kind, `${cv}-${template}.pdf`))),
      );
      expect([cv, template, ours?.length]).toEqual([cv, template, theirs?.length]);
      const differ = theirs?.flatMap((page, index) => (ours?.[index]?.equals(page) ? [] : [index + 1]));
      expect([cv, template, differ]).toEqual([cv, template, []]);
      pages += theirs?.length ?? 0;
    }
    expect(pages).toBeGreaterThan(3 * names.length);
  },
  patience,
);

test('a DOC has its name and number at the foot of each page but the first', async () => {
  for (const template of templateIds) {
    const { stdout } = await run('pdftotext', [join(folder, 'ours-pdf', `long-${template}.pdf`), '-']);
    const pages = stdout.split('\f').slice(0, -1);
    expect(pages.length).toBeGreaterThan(2);
    const numbered = pages.map((page, index) =>
      page
        .replaceAll(' ', '')
        .trimEnd()
        .endsWith(`${index + 1}/${pages.length}`),
    );
    expect(numbered).toEqual(pages.map((_, index) => index > 0));
  }
});
