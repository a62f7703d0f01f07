import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type RunFile, type System, startSystem } from '../support/system.ts';

const run = promisify(execFile);
const README = join(import.meta.dirname, '../../README.md');

// The languages of the README's snippets: how each is run, and how to see whether it is there.
const LANGUAGES = [
  { fence: 'bash', file: 'call.sh', command: 'bash', probe: 'openssl', version: 'version' },
  { fence: 'javascript', file: 'call.mjs', command: process.execPath, probe: process.execPath, version: '--version' },
  { fence: 'php', file: 'call.php', command: 'php', probe: 'php', version: '--version' },
  { fence: 'python', file: 'call.py', command: 'python3', probe: 'python3', version: '--version' },
  { fence: 'ruby', file: 'call.rb', command: 'ruby', probe: 'ruby', version: '--version' },
];

let system: System;
let demo: NonNullable<RunFile['demo']>;
let folder: string;

beforeAll(async () => {
  system = await startSystem();
  demo = (await system.runFile()).demo as NonNullable<RunFile['demo']>;
  folder = await mkdtemp(join(tmpdir(), 'vitae-readme-'));
}, 400_000);

afterAll(async () => {
  await system?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('the first signed call of the README', () => {
  test.each(LANGUAGES.filter(isInstalled))(
    '$fence: copied as it stands, it answers the CV',
    async ({ fence, file, command }) => {
      const snippet = snippetOf(await readFile(README, 'utf8'), fence);
      await writeFile(join(folder, file), snippet);
      const environment = {
        ...process.env,
        NODE_OPTIONS: '',
        VITAE_URL: system.url,
        VITAE_KEY: demo.key,
        VITAE_SECRET: demo.secret,
        CV_ID: String(demo.cvIds[0]),
      };
      const { stdout } = await run(command, [join(folder, file)], { env: environment });
      expect(JSON.parse(stdout)).toMatchObject({ id: demo.cvIds[0], userId: demo.owner.userId });
    },
  );

  test('is short enough to be read', async () => {
    expect((await readFile(README, 'utf8')).split('\n').length).toBeLessThan(150);
  });
});

function snippetOf(text: string, fence: string): string {
  const found = new RegExp(`^\`\`\`${fence}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(text);
  if (!found?.[1]) throw new Error(`The README has no ${fence} snippet`);
  return found[1];
}

function isInstalled({ probe, version }: { probe: string; version: string }): boolean {
  try {
    execFileSync(probe, [version], { stdio: 'ignore' });
    return true;
  } catch {
    return false; // not on this machine: its snippet is run where it is
  }
}
