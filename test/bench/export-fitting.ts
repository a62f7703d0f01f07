import { setTimeout } from 'node:timers/promises';
import { buildDocument } from '@vitae/document/build-document';
import type { DocumentModel } from '@vitae/document/document-model';
import { renderPrintPage } from '@vitae/document/pages/print-page';
import { templateIds } from '@vitae/document/templates/templates';
import { launchBrowser } from '@vitae/export/browser/launch-browser';
import { openPage } from '@vitae/export/browser/printable-page';
import { createPrinter, type Printer } from '@vitae/export/browser/printer';
import { printFitted, withFittedDensity } from '@vitae/export/formats/fitted-pages';
import { warmUpPage } from '@vitae/export/renderers';
import { wordDocument } from '@vitae/export/word/word-document';
import { createLogger } from '@vitae/kit/log';
import { generatedSource } from '../support/document/generated-cvs.ts';
import { createOfficeFixture } from '../support/export/renderer-fixtures.ts';
import { compare, type Row } from './compare.ts';
import { treeSeconds } from './process-cpu.ts';

const CVS = 80;
const RENDER_TIMEOUT_MS = 20_000;
/** Fitting may add a quarter. */
const GOAL = 1.25;
const BROWSER_LIMITS = { renderTimeoutMs: RENDER_TIMEOUT_MS, maxRenders: 1_000, maxMemoryMb: 5_000 };
const program = process.env.PUPPETEER_EXECUTABLE_PATH ?? '/usr/bin/chromium-headless-shell';

/** Word processor files are exported one at a time, so that the worker opens pages for the next ones in between. */
const WORD_FILES = 36;
const PAUSE_MS = 400;

/** Compares the processor time of exports with and without page fitting. */
export async function benchFitting(): Promise<Row[]> {
  return [...(await benchPdfFitting()), await benchWordFitting()];
}

/**
 * Compares the processor time of first DOC files with and without page fitting: of this process, the browser and
 * LibreOffice, including the pages that are opened in advance for the next files.
 */
async function benchWordFitting(): Promise<Row> {
  const models = Array.from({ length: WORD_FILES }, (_, seed) => {
    const source = generatedSource(seed);
    const id = templateIds[seed % templateIds.length] ?? source.printDisplay.id;
    return buildDocument({ ...source, printDisplay: { ...source.printDisplay, id } }, 0);
  });
  const log = createLogger({ name: 'bench', level: 'warn' });
  const warmUp = { pages: 6, html: warmUpPage() };
  const launch = () => launchBrowser(program, { log });
  const printer = createPrinter({ launch, limits: BROWSER_LIMITS, warmUp, log });
  const { office } = createOfficeFixture();
  const convert = async (model: DocumentModel) => office.convert(await wordDocument(model, { modern: false }), 'doc');
  const processorMs = async (write: (model: DocumentModel) => Promise<unknown>) => {
    const used = async () => (await treeSeconds(process.pid)) * 1_000;
    const before = await used();
    for (const model of models) {
      await write(model);
      await setTimeout(PAUSE_MS);
    }
    return ((await used()) - before) / models.length;
  };
  const withFitting = async (model: DocumentModel) =>
    convert(await withFittedDensity(uncached(model), undefined, printer));
  try {
    await printer.ready();
    return await compare(
      {
        title: `First DOC of ${models.length} generated CVs, processor time`,
        ours: { name: 'with page fitting', measure: () => processorMs(withFitting) },
        peer: { name: 'without', measure: () => processorMs(convert) },
        goalIs: 'max',
      },
      'ms',
    );
  } finally {
    await Promise.all([printer.close(), office.close()]);
  }
}

/**
 * Compares the processor time of PDF files with and without page fitting: of the browser, its pages and this process. As in
 * a busy worker, the browser is warm and no page is opened in advance.
 */
async function benchPdfFitting(): Promise<Row[]> {
  const { browser, pid, close } = await launchBrowser(program, {
    log: createLogger({ name: 'bench', level: 'warn' }),
  });
  const printer: Pick<Printer, 'print'> = {
    print: async (html, { prepare } = {}) => {
      const page = await openPage(browser);
      const content = await page.render(html, prepare ? { prepare } : 'pdf', RENDER_TIMEOUT_MS);
      await page.close();
      return content;
    },
  };
  const withFitting = (model: DocumentModel) => printFitted(uncached(model), undefined, printer);
  const without = (model: DocumentModel) => printer.print(renderPrintPage(model));
  const processorMs = async (models: readonly DocumentModel[], print: (model: DocumentModel) => Promise<unknown>) => {
    const used = async () => (await treeSeconds(pid)) * 1_000 + totalOf(process.cpuUsage());
    const before = await used();
    for (const model of models) await print(model);
    return ((await used()) - before) / models.length;
  };
  try {
    const all = Array.from({ length: CVS }, (_, seed) => buildDocument(generatedSource(seed), 0));
    const roomy: DocumentModel[] = [];
    for (const model of all) if ((await withFitting(model)).layout.densityStep === 0) roomy.push(model);
    const rowOf = (name: string, models: readonly DocumentModel[], goal: { goal?: number }) =>
      compare(
        {
          title: `PDF of ${models.length} generated CVs${name}, processor time`,
          ours: { name: 'with page fitting', measure: () => processorMs(models, withFitting) },
          peer: { name: 'without', measure: () => processorMs(models, without) },
          goalIs: 'max',
          isWarm: true,
          ...goal,
        },
        'ms',
      );
    return [
      await rowOf('', all, { goal: GOAL }),
      await rowOf(
        ' that need another density step',
        all.filter((model) => !roomy.includes(model)),
        {},
      ),
    ];
  } finally {
    await close();
  }
}

const totalOf = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1_000;

let copies = 0;
/** Returns the same document with another title, because the layouts of documents are cached. */
function uncached(model: DocumentModel): DocumentModel {
  copies += 1;
  return { ...model, title: `${model.title} ${copies}` };
}
