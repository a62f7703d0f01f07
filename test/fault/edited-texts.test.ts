import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from 'puppeteer';
import { signIn, startBrowser, type TestBrowser } from '../support/browser.ts';
import { type CompanyApi, openCompanyApi } from '../support/company-api.ts';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy.ts';
import { createRandom } from '../support/random.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';
import { until } from '../support/until.ts';
import {
  type CompanyChange,
  changesByCompany,
  cvToEdit,
  editAny,
  editedForms,
  newEntry,
  placeOf,
  readForms,
  sorted,
} from './edited-forms.ts';
import { type EditedForm, fieldOf, recordSubmissions, type Tab, type, wordsOf } from './edited-tab.ts';

// The browser uses the gateway through a proxy that cuts connections.

const DISTURBANCES = Number(process.env.VITAE_CUTS ?? (process.env.VITAE_FULL === '1' ? 200 : 20));
const SEED = Number(process.env.VITAE_SEED ?? randomInt(2 ** 31));
const MAX_FAULT_MS = 1_500;
/** MongoDB ends the transaction of a killed service after a minute. Until then, the CV cannot be changed. */
const SETTLE_TIMEOUT_MS = 240_000;
const SAVE = '.editor-form .choice button:not([name])';

let cluster: TestCluster;
let proxy: FaultyProxy;
let browser: TestBrowser;
let api: CompanyApi;
let context: BrowserContext;
let edit: string;
let cvId: number;
let forms: readonly EditedForm[];
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
  cvId = (await api.post(`/api/v1/users/${owner.id}/cv`, cvToEdit)).json.id;
  const site = `http://127.0.0.1:${proxy.port}`;
  edit = `${site}/account/cvs/${cvId}/edit`;
  const opened = await browser.open();
  context = opened.context;
  await opened.page.goto(`${site}/account`);
  await signIn(opened.page, 'grace', owner.password);
  await opened.page.close();
  await addProject();
  forms = editedForms((await readCv()).experiences.experience[0].id);
  tabs = [];
  for (const form of forms) tabs.push(await open(form));
  entries = await open(newEntry);
}, 400_000);
afterAll(async () => {
  await browser?.close();
  proxy?.close();
  await cluster?.stop();
}, 120_000);

async function open(form: EditedForm): Promise<Tab> {
  const tab: Tab = { page: await context.newPage(), url: edit + form.path, form, submissions: [] };
  recordSubmissions(tab);
  // Chromium asks before it leaves a page with text that is not saved.
  tab.page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  await show(tab);
  return tab;
}

/** Adds an entry to a section that the API does not have. */
async function addProject(): Promise<void> {
  const tab = await open({ name: 'new project', path: '/projects/new', texts: ['name'], choices: {} });
  await type(tab, 'name', 'Start');
  await press(tab);
  await tab.page.close();
}

