import { buildDocument } from '@vitae/document/build-document';
import { DENSEST_STEP } from '@vitae/document/templates/density';
import type { Printer } from '@vitae/export/browser/printer';
import { formatOf } from '@vitae/export/formats/registry';
import type { PageLayout } from '@vitae/proto/export-job';
import type { ExportSource } from '@vitae/proto/export-source';
import type { Page } from 'puppeteer';
import sharp from 'sharp';
import { longCareerSource } from '../support/document/hard-cases.ts';
import { createPrinterFixture } from '../support/export/renderer-fixtures.ts';
import type { OwnerWithCvs } from '../support/gateway/owner-cvs-fixture.ts';
import { type OwnerCvsInBrowser, startOwnerCvsInBrowser } from '../support/owner-cvs-in-browser.ts';
import { until } from '../support/until.ts';

let fixture: OwnerCvsInBrowser;
let printer: Printer;
let owner: OwnerWithCvs;
let page: Page;

beforeAll(async () => {
  fixture = await startOwnerCvsInBrowser(process.env);
  ({ printer } = createPrinterFixture());
  owner = await fixture.createOwner();
  page = await fixture.openAccount(owner);
  // Chromium asks before it leaves a page with something unsaved.
  page.on('dialog', (dialog) => void dialog.accept());
});
afterAll(async () => {
  await printer.close();
  await fixture.close();
});

const edit = (cvId: number, part = '') => `${fixture.gateway.url}/account/cvs/${cvId}/edit${part}`;
const separatePage = () => page.$eval('#preview-open', (link) => (link as HTMLAnchorElement).href);
const stepOf = (address: string) => Number(new URL(address).searchParams.get('step') ?? Number.NaN);
const pageCount = () =>
  page.$eval('#preview-pages', ({ textContent }) => Math.ceil(Number.parseFloat(textContent ?? '')));

/** Returns the density step and the number of pages in the preview, once it has its fonts. */
async function previewed(): Promise<{ densityStep: number; pages: number }> {
  await until('the layout', async () => Number.isInteger(stepOf(await separatePage())));
  const preview = await (await page.$('#preview'))?.contentFrame();
  await preview?.evaluate(() => document.fonts.ready.then(() => new Promise(requestAnimationFrame)));
  return { densityStep: stepOf(await separatePage()), pages: await pageCount() };
}

/** Prints the stored CV as the worker does. */
async function printed(cvId: number): Promise<PageLayout> {
  const caller = { companyId: owner.companyId, userId: owner.userId, applicationId: 0, requestId: 'test' };
  const { document } = await fixture.resume.call.GetExportSource({ id: cvId }, { caller });
  const source = JSON.parse(document.toString('utf8')) as ExportSource;
  const { promise, resolve } = Promise.withResolvers<PageLayout>();
  const model = buildDocument(source, Date.now());
  await formatOf('pdf')?.render({ model, source }, { printer, office: undefined as never }, { onLayout: resolve });
  return promise;
}

async function newCv(jobs: number, template: string, maxPages = 0): Promise<number> {
  const { presentation, experiences, educations, skills } = longCareerSource(jobs).cv;
  const id = await fixture.newCv(owner, { title: 'Manager', presentation, experiences, educations, skills });
  const caller = { companyId: owner.companyId, userId: owner.userId, applicationId: 0, requestId: 'test' };
  const { call } = fixture.resume;
  const { json } = await call.GetCvDisplay({ id, variant: 'print' }, { caller });
  const display = Buffer.from(JSON.stringify({ ...JSON.parse(json.toString()), id: template }));
  await call.SetCvDisplay({ id, variant: 'print', display, ifRevision: 0 }, { caller });
  await call.SetCvPageLimit({ id, maxPages }, { caller });
  return id;
}

const pagesOf = (pdf: Uint8Array) =>
  Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Type \/Page\n/g)?.length;

