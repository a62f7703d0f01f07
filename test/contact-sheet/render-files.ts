import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildDocument } from '@vitae/document/build-document';
import { templateIds } from '@vitae/document/templates/templates';
import { formatOf } from '@vitae/export/formats/registry';
import type { ExportSource } from '@vitae/proto/export-source';
import { createOfficeFixture, createPrinterFixture, officePrograms } from '../support/export/renderer-fixtures.ts';

const FORMATS = ['pdf', 'docx', 'odt', 'doc'] as const;

/** `name` is the file name without folder and extension. */
export type RenderedFile = { cv: string; template: string; format: (typeof FORMATS)[number]; name: string };

export const fileName = (cv: string, template: string) => `${cv}-${template}`.replaceAll(' ', '-');

const run = promisify(execFile);

/** Renders every CV in every template and format into subfolders of `folder`. */
export async function renderFiles(sources: Record<string, ExportSource>, folder: string): Promise<RenderedFile[]> {
  const files: RenderedFile[] = [];
  const { printer } = createPrinterFixture();
  const { office } = createOfficeFixture();
  try {
    for (const [cv, source] of Object.entries(sources)) {
      for (const template of templateIds) {
        const styled = { ...source, printDisplay: { ...source.printDisplay, id: template } };
        const model = buildDocument(styled, Date.now());
        for (const id of FORMATS) {
          const format = formatOf(id);
          if (!format) throw new Error(`Unknown format ${id}`);
          const name = fileName(cv, template);
          const content = await format.render({ model, source: styled }, { printer, office });
          await mkdir(join(folder, id), { recursive: true });
          await writeFile(join(folder, id, `${name}.${id}`), content);
          files.push({ cv, template, format: id, name });
        }
      }
    }
  } finally {
    await Promise.all([printer.close(), office.close()]);
  }
  return files;
}

/** Converts the word processor files to PDF with a plain LibreOffice, independent of the export converter. */
export async function officeToPdf(folder: string): Promise<void> {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  for (const format of FORMATS) {
    if (format === 'pdf') continue;
    const formatFolder = join(folder, format);
    const files = (await readdir(formatFolder)).filter((file) => file.endsWith(`.${format}`));
    const paths = files.map((file) => join(formatFolder, file));
    const options = ['--headless', profile, '--convert-to', 'pdf', '--outdir', formatFolder];
    await run(officePrograms.soffice, [...options, ...paths]);
  }
}

/** The sample with the most pages has 18. */
const MAX_PAGES = 20;

/** Renders the pages of a file as small PNG images. Returns their paths relative to `folder`. */
export async function renderPageImages(
  { name, format }: RenderedFile,
  folder: string,
  maxPages = MAX_PAGES,
): Promise<string[]> {
  const base = join(folder, format, name);
  await run('pdftoppm', ['-r', '50', '-png', '-l', String(maxPages), `${base}.pdf`, base]);
  const files = await readdir(join(folder, format));
  return files
    .filter((file) => file.startsWith(`${name}-`) && /-\d+\.png$/.test(file))
    .sort()
    .map((file) => join(format, file));
}
