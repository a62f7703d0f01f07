import { locales } from '@vitae/proto/locale';
import type { Page } from 'puppeteer';
import { DESKTOP, type Device, PHONE, signIn } from '../support/browser.ts';
import { editorPages } from '../support/editor-pages.ts';
import type { OwnerWithCvs } from '../support/gateway/owner-cvs-fixture.ts';
import { type OwnerCvsInBrowser, startOwnerCvsInBrowser } from '../support/owner-cvs-in-browser.ts';

let fixture: OwnerCvsInBrowser;
let owner: OwnerWithCvs;
let cvId: number;

const WIDE: Device = { ...DESKTOP, width: 1_920, height: 1_080 };
/** WCAG recommends at most 80. Lines that end earlier have fewer on average. */
const MAX_LINE_CHARACTERS = 100;

/** Arabic text without spaces, of the maximum length of a title. */
const LONG = 'مهندسة'.repeat(43).slice(0, 255);
const SHORT = 'مهندسة برمجيات';
const address = 'https://example.com';

/** A CV in Arabic with an entry in each section, so that all Latin text of a page is the page's own. */
const cv = {
  basics: { label: LONG, summary: SHORT, location: { city: LONG, countryCode: 'MA' } },
  work: [LONG, SHORT].map((position) => ({ position, name: position, summary: SHORT, highlights: [LONG] })),
  education: [{ institution: LONG, area: SHORT, studyType: SHORT }],
  skills: [{ name: LONG, keywords: [LONG, SHORT] }],
  interests: [{ name: LONG, keywords: [LONG] }],
  languages: [{ language: LONG, fluency: LONG }],
  projects: [{ name: LONG, entity: LONG, highlights: [LONG], keywords: [LONG], roles: [SHORT] }],
  certificates: [{ name: LONG, issuer: LONG }],
  publications: [{ name: LONG, publisher: LONG, summary: LONG }],
  awards: [{ title: LONG, awarder: LONG, summary: SHORT }],
  volunteer: [{ organization: LONG, position: LONG, highlights: [LONG] }],
  references: [{ name: LONG, reference: LONG }],
};

beforeAll(async () => {
  fixture = await startOwnerCvsInBrowser(process.env);
  ({ owner, cvId } = await fixture.createOwnerWithCv(cv));
  await fixture.replace(cvId, {
    title: LONG,
    contacts: { contact: [LONG, SHORT].map((value) => ({ type: 'phone', value })) },
    links: { link: [{ type: SHORT, url: `${address}/${'a'.repeat(500)}` }] },
    portfolios: { portfolio: [{ title: LONG, url: address }] },
  });
});
afterAll(() => fixture.close());

/** Names and formats that are the same in all languages. */
const SAME_EVERYWHERE =
  /^[\s.·]*(Vitae|JSON|PDF|DOCX?|ODT|TXT|CV|Ninja|Français|English|Italiano|Español|Deutsch)[\s.·]*$/;
/** Users, companies and addresses of the fixture. */
const FIXTURE_DATA =
  /^(user\d+(@mail\.example)?|cv\.example|https?:.*|2001:db8:.*|Ana Ruiz|Ann Archer.*|Zoë Martín|Studio Lumière)$/;

/** Texts of a page that are its own, and parts of it that do not fit into the window. */
async function inspect(page: Page): Promise<{ texts: string[]; cut: string[] }> {
  return page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const isData = node.parentElement?.closest(
        '[dir=auto], body [lang], script, iframe, .copyable, textarea, option',
      );
      if (!isData && /\p{Script=Latin}{2}/u.test(node.textContent ?? '')) texts.push(node.textContent?.trim() ?? '');
    }
    const isCut = (element: Element) => {
      const { overflowX, clipPath, position } = getComputedStyle(element);
      if (position === 'absolute' && clipPath !== 'none') return false;
      const isClipped = overflowX === 'hidden' || overflowX === 'clip';
      const { right, left, width } = element.getBoundingClientRect();
      const isOutside = width > 0 && (right > innerWidth + 1 || left < -1);
      return isOutside || (isClipped && element.scrollWidth > element.clientWidth + 1);
    };
    const cut = Array.from(document.querySelectorAll('body :not(option, input, textarea, select, iframe)'))
      .filter((element) => isCut(element) && !Array.from(element.children).some(isCut))
      .map(({ tagName, className, parentElement }) => `${parentElement?.className} > ${tagName}.${className}`);
    if (document.documentElement.scrollWidth > innerWidth) cut.push(`${document.documentElement.scrollWidth} px wide`);
    return { texts, cut };
  });
}

/** Yields the name of each page for visitors. */
async function* visitSignedOut(page: Page): AsyncGenerator<string> {
  for (const path of ['/account', '/account/forgotten', '/account/deleted', `/${owner.companyId}/sign-in`]) {
    await page.goto(fixture.gateway.url + path);
    yield `signed out ${path}`;
  }
}

