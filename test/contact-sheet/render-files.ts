import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildDocument } from '@vitae/document/build-document';
import { templateIds } from '@vitae/document/templates/template';
import { launchBrowser } from '@vitae/export/browser/launch-browser';
import { createPrinter } from '@vitae/export/browser/printer';
import type { Renderers } from '@vitae/export/formats/format';
import { formatOf } from '@vitae/export/formats/registry';
import { createOfficeConverter } from '@vitae/export/office/converter';
import { launchOffice } from '@vitae/export/office/launch-office';
import { createLogger } from '@vitae/kit/log';
import type { ExportSource } from '@vitae/proto/export-source';

export const FORMATS = ['pdf', 'docx', 'odt', 'doc'] as const;

/** What is made, and the path of its file without folder and extension. */
export type RenderedFile = { cv: string; template: string; format: (typeof FORMATS)[number]; name: string };

const run = promisify(execFile);
const soffice = process.env.SOFFICE_BINARY ?? 'soffice';

/** Every CV in every template and format, as files in `folder`; then the pages of each as pictures. */
export async function renderFiles(sources: Record<string, ExportSource>, folder: string): Promise<RenderedFile[]> {
  const made: RenderedFile[] = [];
  const tools = openTools();
  try {
    for (const [cv, source] of Object.entries(sources)) {
      for (const template of templateIds) {
        const styled = { ...source, printDisplay: { ...source.printDisplay, id: template } };
        const model = buildDocument(styled, Date.now());
        for (const id of FORMATS) {
          const format = formatOf(id);
          if (!format) throw new Error(`No format ${id}`);
          const name = `${cv}-${template}`.replaceAll(' ', '-');
          await mkdir(join(folder, id), { recursive: true });
          await writeFile(join(folder, id, `${name}.${id}`), await format.render({ model, source: styled }, tools));
          made.push({ cv, template, format: id, name });
        }
      }
    }
  } finally {
    await Promise.all([tools.printer.close(), tools.office.close()]);
  }
  return made;
}

function openTools(): Renderers {
  const log = createLogger({ name: 'contact-sheet', level: 'warn' });
  return {
    printer: createPrinter({
      launch: (purpose) => launchBrowser(process.env.PUPPETEER_EXECUTABLE_PATH ?? '', { purpose }),
      limits: { renderTimeoutMs: 60_000, maxRenders: 1_000, maxMemoryMb: 2_000 },
      warmUp: { pages: 1, html: '<p>warm' },
      log,
    }),
    office: createOfficeConverter({
      launch: () => launchOffice({ soffice, python: process.env.OFFICE_PYTHON ?? '/usr/bin/python3' }),
      limits: { convertTimeoutMs: 60_000, maxConversions: 1_000 },
      log,
    }),
  };
}

/** The word processors' files as LibreOffice shows them: a PDF beside each. */
export async function officeToPdf(folder: string): Promise<void> {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  for (const format of FORMATS) {
    if (format === 'pdf') continue;
    const inside = join(folder, format);
    const files = (await readdir(inside)).filter((file) => file.endsWith(`.${format}`));
    const paths = files.map((file) => join(inside, file));
    await run(soffice, ['--headless', profile, '--convert-to', 'pdf', '--outdir', inside, ...paths]);
  }
}

/** PNGs of the first pages of a file, small enough for many on one sheet; gives their paths within `folder`. */
export async function renderPageImages({ name, format }: RenderedFile, folder: string, most = 3): Promise<string[]> {
  const base = join(folder, format, name);
  await run('pdftoppm', ['-r', '50', '-png', '-l', String(most), `${base}.pdf`, base]);
  const files = await readdir(join(folder, format));
  return files
    .filter((file) => file.startsWith(`${name}-`) && /-\d+\.png$/.test(file))
    .sort()
    .map((file) => join(format, file));
}
