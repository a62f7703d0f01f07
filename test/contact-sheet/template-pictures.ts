import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildDocument } from '@vitae/document/build-document';
import { formatOf } from '@vitae/export/formats/registry';
import { displayIds } from '@vitae/proto/display';
import type { ExportSource } from '@vitae/proto/export-source';
import sharp from 'sharp';
import { createPrinterFixture } from '../support/export/renderer-fixtures.ts';

/** About 330 pixels per page: the editor shows the pictures half as wide. */
const DPI = 40;
const QUALITY = 55;

const run = promisify(execFile);

/** Draws the first page of a CV in each template to `template-{id}.webp`, as the editor shows the templates. */
export async function drawTemplatePictures(source: ExportSource, assets: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vitae-templates-'));
  const { printer } = createPrinterFixture();
  try {
    for (const id of displayIds) {
      const styled = { ...source, printDisplay: { ...source.printDisplay, id } };
      const model = buildDocument(styled, Date.now());
      const base = join(folder, id);
      const pdf = await formatOf('pdf')?.render({ model, source: styled }, { printer, office: undefined as never });
      await writeFile(`${base}.pdf`, pdf as Uint8Array);
      await run('pdftoppm', ['-r', String(DPI), '-png', '-singlefile', `${base}.pdf`, base]);
      await sharp(`${base}.png`)
        .webp({ quality: QUALITY })
        .toFile(join(assets, `template-${id}.webp`));
    }
  } finally {
    await printer.close();
    await rm(folder, { recursive: true });
  }
}
