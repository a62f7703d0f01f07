import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureGoProgram } from './go-program.ts';
import { installOnce } from './install-once.ts';
import { ensurePythonPackages, shortHash } from './python-packages.ts';
import { runProgram } from './run-program.ts';
import { which } from './which.ts';

const OAPI_CODEGEN = { command: 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen', version: '2.8.2' };

/** Generators of API clients that the tests run. */
export type ClientGenerators = {
  /** The packages of the TypeScript generators. */
  nodeModules: string;
  /** An interpreter with openapi-python-client. */
  python: string;
  oapiCodegen: string;
};

type Options = {
  cacheDir: string;
  /** Has package.json and package-lock.json, and requirements.txt, with the versions. */
  versions: string;
  python: string;
  path: string | undefined;
};

/**
 * Installs the generators once for each set of versions, apart from the workspace: they need another TypeScript.
 * @throws {SetupError} if a registry is unreachable
 */
export async function ensureClientGenerators({ cacheDir, versions, python, path }: Options): Promise<ClientGenerators> {
  return {
    nodeModules: await installNpmPackages(cacheDir, versions, path),
    python: await ensurePythonPackages({
      cacheDir,
      name: 'openapi-python-client',
      requirements: join(versions, 'requirements.txt'),
      python,
    }),
    oapiCodegen: await ensureGoProgram(cacheDir, OAPI_CODEGEN, path),
  };
}

async function installNpmPackages(cacheDir: string, versions: string, path: string | undefined): Promise<string> {
  const target = join(cacheDir, `client-generators-npm-${await shortHash(join(versions, 'package-lock.json'))}`);
  await installOnce(target, 'The generators of TypeScript clients cannot be installed from npm', async (draft) => {
    for (const file of ['package.json', 'package-lock.json']) await copyFile(join(versions, file), join(draft, file));
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const npm = which(['npm'], path);
    if (!npm) throw new Error('npm is not on the PATH. Install it with Node from https://nodejs.org.');
    await runProgram(npm, ['ci', '--prefix', draft, ...options], { env: { ...process.env, NODE_OPTIONS: '' } });
  });
  return join(target, 'node_modules');
}