test('the preview has the pages and the density of the PDF, also on the separate page', async () => {
  const samples: Parameters<typeof newCv>[] = [
    [1, 'classic'],
    [7, 'classic'],
    [9, 'modern'],
    [9, 'modern', 1],
  ];
  const steps = new Set<number>();
  const limitsMet = new Set<boolean>();
  for (const sample of samples) {
    const cvId = await newCv(...sample);
    await page.goto(edit(cvId));
    const { densityStep, pages, maxPagesMet } = await printed(cvId);
    expect(await previewed()).toEqual({ densityStep, pages });
    const status = await page.$eval('#preview-pages', ({ textContent }) => textContent);
    expect(status?.includes('more than your maximum')).toBe(!maxPagesMet);
    limitsMet.add(maxPagesMet);
    steps.add(densityStep);
  }
  expect(steps).toEqual(new Set([0, 2, DENSEST_STEP]));
  expect(limitsMet).toEqual(new Set([true, false]));
  const pages = await pageCount();
  await page.goto(await separatePage());
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBe(pages);
});

test('the preview of one page shows no part of a second page, at any width', async () => {
  await page.goto(edit(await newCv(1, 'classic')));
  for (const width of [390, 800, 1280, 1920, 2560]) {
    await page.setViewport({ width, height: 1000 });
    expect((await previewed()).pages).toBe(1);
    const picture = (await (await page.$('#preview'))?.screenshot()) ?? new Uint8Array();
    const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    // The gap beside the sheet, from top to bottom within the border of the frame.
    const x = info.width - 5;
    const gap = Array.from({ length: info.height - 10 }, (_, y) => data[((y + 5) * info.width + x) * info.channels]);
    expect([width, new Set(gap)]).toEqual([width, new Set([0xd8])]);
  }
  await page.setViewport({ width: 1280, height: 800 });
});

const position = () => page.$eval('.preview-page-controls [role=status]', ({ textContent }) => textContent);
const shownFrame = async () => {
  const frame = await (await page.$('#preview'))?.contentFrame();
  if (!frame) throw new Error('The page has no preview.');
  return frame;
};

test('the preview says which page it shows, and buttons show the other pages', async () => {
  await page.goto(edit(await newCv(1, 'classic')));
  await previewed();
  expect(await page.$('.preview-page-controls')).toBeNull();
  await page.goto(edit(await newCv(9, 'classic')));
  const { pages } = await previewed();
  expect(pages).toBeGreaterThan(1);
  const press = (name: string) => page.click(`.preview-page-controls button[aria-label="${name} page"]`);
  const pageAt = async () => (await shownFrame()).evaluate(() => scrollX / innerWidth);
  expect([await position(), await pageAt()]).toEqual([`Page 1 of ${pages}`, 0]);
  await press('Next');
  await until('the second page', async () => (await position()) === `Page 2 of ${pages}`);
  expect(await pageAt()).toBeGreaterThan(0.5);
  await press('Previous');
  await until('the first page', async () => (await position()) === `Page 1 of ${pages}`);
  await press('Previous');
  expect([await position(), await pageAt()]).toEqual([`Page 1 of ${pages}`, 0]);
});

test('the preview shows the entry that the owner edits, until the owner goes to another page', async () => {
  const cvId = await newCv(9, 'classic');
  const { experience } = (await fixture.read(cvId)).experiences;
  const last = experience.at(-1);
  for (const width of [390, 1280]) {
    await page.setViewport({ width, height: 800 });
    await page.goto(edit(cvId, `/experiences/${last?.id}`));
    const { pages } = await previewed();
    await until('the last page', async () => (await position()) === `Page ${pages} of ${pages}`);
    const isShown = async () =>
      (await shownFrame()).evaluate((company) => {
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        while (texts.nextNode()) {
          if (!texts.currentNode.textContent?.includes(company)) continue;
          range.selectNodeContents(texts.currentNode);
          const { left, right, top } = range.getBoundingClientRect();
          if (left >= 0 && right <= innerWidth && top >= 0 && top <= innerHeight) return true;
        }
        return false;
      }, last?.company ?? '');
    expect(await isShown()).toBe(true);
    await page.click('.preview-page-controls button[aria-label="Previous page"]');
    await until('the page before', async () => (await position()) === `Page ${pages - 1} of ${pages}`);
    const fitted = page.$eval(
      '#preview',
      (frame) => new Promise((resolve) => frame.addEventListener('vitae:fitted', resolve, { once: true })),
    );
    await page.type('#field-city', 'X');
    await fitted;
    expect(await position()).toBe(`Page ${pages - 1} of ${pages}`);
  }
  await page.setViewport({ width: 1280, height: 800 });
});

