import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ExportSource } from '@vitae/proto/export-source';
import puppeteer from 'puppeteer';
import { samples } from '../support/document/samples.ts';
import { exampleSources } from './example-sources.ts';
import { officeToPdf, renderFiles, renderPageImages } from './render-files.ts';
import { type FileWithPages, sheetPage } from './sheet-page.ts';

// npm run contact-sheet [-- name …]: every sample CV in every template and word processor format, as
// pictures of its pages on a sheet for each CV, to be looked at.

const folder = join(import.meta.dirname, '../../../.vitae/contact-sheet');
const wanted = process.argv.slice(2);

const made = Object.entries(samples).map(([name, make]): [string, ExportSource] => [name, make()]);
const all = { ...(await exampleSources()), ...Object.fromEntries(made) };
const unknown = wanted.filter((name) => !(name in all));
if (unknown.length > 0) throw new Error(`No CV ${unknown.join(', ')}: there are ${Object.keys(all).join(', ')}`);
const chosen = Object.fromEntries(Object.entries(all).filter(([name]) => wanted.length === 0 || wanted.includes(name)));

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const files = await renderFiles(chosen, folder);
await officeToPdf(folder);
const pictured: FileWithPages[] = [];
for (const file of files) pictured.push({ ...file, pages: await renderPageImages(file, folder) });
await drawSheets(Object.keys(chosen), pictured);
process.stdout.write(`${files.length} files, a sheet for each CV: ${folder}\n`);

async function drawSheets(names: string[], all: FileWithPages[]): Promise<void> {
  const browser = await puppeteer.launch({
    headless: 'shell',
    pipe: true,
    executablePath: process.env.PUPPETEER_EXECUTABLE_PATH ?? '/usr/bin/chromium-headless-shell',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const page = await browser.newPage();
    for (const cv of names) {
      const html = join(folder, `${cv.replaceAll(' ', '-')}.html`);
      await writeFile(
        html,
        sheetPage(
          cv,
          all.filter((file) => file.cv === cv),
        ),
      );
      await page.goto(pathToFileURL(html).href);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      await page.setViewport({ width, height: 600 });
      await page.screenshot({ path: html.replace(/html$/, 'png') as `${string}.png`, fullPage: true });
    }
  } finally {
    await browser.close();
  }
}
