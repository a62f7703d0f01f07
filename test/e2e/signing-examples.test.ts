import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { codeSamples, type SampleRequest } from '@vitae/site/features/docs/samples/code-samples';
import { startBrowser, type TestBrowser } from '../support/browser.ts';
import { openConsole, sendFromConsole } from '../support/docs-console.ts';
import { approveRequest, authorizeInBrowser } from '../support/oauth-authorization.ts';
import { installedLanguages, type SnippetLanguage, snippetOf } from '../support/snippets.ts';
import { type RunFile, type System, startSystem } from '../support/system.ts';

const README = join(import.meta.dirname, '../../README.md');
const GUIDE = join(import.meta.dirname, '../../docs/oauth.md');

let system: System;
let browser: TestBrowser;
let demo: NonNullable<RunFile['demo']>;
let application: { consumerKey: string; consumerSecret: string };
let folder: string;

beforeAll(async () => {
  [system, browser] = await Promise.all([startSystem(), startBrowser(process.env)]);
  demo = (await system.runFile()).demo as NonNullable<RunFile['demo']>;
  application = await system.vitae(
    'app',
    'create',
    '--company',
    String(demo.companyId),
    '--name',
    'Guide',
    '--callback',
    'oob',
  );
  folder = await mkdtemp(join(tmpdir(), 'vitae-examples-'));
}, 400_000);

afterAll(async () => {
  await browser?.close();
  await system?.stop();
  await rm(folder, { recursive: true, force: true });
});

test.each(installedLanguages('bash', 'javascript', 'php', 'python', 'ruby'))(
  'the $fence example of the README returns the CV',
  async ({ fence, ending, command }) => {
    const file = join(folder, `call.${ending}`);
    await writeFile(file, snippetOf(await readFile(README, 'utf8'), fence));
    const env = {
      ...process.env,
      NODE_OPTIONS: '',
      VITAE_URL: system.url,
      VITAE_KEY: demo.key,
      VITAE_SECRET: demo.secret,
      CV_ID: String(demo.cvIds[0]),
    };
    const { stdout } = await promisify(execFile)(command, [file], { env });
    expect(JSON.parse(stdout)).toMatchObject({ id: demo.cvIds[0], userId: demo.owner.userId });
  },
);

test('the README has fewer than 150 lines', async () => {
  expect((await readFile(README, 'utf8')).split('\n').length).toBeLessThan(150);
});

test.each(installedLanguages('bash', 'javascript', 'python'))(
  'the $fence example of the OAuth guide obtains a token and reads the owner',
  async ({ fence, ending, command }) => {
    const file = join(folder, `connect.${ending}`);
    await writeFile(file, snippetOf(await readFile(GUIDE, 'utf8'), fence));
    const { consumerKey, consumerSecret } = application;
    const environment = {
      VITAE_URL: system.url,
      VITAE_CONSUMER_KEY: consumerKey,
      VITAE_CONSUMER_SECRET: consumerSecret,
    };
    const program = spawn(command, [file], { env: { ...process.env, NODE_OPTIONS: '', ...environment } });
    let output = '';
    let errors = '';
    program.stdout.on('data', (bytes) => (output += String(bytes)));
    const authorizeUrl = new Promise<string>((resolve) => {
      program.stderr.on('data', (bytes) => {
        errors += String(bytes);
        const url = /Open (\S+)\n/.exec(errors)?.[1];
        if (url) resolve(url);
      });
    });
    // `close` instead of `exit`, so that the output is complete.
    const closed = new Promise<number | null>((resolve) => program.once('close', resolve));
    const url = await Promise.race([authorizeUrl, closed]);
    if (typeof url !== 'string') throw new Error(`The program exited before it printed the URL: ${errors}${output}`);
    program.stdin.end(`${await approveRequest(url, demo.owner, browser)}\n`);
    expect([await closed, errors.replace(/Open \S+\n|Code: /g, '')]).toEqual([0, '']);
    expect(JSON.parse(output).user).toMatchObject({ id: demo.owner.userId });
  },
  120_000,
);

