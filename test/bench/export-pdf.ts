import { buildDocument } from '@vitae/document/build-document';
import { renderPrintPage } from '@vitae/document/pages/print-page';
import { companyCaller } from '@vitae/kit/caller';
import { createResumeClient } from '@vitae/proto/clients/resume-client';
import { exportSource } from '@vitae/proto/export-source';
import puppeteer, { type Browser, type Page } from 'puppeteer';
import { gatewayIdentityOf } from '../support/service-keys.ts';
import type { RunFile, System } from '../support/system.ts';
import { compare, type Row } from './compare.ts';
import { createExportLoad, type ExportBench, perSecond } from './export-load.ts';

const FILES = 12;
const AT_ONCE = 2;

const WHY_COLD =
  'A context of its own is a renderer of its own, which costs three times what printing in a warm one costs; a browser of its own is two processes more. Documents do not share a renderer, so the loop that only prints, with a context for each, is the bound (above): with HTTP, queue and store ours comes near it.';

/** PDFs that were never made before, through HTTP, queue, worker and store, against a loop that only prints. */
export async function benchPdf(bench: ExportBench): Promise<Row[]> {
  const { system, run, companyId } = bench;
  const load = createExportLoad(bench);
  const [sample = 0] = await load.newCvs(1);
  const html = await printPageOf(system, run, companyId, sample);
  const browser = await launch();
  try {
    const ours = {
      name: 'export through HTTP, queue and store',
      measure: async () => perSecond(await load.newCvs(FILES), AT_ONCE, (id) => load.exported(id, 'pdf')),
    };
    const title = `PDF, ${AT_ONCE} at once`;
    const sealed = {
      name: 'warm page.pdf() loop, a context for each',
      measure: () => printInFreshContexts(browser, html),
    };
    const reused = { name: 'warm page.pdf() loop, pages reused', measure: () => printOnReusedPages(browser, html) };
    const cold = { name: 'a browser launched for each', measure: () => printInFreshBrowsers(html) };
    return [
      await compare({ title, ours, peer: sealed, goal: 0.9 }),
      await compare({ title, ours, peer: reused }),
      await compare({ title, ours: sealed, peer: cold, rounds: 3 }),
      await compare({ title, ours, peer: cold, goal: 5, rounds: 3, whyMissed: WHY_COLD }),
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
  const resume = createResumeClient(address, gatewayIdentityOf(dataDir));
  try {
    const { document } = await resume.call.GetExportSource({ id: cvId }, { caller: companyCaller(companyId, 'bench') });
    return renderPrintPage(buildDocument(exportSource.parse(JSON.parse(document.toString('utf8'))), Date.now()));
  } finally {
    resume.close();
  }
}

/** One document is printed where another was before: nothing keeps them apart. */
async function printOnReusedPages(browser: Browser, html: string): Promise<number> {
  const pages = await Promise.all(Array.from({ length: AT_ONCE }, () => browser.newPage()));
  try {
    const free = [...pages];
    return await perSecond(Array.from({ length: FILES }).keys(), AT_ONCE, async () => {
      const page = free.pop();
      if (!page) throw new Error('More prints at once than pages');
      await print(page, html);
      free.push(page);
    });
  } finally {
    await Promise.all(pages.map((page) => page.close()));
  }
}

/** As the worker prints: each document in a context, and so a renderer process, of its own. */
function printInFreshContexts(browser: Browser, html: string): Promise<number> {
  return perSecond(Array.from({ length: FILES }).keys(), AT_ONCE, async () => {
    const context = await browser.createBrowserContext();
    await print(await context.newPage(), html);
    await context.close();
  });
}

async function print(page: Page, html: string): Promise<void> {
  await page.setContent(html);
  await page.pdf({ format: 'a4', printBackground: true, preferCSSPageSize: true, tagged: true, outline: true });
}

function printInFreshBrowsers(html: string): Promise<number> {
  return perSecond(Array.from({ length: FILES }).keys(), AT_ONCE, async () => {
    const browser = await launch();
    await print(await browser.newPage(), html);
    await browser.close();
  });
}
