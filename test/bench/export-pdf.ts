import { buildDocument } from '@vitae/document/build-document';
import { renderPrintPage } from '@vitae/document/pages/print-page';
import { companyCaller } from '@vitae/kit/caller';
import { createResumeClient } from '@vitae/proto/clients/resume-client';
import { exportSource } from '@vitae/proto/export-source';
import puppeteer, { type Browser, type Page } from 'puppeteer';
import { identityOf, privateKeyOf } from '../support/service-keys.ts';
import type { RunFile, System } from '../support/system.ts';
import { compare, type Row } from './compare.ts';
import { createExportLoad, type ExportBench, perSecond } from './export-load.ts';

const FILES = 12;
const CONCURRENCY = 2;

const WHY_SLOWER =
  'An export also reads the CV, measures its layout to fit the pages, and stores the file. The loop only prints.';
const WHY_MISSED =
  'Each document has a separate browser context, and thus a separate renderer process, which costs three times as much as printing in a warm renderer. A separate browser adds only two more processes. The upper bound is the loop with a context for each document (above); with HTTP, queue and store ours comes close to it.';

/** Compares first exports of PDF through HTTP, queue, worker and store with loops that only print. */
export async function benchPdf(bench: ExportBench): Promise<Row[]> {
  const { system, run, companyId } = bench;
  const load = createExportLoad(bench);
  const [sample = 0] = await load.newCvs(1);
  const html = await printPageOf(system, run, companyId, sample);
  const browser = await launch();
  try {
    const ours = {
      name: 'export through HTTP, queue and store',
      measure: async () => perSecond(await load.newCvs(FILES), CONCURRENCY, (id) => load.exportFile(id, 'pdf')),
    };
    const title = `PDF, ${CONCURRENCY} concurrent`;
    const isolated = {
      name: 'warm page.pdf() loop, a context for each document',
      measure: () => printInNewContexts(browser, html),
    };
    const reused = { name: 'warm page.pdf() loop, pages reused', measure: () => printOnReusedPages(browser, html) };
    const cold = { name: 'a browser launched for each document', measure: () => printInNewBrowsers(html) };
    return [
      await compare({ title, ours, peer: isolated, goal: 0.9, whyMissed: WHY_SLOWER }),
      await compare({ title, ours, peer: reused }),
      await compare({ title, ours: isolated, peer: cold, rounds: 3 }),
      await compare({ title, ours, peer: cold, goal: 5, rounds: 3, whyMissed: WHY_MISSED }),
    ];
  } finally {
    await browser.close();
  }
}

function launch(): Promise<Browser> {
  return puppeteer.launch({
    headless: 'shell',
    pipe: true,
    executablePath: process.env.PUPPETEER_EXECUTABLE_PATH ?? '/usr/bin/chromium-headless-shell',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}

async function printPageOf({ dataDir }: System, run: RunFile, companyId: number, cvId: number): Promise<string> {
  const address = run.processes.find(({ name }) => name === 'resume')?.url ?? '';
  const resume = createResumeClient(address, identityOf('site', privateKeyOf('site', dataDir)));
  try {
    const { document } = await resume.call.GetExportSource({ id: cvId }, { caller: companyCaller(companyId, 'bench') });
    return renderPrintPage(buildDocument(exportSource.parse(JSON.parse(document.toString('utf8'))), Date.now()));
  } finally {
    resume.close();
  }
}

/** Prints several documents in the same renderer, without isolation. */
async function printOnReusedPages(browser: Browser, html: string): Promise<number> {
  const pages = await Promise.all(Array.from({ length: CONCURRENCY }, () => browser.newPage()));
  try {
    const free = [...pages];
    return await perSecond(Array.from({ length: FILES }).keys(), CONCURRENCY, async () => {
      const page = free.pop();
      if (!page) throw new Error('There are fewer pages than concurrent prints');
      await print(page, html);
      free.push(page);
    });
  } finally {
    await Promise.all(pages.map((page) => page.close()));
  }
}

/** Prints as the worker does: each document in a separate context and renderer process. */
function printInNewContexts(browser: Browser, html: string): Promise<number> {
  return perSecond(Array.from({ length: FILES }).keys(), CONCURRENCY, async () => {
    const context = await browser.createBrowserContext();
    await print(await context.newPage(), html);
    await context.close();
  });
}

async function print(page: Page, html: string): Promise<void> {
  await page.setContent(html);
  await page.pdf({ format: 'a4', printBackground: true, preferCSSPageSize: true, tagged: true, outline: true });
}

function printInNewBrowsers(html: string): Promise<number> {
  return perSecond(Array.from({ length: FILES }).keys(), CONCURRENCY, async () => {
    const browser = await launch();
    await print(await browser.newPage(), html);
    await browser.close();
  });
}
