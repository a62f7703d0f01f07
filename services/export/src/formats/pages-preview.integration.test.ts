import { buildDocument } from '@vitae/document/build-document';
import type { DocumentModel } from '@vitae/document/document-model';
import { renderPagesPreview } from '@vitae/document/pages/pages-preview';
import { renderPrintPage } from '@vitae/document/pages/print-page';
import { dataUrl } from '@vitae/document/picture';
import { templateIds } from '@vitae/document/templates/templates';
import { createLogger } from '@vitae/kit/log';
import { runSynchronously } from '@vitae/kit/slices';
import type { ExportSource } from '@vitae/proto/export-source';
import { longCareerSource } from '@vitae/test/support/document/hard-cases';
import { hebrewSource } from '@vitae/test/support/document/right-to-left';
import { readPdf } from '@vitae/test/support/export/read-pdf';
import { browserExecutable, openPagePrinter, type PagePrinter } from '@vitae/test/support/export/renderer-fixtures';
import type { Page } from 'puppeteer';
import { type LaunchedBrowser, launchBrowser } from '../browser/launch-browser.ts';

let printer: PagePrinter;
let launched: LaunchedBrowser;
let page: Page;
beforeAll(async () => {
  printer = await openPagePrinter();
  launched = await launchBrowser(browserExecutable, { log: createLogger({ name: 'test', level: 'silent' }) });
  page = await launched.browser.newPage();
  await page.setViewport({ width: 520, height: 700 });
});
afterAll(async () => {
  await launched.close();
  await printer.close();
});

async function pagesOfFile(model: DocumentModel): Promise<number> {
  const file = readPdf(await printer.print(renderPrintPage(model)));
  return Number(/^Pages: +(\d+)$/m.exec(file.info())?.[1]);
}

/** Each page is one box of the content. */
async function pagesOfPreview(model: DocumentModel): Promise<number> {
  await page.setContent(runSynchronously(renderPagesPreview(model, { addressOf: dataUrl })).html);
  return page.$eval('main', (main) => main.getClientRects().length);
}

const source = (jobs: number, id: string): ExportSource => {
  const career = longCareerSource(jobs);
  const culture = jobs % 2 === 0 ? 'fr_FR' : 'en_US';
  const userInformation = { ...career.cv.userInformation, country: null };
  return { ...career, culture, cv: { ...career.cv, userInformation }, printDisplay: { ...career.printDisplay, id } };
};

test.each(templateIds)('the preview breaks pages where the file does: %s template', async (template) => {
  const sources = [1, 2, 3, 5, 8, 13, 20].map((jobs) => source(jobs, template));
  const rightToLeft = hebrewSource();
  const models = [...sources, { ...rightToLeft, printDisplay: { ...rightToLeft.printDisplay, id: template } }].map(
    (one) => buildDocument(one, 0),
  );
  const counts: [file: number, preview: number][] = [];
  for (const model of models) counts.push([await pagesOfFile(model), await pagesOfPreview(model)]);
  expect(counts.map(([, preview]) => preview)).toEqual(counts.map(([file]) => file));
  expect(Math.max(...counts.flat())).toBeGreaterThan(2);
  expect(new Set(models.map(({ paper }) => paper))).toEqual(new Set(['A4', 'Letter']));
});