test('the preview finds a text with quotation marks, which it shows in another form', async () => {
  const cvId = await newCv(9, 'classic');
  const { experience } = (await fixture.read(cvId)).experiences;
  const same = experience.map(({ id }) => ({ id, title: 'Manager', company: 'Mill' }));
  const quoted = { ...same.at(-1), description: 'I\'ve led the "best" team - ever.' };
  const [shortest, ...others] = same.slice(0, -1);
  const long = others.map((one) => ({ ...one, description: 'I led a team.\n'.repeat(15) }));
  await fixture.replace(cvId, { experiences: { experience: [shortest, ...long, quoted] } });
  const last = (await fixture.read(cvId)).experiences.experience.at(-1);
  await page.goto(edit(cvId, `/experiences/${last?.id}`));
  const { pages } = await previewed();
  expect(pages).toBeGreaterThan(1);
  await until('another page', async () => (await position()) !== `Page 1 of ${pages}`);
});

test('the preview has the fonts of the PDF', async () => {
  await page.goto(edit(await newCv(1, 'modern')));
  await previewed();
  const preview = await (await page.$('#preview'))?.contentFrame();
  const loaded = await preview?.evaluate(() =>
    [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family, weight }) => [family, weight]),
  );
  expect(loaded).toEqual(
    expect.arrayContaining([
      ['Carlito', '400'],
      ['Carlito', '700'],
    ]),
  );
});

test('pictures that arrive at the same time change the layout once', async () => {
  await page.goto(edit(await newCv(1, 'classic')));
  await previewed();
  const arrive = () =>
    page.evaluate(() => {
      const picture = document.createElement('img');
      const { contentDocument } = document.getElementById('preview') as HTMLIFrameElement;
      contentDocument?.body.append(picture);
      for (let count = 0; count < 40; count++) picture.dispatchEvent(new Event('load'));
    });
  await page.evaluate(() => {
    let fits = 0;
    document.getElementById('preview')?.addEventListener('vitae:fitted', () => {
      document.body.dataset.fits = String(++fits);
    });
  });
  const fits = () => page.$eval('body', ({ dataset }) => Number(dataset.fits ?? 0));
  await arrive();
  await until('a layout with the pictures', async () => (await fits()) > 0);
  await arrive();
  await until('a layout with the other pictures', async () => (await fits()) > 1);
  expect(await fits()).toBe(2);
});

test('the maximum of pages changes the preview, and the separate page has the same layout', async () => {
  await page.goto(edit(await newCv(9, 'modern'), '/design'));
  const { pages, densityStep } = await previewed();
  const violations: string[] = [];
  page.on(
    'console',
    (message) => message.text().includes('Content Security Policy') && violations.push(message.text()),
  );
  const styles = () =>
    page.$eval('#preview', (frame) => {
      const { contentDocument } = frame as HTMLIFrameElement;
      return Array.from(contentDocument?.adoptedStyleSheets[0]?.cssRules ?? [], ({ cssText }) => cssText).join();
    });
  const before = await styles();
  await page.select('[name=maxPages]', '1');
  await until('a denser layout', async () => (await styles()) !== before);
  expect(await pageCount()).toBeLessThanOrEqual(pages);
  expect(stepOf(await separatePage())).toBeGreaterThan(densityStep);
  expect(violations).toEqual([]);
});