/** Yields the name of each page of a signed-in owner. */
async function* visitSignedIn(page: Page): AsyncGenerator<string> {
  const { url, pages } = fixture.gateway;
  const values: Record<string, string> = { ':id': String(cvId), ':revision': '1', ':token': 'nothing' };
  for (const route of pages) {
    // Printed pages have a fixed size. The editor is visited below.
    if (/^\/account\/cvs\/:id\/(edit|preview)|^\/:company/.test(route)) continue;
    await page.goto(url + route.replaceAll(/:\w+/g, (name) => values[name] ?? '1'));
    yield route;
  }
  for await (const kind of editorPages(page, `${url}/account/cvs/${cvId}/edit`)) yield `editor ${kind}`;
}

test('owner pages fit into the window of a phone in all languages, also with long right-to-left titles, and are translated', async () => {
  const page = await fixture.open({ device: PHONE });
  page.on('dialog', (dialog) => void dialog.accept());
  const cutParts: Record<string, string[]> = {};
  const untranslated = new Map<string, Set<string>>();
  const visitInAllLanguages = async (visit: typeof visitSignedIn) => {
    for (const locale of locales) {
      await page.goto(`${fixture.gateway.url}/account?locale=${locale}`);
      for await (const name of visit(page)) {
        const { texts, cut } = await inspect(page);
        if (cut.length > 0) cutParts[`${locale} ${name}`] = cut;
        const before = untranslated.get(name);
        untranslated.set(name, new Set(texts.filter((text) => before === undefined || before.has(text))));
      }
    }
  };
  await visitInAllLanguages(visitSignedOut);
  await signIn(page, owner.username, owner.password);
  await visitInAllLanguages(visitSignedIn);
  // The narrowest window without horizontal scrolling (WCAG 1.4.10), with a date in each row of sessions.
  await page.setViewport({ ...page.viewport(), width: 320, height: 640 });
  await visitInAllLanguages(async function* (at) {
    await at.goto(`${fixture.gateway.url}/account/profile`);
    yield 'narrow /account/profile';
  });
  expect(cutParts).toEqual({});
  const same = new Set([...untranslated.values()].flatMap((texts) => [...texts]));
  expect([...same].filter((text) => !SAME_EVERYWHERE.test(text) && !FIXTURE_DATA.test(text))).toEqual([]);
}, 400_000);

/** Lines of text that are too long to read. */
async function findLongLines(page: Page): Promise<string[]> {
  return page.evaluate((maxCharacters) => {
    const problems: string[] = [];
    for (const element of document.querySelectorAll('main :is(p, li, label, legend)')) {
      if (element.closest('[dir=auto]') || element.querySelector('p, ul, input, select, textarea')) continue;
      const text = document.createRange();
      text.selectNodeContents(element);
      const lines = new Set(Array.from(text.getClientRects(), ({ bottom }) => Math.round(bottom)));
      const { length } = element.textContent ?? '';
      // Hidden texts have no lines.
      if (lines.size > 0 && length / lines.size > maxCharacters) problems.push(element.textContent ?? '');
    }
    return problems;
  }, MAX_LINE_CHARACTERS);
}

/** Where the preview of the editor is in windows of these widths. */
const PREVIEW_PLACES = { 1920: 'beside the form', 1280: 'beside the form', 390: 'below the form' };

async function findPreviewPlaces(page: Page): Promise<Record<string, string>> {
  const places: Record<string, string> = {};
  for (const width of Object.keys(PREVIEW_PLACES)) {
    await page.setViewport({ width: Number(width), height: WIDE.height });
    places[width] = await page.$eval('.editor-columns', ({ children: [form, preview] }) => {
      if (!form || !preview) return 'missing';
      const [left, right] = [form.getBoundingClientRect(), preview.getBoundingClientRect()];
      if (right.left >= left.right) return 'beside the form';
      return right.top >= left.bottom ? 'below the form' : 'over the form';
    });
  }
  await page.setViewport({ width: WIDE.width, height: WIDE.height });
  return places;
}

test('owner pages fit into a wide window, with lines of readable length, and the preview is beside the form, or below it on phones', async () => {
  const page = await fixture.openAccount(owner, { device: WIDE });
  const problems: Record<string, string[]> = {};
  const previews: Record<string, Record<string, string>> = {};
  for await (const name of visitSignedIn(page)) {
    const found = [...(await inspect(page)).cut, ...(await findLongLines(page))];
    if (found.length > 0) problems[name] = found;
    if (await page.$('.editor-columns')) previews[name] = await findPreviewPlaces(page);
  }
  expect(problems).toEqual({});
  expect(Object.keys(previews).length).toBeGreaterThan(10);
  expect(previews).toEqual(Object.fromEntries(Object.keys(previews).map((name) => [name, PREVIEW_PLACES])));
}, 200_000);
