import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'puppeteer';
import { signIn, startBrowser, type TestBrowser } from '../support/browser.ts';
import { type CompanyApi, openCompanyApi } from '../support/company-api.ts';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts';
import { createRandom } from '../support/random.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';
import { until } from '../support/until.ts';

// The browser uses the gateway through a proxy that cuts connections.

const DISTURBANCES = Number(process.env.VITAE_CUTS ?? (process.env.VITAE_FULL === '1' ? 200 : 20));
const SEED = Number(process.env.VITAE_SEED ?? randomInt(2 ** 31));
const MAX_FAULT_MS = 1_500;
/** MongoDB ends the transaction of a killed service after a minute. Until then, the CV cannot be changed. */
const SETTLE_TIMEOUT_MS = 240_000;
const SAVE = '.editor-form button:not([name])';

/** A tab of the owner, and the field in which it types. */
type Tab = { page: Page; url: string; field: string };

let cluster: TestCluster;
let proxy: FaultyProxy;
let browser: TestBrowser;
let api: CompanyApi;
let edit: string;
let cvId: number;
let tabs: Tab[];
let entries: Tab;

beforeAll(async () => {
  cluster = await startTestCluster({ sites: 1 });
  proxy = await startFaultyProxy({ host: '127.0.0.1', port: Number(new URL(cluster.gateways[0] ?? '').port) });
  browser = await startBrowser(process.env);
  const { demo, gateways } = cluster;
  api = (await openCompanyApi(gateways[0] ?? '')).api(demo);
  const names = ['--username', 'grace', '--email', 'grace@example.com', '--firstname', 'Grace', '--lastname', 'Hopper'];
  const company = ['--company', String(demo.companyId)];
  const owner = await cluster.vitae<{ id: number; password: string }>('user', 'create', ...company, ...names);
  const cv = { title: 'Admiral', presentation: { text: 'Start' }, experiences: { experience: [{ title: 'Officer' }] } };
  cvId = (await api.post(`/api/v1/users/${owner.id}/cv`, cv)).json.id;
  const site = `http://127.0.0.1:${proxy.port}`;
  edit = `${site}/account/cvs/${cvId}/edit`;
  const { page, context } = await browser.open();
  await page.goto(`${site}/account`);
  await signIn(page, 'grace', owner.password);
  const open = async (path: string, field: string, opened?: Page): Promise<Tab> => {
    const tab = { page: opened ?? (await context.newPage()), url: edit + path, field };
    // Chromium asks before it leaves a page with text that is not saved.
    tab.page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
    await show(tab);
    return tab;
  };
  tabs = [await open('/presentation', '#field-text', page), await open('/presentation', '#field-text')];
  entries = await open('/educations/new', '#field-degree');
}, 400_000);
afterAll(async () => {
  await browser?.close();
  proxy?.close();
  await cluster?.stop();
}, 120_000);

/** Opens the form, as often as the connection is cut. */
async function show(tab: Tab): Promise<void> {
  const isOpen = async () => {
    await tab.page.goto(tab.url, { timeout: 20_000 });
    // The last elements of a form that is complete.
    await tab.page.waitForSelector('.editor-form #autosave', { timeout: 5_000 });
    return true;
  };
  await until(`the form at ${tab.url}`, isOpen, SETTLE_TIMEOUT_MS);
}

/** Types at the end of the field. A tab in the background would not get the keys. */
async function type({ page, field }: Tab, text: string): Promise<void> {
  await page.bringToFront();
  await page.focus(field);
  await page.keyboard.down('Control');
  await page.keyboard.press('End');
  await page.keyboard.up('Control');
  await page.keyboard.type(text);
}

/** A new entry gets its own address when it is saved. */
function remember(tab: Tab): void {
  const url = tab.page.url();
  if (/\/educations\/\d+$/.test(url)) tab.url = url;
}

async function reload(tab: Tab): Promise<void> {
  const { page } = tab;
  remember(tab);
  await page.reload({ timeout: 20_000 }).catch(() => undefined);
  // The earlier page may have saved a new entry before the browser left it.
  remember(tab);
  await show(tab);
}