test('typed text looks exactly as it does after a reload', async () => {
  await page.goto(edit(await newCv(9, 'modern'), '/presentation'));
  await previewed();
  const typeAndSave = async (type: () => Promise<void>) => {
    await page.focus('#field-text');
    await type();
    await until(
      'saving',
      async () => (await page.$eval('#autosave', (it) => it.textContent)) === 'All changes are saved.',
    );
    // The preview shows the form once more, then chooses the density.
    await page.evaluate(() => {
      const frame = document.getElementById('preview');
      return new Promise((resolve) => {
        const shown = () => frame?.addEventListener('vitae:fitted', resolve, { once: true });
        frame?.addEventListener('vitae:shown', shown, { once: true });
        document.querySelector('form[data-autosave]')?.dispatchEvent(new Event('vitae:changed'));
      });
    });
  };
  const shown = async () => {
    const layout = await previewed();
    const preview = await page.$('#preview');
    const html = await (await preview?.contentFrame())?.$eval('body', ({ outerHTML }) => outerHTML);
    return { ...layout, html, picture: await preview?.screenshot({ encoding: 'base64' }) };
  };
  const edits: (() => Promise<void>)[] = [
    () => page.keyboard.type('Words before the first ones. '),
    async () => {
      for (let count = 0; count < 3; count++) await page.keyboard.press('Enter');
      await page.keyboard.type('A paragraph.');
    },
    async () => {
      for (const text of ['Twice.', 'Twice.', 'Twice.', 'Last.']) {
        await page.keyboard.press('Enter');
        await page.keyboard.type(text);
      }
    },
    async () => {
      // Removes one of several equal paragraphs.
      await page.$eval('#field-text', (field) => {
        const area = field as HTMLTextAreaElement;
        area.value = area.value.replace('Twice.\n', '');
        area.dispatchEvent(new Event('input', { bubbles: true }));
      });
    },
    async () => {
      await page.keyboard.down('Control');
      await page.keyboard.press('KeyA');
      await page.keyboard.up('Control');
      await page.keyboard.press('Delete');
    },
  ];
  const pages = new Set<string | undefined>();
  for (const type of edits) {
    await typeAndSave(type);
    const typed = await shown();
    await page.reload();
    expect(typed).toEqual(await shown());
    pages.add(typed.html);
  }
  expect(pages.size).toBe(edits.length);
});

test('on a slow connection, what is typed waits for the response, and the preview then shows it all', async () => {
  await page.goto(edit(await newCv(1, 'classic'), '/presentation'));
  await previewed();
  const session = await page.createCDPSession();
  const held: string[] = [];
  session.on('Fetch.requestPaused', ({ requestId }) => held.push(requestId));
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/preview?view=pages', requestStage: 'Response' }] });
  const words = ['Amber', 'Birch', 'Cedar', 'Damson'];
  await page.focus('#field-text');
  for (const word of words) {
    await page.keyboard.type(word);
    await until('the first request', () => held.length > 0);
  }
  expect(held).toHaveLength(1);
  await session.send('Fetch.continueResponse', { requestId: held[0] ?? '' });
  await until('the second request', () => held.length > 1);
  await session.send('Fetch.continueResponse', { requestId: held[1] ?? '' });
  const preview = await (await page.$('#preview'))?.contentFrame();
  const shown = () => preview?.$eval('body', ({ textContent }) => textContent ?? '');
  await until('the words', async () => (await shown())?.includes(words.join('')) ?? false);
  await session.detach();
});

test('template, color and print switches change the preview immediately, in the same document', async () => {
  await page.goto(edit(await newCv(1, 'classic'), '/design'));
  await previewed();
  const element = await page.$('#preview');
  await element?.evaluate((frame) => {
    const { contentDocument } = frame as HTMLIFrameElement;
    contentDocument?.documentElement.setAttribute('data-unchanged', '');
  });
  const navigations: string[] = [];
  page.on('framenavigated', (frame) => navigations.push(frame.url()));
  const shown = () =>
    page.$eval('#preview', (frame) => {
      const { contentDocument } = frame as HTMLIFrameElement;
      const sheets = contentDocument?.adoptedStyleSheets ?? [];
      return {
        text: contentDocument?.body.textContent ?? '',
        styles: sheets.flatMap(({ cssRules }) => Array.from(cssRules, ({ cssText }) => cssText)).join('\n'),
        isSameDocument: contentDocument?.documentElement.hasAttribute('data-unchanged'),
      };
    });
  const before = await shown();
  await page.click('[name=template][value=modern]');
  await until('the template', async () => (await shown()).styles !== before.styles);
  await page.$eval('[name=color]', (input) => {
    (input as HTMLInputElement).value = '#aa3311';
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await until('the color', async () => /rgb\(170, 51, 17\)|#aa3311/i.test((await shown()).styles));
  expect(before.text).toContain('Skills');
  await page.click('[name=skills]');
  await until('the preview without skills', async () => !(await shown()).text.includes('Skills'));
  await page.click('[name=skills]');
  await until('the preview with skills', async () => (await shown()).text.includes('Skills'));
  expect((await shown()).isSameDocument).toBe(true);
  expect(navigations).toEqual([]);
});
