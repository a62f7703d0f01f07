import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ExportSource } from '@vitae/proto/export-source';
import puppeteer, { type Browser } from 'puppeteer';
import { hindiSource } from '../support/document/devanagari.ts';
import { exampleSources } from '../support/document/example-sources.ts';
import { samples } from '../support/document/samples.ts';
import { officeToPdf, renderFiles, renderPageImages } from './render-files.ts';
import { type ShownCv, sheetPage } from './sheet-page.ts';
import { drawTemplatePictures } from './template-pictures.ts';
import { captureWebPages } from './web-pages.ts';

// npm run contact-sheet [-- CV…]: draws a sheet for each CV with its web page and its files in every template, to compare.
// npm run contact-sheet -- --templates: draws the pictures of the templates that the editor shows.

const folder = join(import.meta.dirname, '../../../.vitae/contact-sheet');
const examples = join(import.meta.dirname, '../../../deploy/local/examples');
const assets = join(import.meta.dirname, '../../../services/site/assets');
const TEMPLATES = '--templates';
/** The CV in the pictures of the templates. */
const PICTURED = 'sample';
const selected = process.argv.slice(2);

const sampleSources = Object.entries({ ...samples, hindi: hindiSource }).map(
  ([name, source]): [string, ExportSource] => [name, source()],
);
const sources = { ...(await exampleSources(examples)), ...Object.fromEntries(sampleSources) };
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
  const browser = await launchBrowser();
  try {
    const shown = await captureWebPages(cvs, browser, folder);
    for (const file of files) shown.push({ ...file, pages: await renderPageImages(file, folder) });
    await drawSheets(browser, shown);
  } finally {
    await browser.close();
  }
  process.stdout.write(`Wrote ${files.length} files and a sheet for each CV to ${folder}\n`);
}

function launchBrowser(): Promise<Browser> {
  return puppeteer.launch({
    headless: 'shell',
    pipe: true,
    executablePath: process.env.PUPPETEER_EXECUTABLE_PATH ?? '/usr/bin/chromium-headless-shell',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}

async function drawSheets(browser: Browser, shown: ShownCv[]): Promise<void> {
  const page = await browser.newPage();
  for (const cv of Object.keys(cvs)) {
    const path = join(folder, `${cv.replaceAll(' ', '-')}.html`);
    const html = sheetPage(
      cv,
      shown.filter((one) => one.cv === cv),
    );
    await writeFile(path, html);
    await page.goto(pathToFileURL(path).href);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    await page.setViewport({ width, height: 600 });
    await page.screenshot({ path: path.replace(/html$/, 'png') as `${string}.png`, fullPage: true });
  }
}
