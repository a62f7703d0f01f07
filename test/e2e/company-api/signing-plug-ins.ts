import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LimitingProxy, startLimitingProxy } from '../../support/limiting-proxy.ts';
import { projectRoot } from '../../support/project-root.ts';
import { compareSigned, signingVectors } from '../../support/signing-vectors.ts';
import type { TwoCompanies } from '../../support/test-companies.ts';
import { userBody } from './users.ts';

type PlugIn = { language: string; command: string; args: string[]; program: string; libraries: string[] };

const { PHP_BINARY = 'php', PYTHON_BINARY = 'python3', RUBY_BINARY = 'ruby' } = process.env;
const sdk = join(projectRoot, 'sdk');
const plugIns: PlugIn[] = [
  {
    language: 'typescript',
    command: process.execPath,
    args: ['--conditions=source', '--no-warnings'],
    program: 'program.mjs',
    libraries: ['fetch'],
  },
  {
    language: 'python',
    command: PYTHON_BINARY,
    args: ['-B'],
    program: 'program.py',
    libraries: ['httpx', 'requests'],
  },
  { language: 'php', command: PHP_BINARY, args: [], program: 'program.php', libraries: ['guzzle', 'psr18'] },
  {
    language: 'ruby',
    command: RUBY_BINARY,
    args: [`-I${sdk}/ruby/lib`],
    program: 'program.rb',
    libraries: ['faraday'],
  },
];

/** An autoloader as Composer generates it, for the Debian package of Guzzle. */
const PHP_AUTOLOADER = `<?php
require 'GuzzleHttp/autoload.php';
spl_autoload_register(fn (string $class) => str_starts_with($class, 'Vitae\\\\Auth\\\\')
    && require '${sdk}/php/src/' . substr($class, strlen('Vitae\\\\Auth\\\\')) . '.php');
`;

/** Runs the plug-ins of `sdk/` with the libraries that they are for. */
export function signingPlugInTests(companies: () => TwoCompanies): void {
  let proxy: LimitingProxy;
  let folder: string;
  let environment: NodeJS.ProcessEnv;
  let users = 0;

  beforeAll(async () => {
    const { ours, system } = companies();
    proxy = await startLimitingProxy(system.url);
    folder = await mkdtemp(join(tmpdir(), 'vitae-plug-ins-'));
    await mkdir(join(folder, 'vendor'));
    await writeFile(join(folder, 'vendor/autoload.php'), PHP_AUTOLOADER);
    await symlink(join(projectRoot, 'test/node_modules'), join(folder, 'node_modules'));
    const created = await Promise.all(
      Array.from({ length: 21 }, (_none, index) => ours.api.post('/api/v1/users', userBody(`plug-in-${index}`))),
    );
    const userId = String(created[0]?.json.id);
    users = (await ours.api.get('/api/v1/users')).json.total;
    environment = {
      ...process.env,
      NODE_OPTIONS: '',
      PYTHONPATH: join(sdk, 'python/src'),
      VITAE_URL: proxy.url,
      VITAE_KEY: ours.key.key,
      VITAE_SECRET: ours.key.secret,
      USER_ID: userId,
    };
  });
  afterAll(async () => {
    proxy.close();
    await rm(folder, { recursive: true, force: true });
  });

  const run = ({ command, args }: PlugIn, file: string, mode: string[] = [], input = '') =>
    new Promise<string>((resolve, reject) => {
      const options = { cwd: folder, env: environment };
      const child = execFile(command, [...args, file, ...mode], options, (error, stdout, stderr) =>
        error ? reject(new Error(`${stderr}${stdout}`)) : resolve(stdout),
      );
      child.stdin?.end(input);
    });
  const program = (plugIn: PlugIn, mode: string, input?: string) =>
    run(plugIn, join(sdk, plugIn.language, 'test', plugIn.program), [mode], input);

  describe.each(plugIns)('for $language', (plugIn) => {
    test.each(plugIn.libraries)('signs, sends arrays and bodies and retries with %s', async (library) => {
      proxy.nonces.clear();
      expect(JSON.parse(await program(plugIn, library))).toEqual({
        search: 200,
        tags: [201, 201],
        array: 204,
        brackets: 204,
        retried: 201,
        limited: 429,
        unavailable: 204,
        uncertain: 503,
        ...(library === 'httpx' && { async: [200, 429] }),
      });
      const attempts = Array.from(proxy.nonces, ([fault, nonces]) => `${fault.split('-')[0]}: ${new Set(nonces).size}`);
      const ofAsync = library === 'httpx' ? ['429 0 async: 2', '429 3600 async: 1'] : [];
      expect(attempts.toSorted()).toEqual(
        ['429 0 post: 2', '429 3600 late: 1', '503 0 put: 2', '503 0 unsafe: 1', ...ofAsync].toSorted(),
      );
    });

    test('runs the examples of its guide', async () => {
      const guide = await readFile(join(sdk, plugIn.language, 'README.md'), 'utf8');
      const file = join(folder, `${plugIn.language}.${plugIn.language === 'typescript' ? 'mts' : 'example'}`);
      await writeFile(file, snippets(guide, plugIn.language));
      // A new CV, so that the export does not exist.
      const cvs = `/api/v1/users/${environment.USER_ID}/cv`;
      const { json: cv } = await companies().ours.api.post(cvs, { title: 'Signed' });
      environment.CV_ID = String(cv.id);
      const output = await run(plugIn, file);
      const title = 'Title: Signed';
      expect(output.trim().split('\n')).toEqual([
        title,
        `Users: ${users}`,
        'Error: 404 cv_not_found',
        ...(plugIn.language === 'ruby' ? [] : [title]),
      ]);
      expect((await readFile(join(folder, 'cv.pdf'))).subarray(0, 5).toString()).toBe('%PDF-');
      await rm(join(folder, 'cv.pdf'));
    });
  });

  test.each(plugIns.filter(({ language }) => language !== 'typescript'))(
    'the plug-in for $language signs the published requests',
    async (plugIn) => {
      const vectors = signingVectors();
      const signed = await program(plugIn, 'sign', JSON.stringify(vectors));
      const { differences, published } = compareSigned(vectors, JSON.parse(signed));
      expect(differences).toEqual([]);
      expect(published).toBeGreaterThan(150);
    },
  );
}

/** All examples of a language, as one program. */
function snippets(guide: string, fence: string): string {
  const examples = Array.from(guide.matchAll(new RegExp(`^\`\`\`${fence}\\n([\\s\\S]*?)^\`\`\``, 'gm')));
  return examples.map(([, example = '']) => example).join('\n');
}
