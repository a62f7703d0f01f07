import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ExportSource } from '@vitae/proto/export-source';
import puppeteer from 'puppeteer';
import { samples } from '../support/document/samples.ts';
import { exampleSources } from './example-sources.ts';
import { officeToPdf, renderFiles, renderPageImages } from './render-files.ts';
import { type FileWithPages, sheetPage } from './sheet-page.ts';
import { drawTemplatePictures } from './template-pictures.ts';

// npm run contact-sheet [-- CV…]: draws a sheet for each CV with its pages in every template and format, to compare.
// npm run contact-sheet -- --templates: draws the pictures of the templates that the editor shows.

const folder = join(import.meta.dirname, '../../../.vitae/contact-sheet');
const assets = join(import.meta.dirname, '../../../services/site/assets');
const TEMPLATES = '--templates';
/** The CV in the pictures of the templates. */
const PICTURED = 'sample';
const selected = process.argv.slice(2);

const sampleSources = Object.entries(samples).map(([name, source]): [string, ExportSource] => [name, source()]);
const sources = { ...(await exampleSources()), ...Object.fromEntries(sampleSources) };
const unknown = selected.filter((name) => name !== TEMPLATES && !(name in sources));
if (unknown.length > 0)
  throw new Error(`Unknown CV: ${unknown.join(', ')}. Available: ${Object.keys(sources).join(', ')}`);
const cvs = Object.fromEntries(
  Object.entries(sources).filter(([name]) => selected.length === 0 || selected.includes(name)),
);

if (selected.includes(TEMPLATES)) await drawTemplatePictures(sources[PICTURED] as ExportSource, assets);
else await drawAllSheets();

async function drawAllSheets(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const files = await renderFiles(cvs, folder);
  await officeToPdf(folder);
  const filesWithPages: FileWithPages[] = [];
  for (const file of files) filesWithPages.push({ ...file, pages: await renderPageImages(file, folder) });
  await drawSheets(Object.keys(cvs), filesWithPages);
  process.stdout.write(`Wrote ${files.length} files and a sheet for each CV to ${folder}\n`);
}

async function drawSheets(names: string[], files: FileWithPages[]): Promise<void> {
  const browser = await puppeteer.launch({
    headless: 'shell',
    pipe: true,
    executablePath: process.env.PUPPETEER_EXECUTABLE_PATH ?? '/usr/bin/chromium-headless-shell',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const page = await browser.newPage();
    for (const cv of names) {
      const path = join(folder, `${cv.replaceAll(' ', '-')}.html`);
      const html = sheetPage(
        cv,
        files.filter((file) => file.cv === cv),
      );
      await writeFile(path, html);
      await page.goto(pathToFileURL(path).href);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      await page.setViewport({ width, height: 600 });
      await page.screenshot({ path: path.replace(/html$/, 'png') as `${string}.png`, fullPage: true });
    }
  } finally {
    await browser.close();
  }
}