const textOf = (page: Page, selector: string) =>
  page.$$eval(selector, (found) => found.map((one) => (one as HTMLTextAreaElement).value ?? one.textContent).join(' '));
const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean);
const status = (tab: Tab) => textOf(tab.page, '#autosave').catch(() => '');

/** Presses Save, which leads to the CV or to a page with a problem. */
async function press(tab: Tab): Promise<void> {
  const { page } = tab;
  remember(tab);
  // Not waitForNavigation: the script changes the address of a new entry before the form is submitted.
  await page.evaluate(() => document.documentElement.setAttribute('data-pressed', ''));
  await page.click(SAVE);
  const isLeft = async () => !(await page.$('html[data-pressed]').catch(() => null));
  await until('the page after the form', isLeft, SETTLE_TIMEOUT_MS).catch(async (thrown: Error) => {
    throw new Error(`${thrown.message}, at ${page.url()}: ${await status(tab)}`, { cause: thrown });
  });
}

/** Conflicts in which nothing was stored that the owner had not typed in the same tab. */
const needlessConflicts: unknown[] = [];
/** A sequence of its own, because the number of conflicts depends on the timing. */
const mergeRandom = createRandom(SEED + 1);

/** Saves the text of a tab, with what others stored in the meantime, as the owner would. Connections are cut here too. */
async function saveMerged(tab: Tab): Promise<void> {
  await until(
    'a saved form',
    async () => {
      const { page } = tab;
      if (/[?&]done=saved/.test(page.url())) return true;
      if (!(await page.$('.editor-form #autosave'))) return void (await show(tab));
      const isConflict = (await page.$('.stored-text')) !== null;
      // The owner has not yet seen what others stored.
      if (isConflict && mergeRandom() < 0.3) return void (await reload(tab));
      const typed = wordsOf(await textOf(page, tab.field));
      if (typed.length === 0) return true;
      const stored = wordsOf(await textOf(page, '.stored-text .stored-lines'));
      const missing = stored.filter((word) => !typed.includes(word));
      // The other tab may have saved the same words in another order.
      const isKnown = typed.filter((word) => stored.includes(word)).join(' ') === stored.join(' ');
      if (isConflict && isKnown) needlessConflicts.push({ url: page.url(), typed, stored });
      await type(tab, missing.map((word) => ` ${word}`).join(''));
      const fault = (['down', 'lost', 'cut'] as const)[Math.floor(mergeRandom() * 9)];
      await Promise.all([press(tab), fault && cut(fault, mergeRandom() * MAX_FAULT_MS)]);
      return undefined;
    },
    2 * SETTLE_TIMEOUT_MS,
  );
  await show(tab);
}

/** Changes the CV as a request of the company API does. */
async function change(changed: (cv: Awaited<ReturnType<typeof readCv>>) => object): Promise<void> {
  const isChanged = async () => {
    const { json, headers } = await api.get(`/api/v1/cv/${cvId}`);
    const match = { headers: { 'If-Match': headers.get('etag') ?? '' } };
    return (await api.put(`/api/v1/cv/${cvId}`, { ...json, ...changed(json) }, match)).status === 200;
  };
  await until('a change by the company', isChanged, SETTLE_TIMEOUT_MS);
}
const readCv = async () => (await api.get(`/api/v1/cv/${cvId}`)).json;

async function cut(fault: 'down' | 'lost' | 'cut', ms: number): Promise<void> {
  proxy.set(fault);
  await pause(ms);
  proxy.set('none');
}

/** Pauses MongoDB. Its connections stay open, but it does not respond. */
async function pauseMongodb(ms: number): Promise<void> {
  const mongodb = cluster.process('mongodb');
  mongodb.signal('SIGSTOP');
  await pause(ms).finally(() => mongodb.signal('SIGCONT'));
}

function shuffled(names: readonly string[], random: () => number): string[] {
  return names
    .map((name) => ({ name, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ name }) => name);
}

