import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installedLanguages, snippetOf } from '../support/snippets.ts';
import { type RunFile, type System, startSystem } from '../support/system.ts';

const run = promisify(execFile);
const README = join(import.meta.dirname, '../../README.md');

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

describe('README', () => {
  test.each(installedLanguages('bash', 'javascript', 'php', 'python', 'ruby'))(
    'the $fence example returns the CV',
    async ({ fence, ending, command }) => {
      const file = join(folder, `call.${ending}`);
      const snippet = snippetOf(await readFile(README, 'utf8'), fence);
      await writeFile(file, snippet);
      const environment = {
        ...process.env,
        NODE_OPTIONS: '',
        VITAE_URL: system.url,
        VITAE_KEY: demo.key,
        VITAE_SECRET: demo.secret,
        CV_ID: String(demo.cvIds[0]),
      };
      const { stdout } = await run(command, [file], { env: environment });
      expect(JSON.parse(stdout)).toMatchObject({ id: demo.cvIds[0], userId: demo.owner.userId });
    },
  );

  test('has fewer than 150 lines', async () => {
    expect((await readFile(README, 'utf8')).split('\n').length).toBeLessThan(150);
  });
});
