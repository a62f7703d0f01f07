import { buildDocument } from '@vitae/document/build-document';
import { renderPrintPage } from '@vitae/document/pages/print-page';
import { createResumeClient } from '@vitae/gateway/clients/resume-client';
import { companyCaller } from '@vitae/kit/caller';
import { exportSource } from '@vitae/proto/export-source';
import puppeteer, { type Browser, type Page } from 'puppeteer';
import { gatewayIdentityOf } from '../support/service-keys.ts';
import { type Key, signedPath } from '../support/signer.ts';
import type { RunFile, System } from '../support/system.ts';
import { compare, type Row } from './compare.ts';

export type ExportBench = { system: System; run: RunFile; key: Key; companyId: number; userId: number; file: string };

const FILES = 12;
const AT_ONCE = 2;

/** PDFs that were never made before, through HTTP, queue, worker and store, against a loop that only prints. */
export async function benchPdf({ system, run, key, companyId, userId, file }: ExportBench): Promise<Row[]> {
  const [gateway = ''] = run.gateways;
  const importCvs = async () => {
    const imported = await system.vitae<{ id: number }[]>(
      'cv',
      'import',
      '--user',
      String(userId),
      ...Array.from({ length: FILES }, () => file),
    );
    return imported.map(({ id }) => id);
  };
  const [sample = 0] = await importCvs();
  const html = await printPageOf(system, run, companyId, sample);
  const browser = await puppeteer.launch({
    headless: 'shell',
    pipe: true,
    executablePath: process.env.PUPPETEER_EXECUTABLE_PATH ?? '/usr/bin/chromium-headless-shell',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const ours = {
      name: 'export through HTTP, queue and store',
      measure: async () => {
        const ids = await importCvs();
        return perSecond(ids, (id) => exported(`${gateway}${signedPath('GET', `/api/v1/cv/${id}/export/pdf`, key)}`));
      },
    };
    const title = `PDF, ${AT_ONCE} at once`;
    const reused = { name: 'warm page.pdf() loop, pages reused', measure: () => printOnReusedPages(browser, html) };
    const sealed = { name: 'page.pdf() loop, a context for each', measure: () => printInFreshContexts(browser, html) };
    return [
      await compare({ title, ours, peer: reused, goal: 0.9 }),
      await compare({ title, ours, peer: sealed, goal: 0.9 }),
    ];
  } finally {
    await browser.close();
  }
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
    return await perSecond(Array.from({ length: FILES }).keys(), async () => {
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
  return perSecond(Array.from({ length: FILES }).keys(), async () => {
    const context = await browser.createBrowserContext();
    await print(await context.newPage(), html);
    await context.close();
  });
}

async function print(page: Page, html: string): Promise<void> {
  await page.setContent(html);
  await page.pdf({ format: 'a4', printBackground: true, preferCSSPageSize: true, tagged: true, outline: true });
}

async function perSecond<T>(items: Iterable<T>, one: (item: T) => Promise<unknown>): Promise<number> {
  const waiting = [...items];
  const count = waiting.length;
  const started = performance.now();
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await one(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return count / ((performance.now() - started) / 1000);
}

async function exported(url: string): Promise<void> {
  const answer = await fetch(url);
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`The export answered ${answer.status}: the measurement says nothing`);
}