/** Runs the code sample of the reference for a request, and returns the JSON that it prints, if any. */
async function runSample(
  { fence, ending, command, options = [] }: SnippetLanguage,
  request: Partial<SampleRequest> & Pick<SampleRequest, 'method' | 'path'>,
  credentials: Record<string, string>,
) {
  const complete: SampleRequest = { api: 'company', origin: system.url, query: [], headers: {}, ...request };
  const sample = codeSamples(complete).find((one) => one.fence === fence);
  const file = join(folder, `sample-${Math.random().toString(36).slice(2)}.${ending}`);
  await writeFile(file, sample?.source ?? '');
  const env = { ...process.env, NODE_OPTIONS: '', NODE_NO_WARNINGS: '1', ...credentials };
  const { stdout } = await promisify(execFile)(command, [...options, file], { env });
  return stdout.trim() === '' ? undefined : JSON.parse(stdout);
}

const sampleLanguages = installedLanguages('bash', 'typescript', 'php', 'python', 'ruby', 'go');
const JSON_BODY = { 'content-type': 'application/json' };

test.each(sampleLanguages)(
  'the $fence samples of the reference sign requests of the company API',
  async (language) => {
    const key = { VITAE_KEY: demo.key, VITAE_SECRET: demo.secret };
    expect(await runSample(language, { method: 'GET', path: '/api/v1/rate-limit' }, key)).toMatchObject({
      standard: {},
    });

    const title = `It's "${language.fence}" & $HOME \\ é #{1}`;
    const body = JSON.stringify({ title, type: 2 });
    const created = await runSample(language, { method: 'POST', path: '/api/v1/tags', headers: JSON_BODY, body }, key);
    expect(created).toMatchObject({ title });

    const query: [string, string][] = [
      ['tags', `[${created.id}]`],
      ['reset', '0'],
    ];
    const path = `/api/v1/users/${demo.owner.userId}`;
    await runSample(language, { method: 'PUT', path: `${path}/associateTags`, query }, key);
    const tags = await runSample(language, { method: 'GET', path: `${path}/tags` }, key);
    expect(JSON.stringify(tags)).toContain(JSON.stringify(title));

    const search: [string, string][] = [
      ['term', "Zoë O'Neil & $x"],
      ['limit', '2'],
    ];
    expect(await runSample(language, { method: 'GET', path: '/api/v1/users/search', query: search }, key)).toEqual([]);
  },
  240_000,
);

test('the samples of the reference sign requests of the user API', async () => {
  const token = await authorizeInBrowser(system.url, application, demo.owner, browser);
  const credentials = {
    VITAE_CONSUMER_KEY: application.consumerKey,
    VITAE_CONSUMER_SECRET: application.consumerSecret,
    VITAE_TOKEN: token.key,
    VITAE_TOKEN_SECRET: token.secret,
  };
  const query: [string, string][] = [['since', '2020-01-01 00:00:00']];
  for (const language of sampleLanguages) {
    const { user } = await runSample(language, { api: 'user', method: 'GET', path: '/user' }, credentials);
    expect([language.fence, user.id]).toEqual([language.fence, demo.owner.userId]);
    const request = { api: 'user', method: 'GET', path: '/cv/status/draft', query } as const;
    expect(JSON.stringify(await runSample(language, request, credentials))).not.toContain('error');
  }
}, 240_000);

test('a newcomer signs requests of both APIs in the console', async () => {
  const { page, context } = await browser.open();
  await openConsole(page, system.url, 'tag/reference-data/GET/api/v1/rate-limit');
  await sendFromConsole(page);
  await page.waitForSelector('#key-dialog[open]');
  await page.type('#field-key', demo.key);
  await page.type('#field-secret', demo.secret);
  await page.keyboard.press('Enter');
  await page.waitForSelector('::-p-text(200 OK)');

  await openConsole(page, system.url, 'tag/user-api/GET/user');
  await sendFromConsole(page);
  await page.waitForSelector('#user-form:not([hidden])');
  await page.type('#field-consumerKey', application.consumerKey);
  await page.type('#field-consumerSecret', application.consumerSecret);
  await page.keyboard.press('Enter');
  await page.waitForSelector('#verify:not([hidden])');
  const address = await page.$eval('#authorize', (link) => (link as HTMLAnchorElement).href);
  await page.type('#field-verifier', await approveRequest(address, demo.owner, browser));
  await page.keyboard.press('Enter');
  await page.waitForSelector('::-p-text(200 OK)');
  expect(await page.$eval('#signed-as', (status) => status.textContent)).toContain('application');
  await context.close();
}, 120_000);
