import { readFile } from 'node:fs/promises';
import type { Frame, Page } from 'puppeteer';
import type { OwnerCvsFixture, OwnerWithCvs } from './gateway/owner-cvs-fixture.ts';
import { until } from './until.ts';

const EXAMPLE = new URL('../../deploy/local/examples/complete-resume.json', import.meta.url);

/** Creates a CV with entries in all sections. */
export async function newCompleteCv({ newCv, read, replace }: OwnerCvsFixture, owner: OwnerWithCvs): Promise<number> {
  const cvId = await newCv(owner, JSON.parse(await readFile(EXAMPLE, 'utf8')));
  const { contacts } = await read(cvId);
  const work = { title: 'Component atlas', url: 'https://example.com/atlas', createDate: '2022-05-01' };
  await replace(cvId, {
    professionalStatus: 3,
    availability: 1,
    contacts: { contact: [...contacts.contact, { type: 'skype', value: 'janedev' }] },
    portfolios: { portfolio: [{ ...work, description: 'All components of the library, with examples.' }] },
  });
  return cvId;
}

/** Opens every page of the editor of a CV that its pages link to, one of each kind, and yields the kinds. */
export async function* editorPages(page: Page, overview: string): AsyncGenerator<string> {
  const kindOf = (address: string) => address.slice(overview.length).replaceAll(/\/\d+/g, '/entry');
  const addresses = new Map([['', overview]]);
  for (const [kind, address] of addresses) {
    await page.goto(address);
    const linked = await page.$$eval('main a', (links) => links.map(({ origin, pathname }) => origin + pathname));
    for (const link of linked)
      if (link.startsWith(`${overview}/`) && !addresses.has(kindOf(link))) addresses.set(kindOf(link), link);
    yield kind;
  }
}

export async function previewOf(page: Page): Promise<Frame> {
  const frame = await (await page.waitForSelector('#preview'))?.contentFrame();
  if (!frame) throw new Error('The page has no preview.');
  return frame;
}

/** Reloads the preview and returns its frame, once it has a message instead. */
export async function previewWith(problem: string, page: Page): Promise<Frame> {
  const frame = await previewOf(page);
  await page.$eval('#preview', (element) => (element as HTMLIFrameElement).contentWindow?.location.reload());
  const problemPage = `meta[name=preview-problem][content=${problem}]`;
  await until(`the preview problem "${problem}"`, async () => (await frame.$(problemPage)) !== null);
  return frame;
}
