import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ClientGenerators, ensureClientGenerators } from '@vitae/local/programs/client-generators';
import { requireGo } from '@vitae/local/programs/go-program';
import { readSettings } from '@vitae/local/settings';
import { projectRoot } from '../../support/project-root.ts';
import type { TwoCompanies } from '../../support/test-companies.ts';

const sources = join(projectRoot, 'test/generated-clients');
const sdk = join(projectRoot, 'sdk');
const INSTALLATION_TIMEOUT_MS = 600_000;
const CLIENT_TIMEOUT_MS = 300_000;

/**
 * Generates clients from the published OpenAPI document, compiles them, and runs a program with each. The programs check
 * the status of every response and print the names of the requests.
 */
export function generatedClientTests(companies: () => TwoCompanies): void {
  let generators: ClientGenerators;
  let folder: string;

  beforeAll(async () => {
    const { cacheDir } = readSettings(process.env, projectRoot);
    const { PYTHON_BINARY: python = 'python3', PATH: path } = process.env;
    generators = await ensureClientGenerators({ cacheDir, versions: sources, python, path });
    folder = await mkdtemp(join(tmpdir(), 'vitae-clients-'));
    await cp(sources, folder, { recursive: true });
    await cp(join(sdk, 'typescript/src'), join(folder, 'vitae-auth'), { recursive: true });
    await symlink(generators.nodeModules, join(folder, 'node_modules'));
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(companies().document));
  }, INSTALLATION_TIMEOUT_MS);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Runs a program in the folder. The failure shows its output. */
  const run = async (program: string, args: string[], environment: NodeJS.ProcessEnv = {}): Promise<string> => {
    const { key, secret } = companies().ours.key;
    const credentials = { VITAE_URL: companies().system.url, VITAE_KEY: key, VITAE_SECRET: secret };
    const env = { ...process.env, NODE_OPTIONS: '', ...credentials, ...environment };
    const { stdout } = await promisify(execFile)(program, args, { cwd: folder, env, maxBuffer: 2 ** 26 }).catch(
      (failed: Error & { stdout: string; stderr: string }) => {
        throw new Error(`${failed.message}\n${failed.stdout}${failed.stderr}`);
      },
    );
    return stdout;
  };
  const node = (script: string, ...args: string[]) => run(process.execPath, ['--no-warnings', script, ...args]);
  const nodeProgram = (path: string, ...args: string[]) => node(join(generators.nodeModules, path), ...args);
  const requestsOf = (output: string) => JSON.parse(output) as string[];

  test(
    'TypeScript clients compile and send correct requests',
    async () => {
      await Promise.all([
        nodeProgram('openapi-typescript/bin/cli.js', 'openapi.json', '--output', 'openapi-typescript.ts'),
        nodeProgram('@hey-api/openapi-ts/bin/run.js', '--file', 'hey-api.config.ts'),
      ]);
      await nodeProgram('typescript/bin/tsc', '--project', '.');
      const programs = ['openapi-fetch', 'hey-api-client'];
      for (const name of programs) {
        const output = await run(process.execPath, ['--no-warnings', `${name}.ts`], { PREFIX: name });
        expectRequests(requestsOf(output));
      }
    },
    CLIENT_TIMEOUT_MS,
  );

  test(
    'the client of openapi-python-client sends correct requests',
    async () => {
      const generate = ['generate', '--path', 'openapi.json', '--output-path', 'vitae_client', '--meta', 'none'];
      await run(generators.python, [
        '-m',
        'openapi_python_client',
        ...generate,
        '--config',
        'openapi-python-client.json',
      ]);
      const environment = { PREFIX: 'python', PYTHONPATH: `${folder}:${sdk}/python/src`, PYTHONDONTWRITEBYTECODE: '1' };
      expectRequests(requestsOf(await run(generators.python, ['python_client.py'], environment)));
    },
    CLIENT_TIMEOUT_MS,
  );

  test(
    'the client of oapi-codegen compiles and sends correct requests',
    async () => {
      await mkdir(join(folder, 'api'));
      const generate = ['-generate', 'types,client', '-package', 'api', '-o', 'api/api.go', 'openapi.json'];
      await run(generators.oapiCodegen, generate);
      const go = requireGo(process.env.PATH, 'the client of oapi-codegen');
      // Without the path of the folder, Go finds what it compiled in an earlier run.
      await run(go, ['vet', '-trimpath', '.']);
      await run(go, ['build', '-trimpath', '-o', 'go-client', '.']);
      expectRequests(requestsOf(await run(join(folder, 'go-client'), [], { PREFIX: 'go' })));
    },
    CLIENT_TIMEOUT_MS,
  );
}

function expectRequests(names: string[]): void {
  expect(names.length).toBeGreaterThanOrEqual(30);
  expect(new Set(names).size).toBeGreaterThanOrEqual(28);
}