/** Opens the form, as often as the connection is cut. */
async function show(tab: Tab): Promise<void> {
  const isOpen = async () => {
    await tab.page.goto(tab.url, { timeout: 20_000 });
    // The last elements of a form that is complete.
    await tab.page.waitForSelector('.editor-form #autosave', { timeout: 5_000 });
    return true;
  };
  await until(`the form at ${tab.url}`, isOpen, SETTLE_TIMEOUT_MS).catch(async (thrown: Error) => {
    const shown = await tab.page.$eval('body', (body) => body.textContent?.trim().slice(0, 500)).catch(String);
    throw new Error(`${thrown.message}, which shows at ${tab.page.url()}: ${shown}`, { cause: thrown });
  });
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

type Step = (page: Page) => Promise<unknown>;
const toAccount: Step = (page) => page.goto(`http://127.0.0.1:${proxy.port}/account`, { timeout: 20_000 });
const back: Step = (page) => page.goBack({ timeout: 20_000 });
const forward: Step = (page) => page.goForward({ timeout: 20_000 });

/** Leaves the form, and returns to it through the history of the browser. */
async function leave(tab: Tab, ...steps: readonly Step[]): Promise<void> {
  remember(tab);
  try {
    for (const step of steps) await step(tab.page);
  } catch {
    // The history may lead to another form.
    return show(tab);
  }
  remember(tab);
  if (!(await tab.page.$('.editor-form #autosave').catch(() => null))) await show(tab);
}

const status = (tab: Tab) => tab.page.$eval('#autosave', (element) => element.textContent ?? '').catch(() => '');

/** Presses Save, which leads to the CV or to a page with a problem. */
async function press(tab: Tab): Promise<void> {
  const { page } = tab;
  remember(tab);
  // Not waitForNavigation: the script changes the address of a new entry before the form is submitted.
  await page.evaluate(() => document.documentElement.setAttribute('data-pressed', ''));
  await page.click(SAVE);
  const isLeft = async () => !(await page.$('html[data-pressed]').catch(() => null));
  await until('the page after the form', isLeft, SETTLE_TIMEOUT_MS).catch(async (thrown: Error) => {
    const results = tab.submissions.slice(-10).join(', ');
    throw new Error(`${thrown.message}, at ${page.url()}: ${await status(tab)} (${results})`, { cause: thrown });
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
      const fields = await Promise.all(
        tab.form.texts.map(async (name) => {
          const { value, stored } = await fieldOf(tab, name);
          return { name, typed: wordsOf(value), stored: wordsOf(stored ?? '') };
        }),
      );
      if (fields.every(({ typed }) => typed.length === 0)) return true;
      // The other tab may have saved the same words in another order.
      const isKnown = fields.every(
        ({ typed, stored }) => typed.filter((word) => stored.includes(word)).join(' ') === stored.join(' '),
      );
      if (isConflict && isKnown) needlessConflicts.push({ url: page.url(), fields });
      for (const { name, typed, stored } of fields) {
        const missing = stored.filter((word) => !typed.includes(word));
        if (missing.length > 0) await type(tab, name, missing.map((word) => ` ${word}`).join(''));
      }
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
  `keeps every typed word once in ${DISTURBANCES} random cuts, kills, reloads, uses of Back and Forward, and concurrent changes`,
  async () => {
    process.stdout.write(`Edited texts: seed ${SEED} (VITAE_SEED repeats the choices, but not their timing)\n`);
    const random = createRandom(SEED);
    const written = await readForms(tabs);
    const degrees: string[] = [];
    const counts: Record<string, number> = {};
    let others = 0;
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
      'another page and Back': (tab) => leave(tab, toAccount, back),
      'Back and Forward': (tab) => leave(tab, back, forward),
      'same text changed': () => {
        const word = `other${++others}`;
        const [place, append] = changesByCompany[Math.floor(random() * changesByCompany.length)] as CompanyChange;
        written[place]?.push(word);
        return change((cv) => append(cv, word));
      },
      'other text changed': () => change(() => ({ interests: { interest: [{ title: `Interest ${others}` }] } })),
      'entry deleted': async () => {
        remember(entries);
        const id = Number(entries.url.split('/').at(-1));
        if (Number.isNaN(id)) return;
        await change(({ educations }) => ({
          educations: { education: educations.education.filter((one: { id: number }) => one.id !== id) },
        }));
        const word = `again${id}`;
        degrees.push(word);
        await type(entries, 'degree', ` ${word}`);
        // The page submits the draft itself, and moves it to the form for a new entry.
        await entries.page.reload({ timeout: 20_000 }).catch(() => undefined);
        await entries.page.waitForSelector('.editor-form #autosave', { timeout: SETTLE_TIMEOUT_MS });
        entries.url = edit + newEntry.path;
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
      const isEntry = random() < 0.2;
      const tab = isEntry ? entries : (tabs[Math.floor(random() * tabs.length)] as Tab);
      const ms = random() * MAX_FAULT_MS;
      const isEdited = editAny(
        tab,
        `word${index}`,
        random,
        isEntry ? { [placeOf(newEntry, 'degree')]: degrees } : written,
      );
      // A reload or a button would otherwise send half of the word, and the other half would have no form.
      if (!/^(killed|paused|cut b)/.test(name)) await isEdited;
      if (isEntry && random() < 0.5) await pause(random() * 1_000);
      await Promise.all([isEdited, disturbances[name]?.(tab, ms)]);
      counts[name] = (counts[name] ?? 0) + 1;
      for (const one of tabs) if ((await status(one)).includes('changed in the meantime')) await saveMerged(one);
      if (!isEntry || random() < 0.5) continue;
      await saveMerged(entries);
      entries.url = edit + newEntry.path;
      await show(entries);
    }
    for (const tab of [...tabs, entries]) await saveMerged(tab);
    const cv = await readCv();
    const entered = cv.educations.education.flatMap(({ degree }: { degree: string }) => wordsOf(degree));
    const words = Object.values(written).flat().length;
    process.stdout.write(
      `Edited texts: ${JSON.stringify(counts)}; ${words} words and values, ${degrees.length} words of ${cv.educations.education.length} entries\n`,
    );
    // A new tab has no drafts, so it shows what is stored.
    const stored = [];
    for (const form of forms) stored.push(await open(form));
    expect(sorted(await readForms(stored))).toEqual(sorted(written));
    expect(wordsOf(cv.presentation.text).toSorted()).toEqual(written['presentation text']?.toSorted());
    expect(needlessConflicts).toEqual([]);
    expect(entered.toSorted()).toEqual(degrees.toSorted());
  },
  600_000 + DISTURBANCES * 10_000,
);
