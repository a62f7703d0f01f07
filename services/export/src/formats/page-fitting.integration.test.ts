import { buildDocument } from '@vitae/document/build-document';
import type { DocumentModel } from '@vitae/document/document-model';
import { isWellFilled } from '@vitae/document/fitting/choose-layout';
import { fittedStyles } from '@vitae/document/fitting/fitted-styles';
import { surelyFitsOnePage } from '@vitae/document/fitting/one-page';
import { renderPrintPage } from '@vitae/document/pages/print-page';
import { DENSEST_STEP } from '@vitae/document/templates/density';
import { templateIds } from '@vitae/document/templates/templates';
import { createLogger } from '@vitae/kit/log';
import type { PageLayout } from '@vitae/proto/export-job';
import type { ExportSource } from '@vitae/proto/export-source';
import { generatedSource, vocabularies } from '@vitae/test/support/document/generated-cvs';
import { extremeSources, longCareerSource } from '@vitae/test/support/document/hard-cases';
import { samples, withPictures } from '@vitae/test/support/document/samples';
import { columnLines, firstMisplaced, misprintedLines } from '@vitae/test/support/export/document-problems';
import { readPdf } from '@vitae/test/support/export/read-pdf';
import { browserExecutable, openPagePrinter, type PagePrinter } from '@vitae/test/support/export/renderer-fixtures';
import type { Page } from 'puppeteer';
import { fitPage } from '../browser/fit-page.ts';
import { type LaunchedBrowser, launchBrowser } from '../browser/launch-browser.ts';
import { printFitted, withFittedDensity } from './fitted-pages.ts';

let printer: PagePrinter;
let launched: LaunchedBrowser;
let page: Page;
beforeAll(async () => {
  printer = await openPagePrinter();
  launched = await launchBrowser(browserExecutable, { log: createLogger({ name: 'test', level: 'silent' }) });
  page = await launched.browser.newPage();
});
afterAll(async () => {
  await launched.close();
  await printer.close();
});

/** Chooses the layout of a document without printing it. */
async function layoutOf(model: DocumentModel, maxPages?: number): Promise<PageLayout> {
  const fitted = Promise.withResolvers<PageLayout>();
  const stylesOf = (step: number) => fittedStyles(model, step);
  await page.setContent(renderPrintPage(model, { styles: stylesOf(0) }));
  await fitPage({ stylesOf, maxPages, onFitted: fitted.resolve })(page);
  return fitted.promise;
}

function fileOf(model: DocumentModel, { densityStep }: PageLayout): Promise<Buffer> {
  return printer.print(renderPrintPage({ ...model, density: 0 }, { styles: fittedStyles(model, densityStep) }));
}

const pagesOf = (file: Buffer) => Number(/^Pages: +(\d+)$/m.exec(readPdf(file).info())?.[1]);

const modelOf = (source: ExportSource, template: string) =>
  buildDocument({ ...source, printDisplay: { ...source.printDisplay, id: template } }, 0);

const describeLayout = ({ densityStep, fill }: PageLayout) => `step ${densityStep}, pages filled ${fill.join(', ')}`;

describe('page fitting', () => {
  test.each(templateIds)(
    'fills the pages of every sample and hard case, and measures the pages of its file: %s',
    async (template) => {
      const problems: string[] = [];
      for (const [name, sourceOf] of Object.entries({ ...samples, ...extremeSources })) {
        const model = modelOf(sourceOf(), template);
        const layout = await layoutOf(model);
        if (!isWellFilled(layout.fill)) problems.push(`${name}: ${describeLayout(layout)}`);
        const file = await fileOf(model, layout);
        const pages = pagesOf(file);
        if (pages !== layout.pages) problems.push(`${name}: measured ${layout.pages} pages, the file has ${pages}`);
        const misprinted = name === 'long words' ? [] : misprintedLines(columnLines(file, model).flat(), model);
        problems.push(...misprinted.map((line) => `${name}: ${line}`));
        // Nothing is cut off.
        const lost = name.startsWith('titles') && firstMisplaced(columnLines(file, model), model);
        if (lost) problems.push(`${name}: the file does not contain "${lost}"`);
      }
      expect(problems).toEqual([]);
    },
  );

  test('needs no measuring for documents that are certainly shorter than a page', async () => {
    const { english, japanese, ukrainian } = vocabularies;
    const sources = Array.from({ length: 100 }, (_, seed) => {
      const source = generatedSource(seed, [english, english, japanese, ukrainian][seed % 4]);
      return seed % 8 < 4 ? withPictures(source) : source;
    });
    for (const sourceOf of Object.values({ ...samples, ...extremeSources })) sources.push(sourceOf());
    let certain = 0;
    for (const template of templateIds) {
      for (const source of sources) {
        const model = modelOf(source, template);
        if (!surelyFitsOnePage(model)) continue;
        certain += 1;
        expect(await layoutOf(model)).toMatchObject({ pages: 1, densityStep: 0 });
      }
    }
    // Of the 600 generated documents, about 170 have one page.
    expect(certain).toBeGreaterThan(75);
  });

  test('saves a page if the owner wants at most one less', async () => {
    const saved: boolean[] = [];
    for (let jobs = 4; jobs < 20; jobs += 1) {
      const model = modelOf(longCareerSource(jobs), 'classic');
      const maxPages = (await layoutOf(model)).pages - 1;
      const { pages, maxPagesMet } = await layoutOf(model, maxPages);
      saved.push(maxPagesMet);
      expect(maxPagesMet).toBe(pages <= maxPages);
    }
    expect(saved).toContain(true);
  });

  test('uses the densest layout if the owner wants fewer pages than possible', async () => {
    const model = modelOf(longCareerSource(), 'classic');
    const layout = await layoutOf(model, 1);
    expect(layout).toMatchObject({ densityStep: DENSEST_STEP, maxPagesMet: false });
    expect(layout.pages).toBeGreaterThan(5);
    expect(pagesOf(await fileOf(model, layout))).toBe(layout.pages);
  });

  test('does not measure the same content again', async () => {
    const model = modelOf(longCareerSource(5), 'classic');
    const prepared: boolean[] = [];
    const counting = {
      print: async (html: string, { prepare }: { prepare?: ((page: Page) => Promise<void>) | undefined } = {}) => {
        prepared.push(prepare !== undefined);
        await page.setContent(html);
        await prepare?.(page);
        return Buffer.from(await page.content());
      },
    };
    const [first, second] = [await printFitted(model, 1, counting), await printFitted(model, 1, counting)];
    expect(prepared).toEqual([true, false]);
    expect(second.layout).toEqual(first.layout);
    expect(first.layout.densityStep).not.toBe(0);
    expect(styleOf(second.content)).toBe(styleOf(first.content));
    // Word processor files have the step of the PDF.
    const { density } = await withFittedDensity(model, 1, { measure: () => Promise.reject(new Error('measured')) });
    expect(density).toBe(first.layout.densityStep);
  });
});

const styleOf = (html: Buffer) => /<style>([\s\S]*?)<\/style>/.exec(html.toString())?.[1];