test(
  `keeps every typed word once in ${DISTURBANCES} random cuts, kills, reloads and concurrent changes`,
  async () => {
    process.stdout.write(`Edited texts: seed ${SEED} (VITAE_SEED repeats the choices, but not their timing)\n`);
    const random = createRandom(SEED);
    const written: string[] = [];
    const degrees: string[] = [];
    const counts: Record<string, number> = {};
    let others = 0;
    const byOthers = () => {
      const word = `other${++others}`;
      written.push(word);
      return word;
    };
    const disturbances: Record<string, (tab: Tab, ms: number) => Promise<unknown>> = {
      'cut before the request': (_, ms) => cut('down', ms),
      'cut before the response': (_, ms) => cut('lost', ms),
      'cut in the response': (_, ms) => cut('cut', ms),
      'killed gateway': () => cluster.process('gateway-1').restart('SIGKILL'),
      'killed site': () => cluster.process('site-1').restart('SIGKILL'),
      'killed resume service': () => cluster.process('resume').restart('SIGKILL'),
      'killed MongoDB': () => cluster.process('mongodb').restart('SIGKILL'),
      'paused MongoDB': (_, ms) => pauseMongodb(ms),
      reload: async (tab, ms) => {
        await pause(ms);
        await reload(tab);
      },
      'cut reload': async (tab, ms) => {
        const restored = cut('lost', ms);
        await reload(tab);
        await restored;
      },
      'same text changed': () => {
        const word = byOthers();
        return change(({ presentation }) => ({
          presentation: { ...presentation, text: `${presentation.text} ${word}` },
        }));
      },
      'other text changed': () =>
        change(({ experiences }) => ({
          experiences: { experience: [{ ...experiences.experience[0], title: `Officer ${others}` }] },
        })),
      'entry deleted': async () => {
        remember(entries);
        const id = Number(entries.url.split('/').at(-1));
        if (Number.isNaN(id)) return;
        await change(({ educations }) => ({
          educations: { education: educations.education.filter((one: { id: number }) => one.id !== id) },
        }));
        const word = `again${id}`;
        degrees.push(word);
        await type(entries, ` ${word}`);
        // The page submits the draft itself, and moves it to the form for a new entry.
        await entries.page.reload({ timeout: 20_000 }).catch(() => undefined);
        await entries.page.waitForSelector('.editor-form #autosave', { timeout: SETTLE_TIMEOUT_MS });
        entries.url = `${edit}/educations/new`;
        await saveMerged(entries);
      },
      'pressed button': async (tab) => {
        await press(tab);
        await saveMerged(tab);
      },
    };
    // Each kind once, then random ones.
    const names = shuffled(Object.keys(disturbances), random);
    for (let index = 0; index < DISTURBANCES; index++) {
      const name = names[index] ?? names[Math.floor(random() * names.length)] ?? '';
      const isEntry = random() < 0.25;
      const tab = isEntry ? entries : ((random() < 0.7 ? tabs[0] : tabs[1]) as Tab);
      const ms = random() * MAX_FAULT_MS;
      const word = `word${index}`;
      const isTyped = type(tab, ` ${word}`);
      // A reload or a button would otherwise send half of the word, and the other half would have no form.
      if (!/^(killed|paused|cut b)/.test(name)) await isTyped;
      if (isEntry && random() < 0.5) await pause(random() * 1_000);
      await Promise.all([isTyped, disturbances[name]?.(tab, ms)]);
      counts[name] = (counts[name] ?? 0) + 1;
      (isEntry ? degrees : written).push(word);
      for (const one of tabs) if ((await status(one)).includes('changed in the meantime')) await saveMerged(one);
      if (!isEntry || random() < 0.5) continue;
      await saveMerged(entries);
      entries.url = `${edit}/educations/new`;
      await show(entries);
    }
    for (const tab of [...tabs, entries]) await saveMerged(tab);
    const cv = await readCv();
    const found = wordsOf(cv.presentation.text);
    const entered = cv.educations.education.flatMap(({ degree }: { degree: string }) => wordsOf(degree));
    process.stdout.write(
      `Edited texts: ${JSON.stringify(counts)}; ${written.length} words and ${degrees.length} words of ${cv.educations.education.length} entries\n`,
    );
    expect(found.toSorted()).toEqual(['Start', ...written].toSorted());
    expect(needlessConflicts).toEqual([]);
    expect(entered.toSorted()).toEqual(degrees.toSorted());
  },
  600_000 + DISTURBANCES * 10_000,
);
