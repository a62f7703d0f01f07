import { buildDocument } from '@vitae/document/build-document';
import type { DocumentModel } from '@vitae/document/document-model';
import { renderPrintPage } from '@vitae/document/pages/print-page';
import { launchBrowser } from '@vitae/export/browser/launch-browser';
import { openPage } from '@vitae/export/browser/printable-page';
import type { Printer } from '@vitae/export/browser/printer';
import { printFitted } from '@vitae/export/formats/fitted-pages';
import { createLogger } from '@vitae/kit/log';
import { generatedSource } from '../support/document/generated-cvs.ts';
import { compare, type Row } from './compare.ts';
import { treeSeconds } from './process-cpu.ts';

const CVS = 80;
const RENDER_TIMEOUT_MS = 20_000;
/** Fitting may add a quarter. */
const GOAL = 1.25;

/**
 * Compares the processor time of PDF files with and without page fitting: of the browser, its pages and this process. As in
 * a busy worker, the browser is warm and no page is opened in advance.
 */
export async function benchFitting(): Promise<Row[]> {
  const program = process.env.PUPPETEER_EXECUTABLE_PATH ?? '/usr/bin/chromium-headless-shell';
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
