import { buildDocument } from '@vitae/document/build-document';
import { renderPrintPage } from '@vitae/document/pages/print-page';
import { sampleSource } from '@vitae/document/sample-source';
import { launchBrowser, type Sandbox } from '@vitae/export/browser/launch-browser';
import { openPage } from '@vitae/export/browser/printable-page';
import { createLogger } from '@vitae/kit/log';
import { compare, type Row } from './compare.ts';
import { treeSeconds } from './process-cpu.ts';

const FILES = 16;
const ROUNDS = 6;
const RENDER_TIMEOUT_MS = 20_000;

const DOCUMENTS = {
  'one line': '<p>One line</p>',
  'a CV': renderPrintPage(buildDocument(sampleSource(), Date.now())),
};

/**
 * Compares the processor time of the browser and its pages for a PDF file with the sandbox of Landlock and with
 * Chromium's own. As in a busy worker, no page is opened in advance.
 */
export async function benchSandbox(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, html] of Object.entries(DOCUMENTS)) {
    const [ours, peer] = await Promise.all([openBrowser('landlock', html), openBrowser('on', html)]);
    const title = `PDF of ${name}, processor time of the browser`;
    rows.push(await compare({ title, ours, peer, rounds: ROUNDS }, 'ms'));
    await Promise.all([ours.close(), peer.close()]);
  }
  return rows;
}

async function openBrowser(sandbox: Sandbox, html: string) {
  const program = process.env.PUPPETEER_EXECUTABLE_PATH ?? '/usr/bin/chromium-headless-shell';
  const log = createLogger({ name: 'bench', level: 'warn' });
  const { browser, pid, close } = await launchBrowser(program, { log, sandbox });
  const print = async () => {
    const page = await openPage(browser);
    await page.render(html, 'pdf', RENDER_TIMEOUT_MS);
    await page.close();
  };
  const measure = async () => {
    const before = await treeSeconds(pid);
    for (let file = 0; file < FILES; file += 1) await print();
    return ((await treeSeconds(pid)) - before) * (1_000 / FILES);
  };
  return { name: `sandbox ${sandbox}`, measure, close };
}
