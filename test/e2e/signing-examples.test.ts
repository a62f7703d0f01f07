import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startBrowser, type TestBrowser } from '../support/browser.ts';
import { approveRequest } from '../support/oauth-authorization.ts';
import { installedLanguages, snippetOf } from '../support/snippets.ts';
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
