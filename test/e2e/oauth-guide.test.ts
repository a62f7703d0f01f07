import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBrowser, type TestBrowser } from '../support/browser.ts';
import { approveRequest } from '../support/oauth-authorization.ts';
import { installedLanguages, snippetOf } from '../support/snippets.ts';
import { type RunFile, type System, startSystem } from '../support/system.ts';

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
  folder = await mkdtemp(join(tmpdir(), 'vitae-oauth-'));
}, 400_000);

afterAll(async () => {
  await browser?.close();
  await system?.stop();
  await rm(folder, { recursive: true, force: true });
});

test.each(installedLanguages('bash', 'javascript', 'python'))(
  '$fence: copied as it stands, it connects and reads the owner',
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
    let printed = '';
    let said = '';
    program.stdout.on('data', (bytes) => (printed += String(bytes)));
    const address = new Promise<string>((resolve) => {
      program.stderr.on('data', (bytes) => {
        said += String(bytes);
        const shown = /Open (\S+)\n/.exec(said)?.[1];
        if (shown) resolve(shown);
      });
    });
    // Not at its exit: what it has printed may still be on its way then.
    const ended = new Promise<number | null>((resolve) => program.once('close', resolve));
    const shown = await Promise.race([address, ended]);
    if (typeof shown !== 'string') throw new Error(`It ended before it asked: ${said}${printed}`);
    program.stdin.end(`${await approveRequest(shown, demo.owner, browser)}\n`);
    expect([await ended, said.replace(/Open \S+\n|Code: /g, '')]).toEqual([0, '']);
    expect(JSON.parse(printed).user).toMatchObject({ id: demo.owner.userId });
  },
  120_000,
);
