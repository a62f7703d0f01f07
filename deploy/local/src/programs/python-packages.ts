import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installOnce } from './install-once.ts';
import { runProgram } from './run-program.ts';

type PythonPackages = {
  cacheDir: string;
  /** The name of the folder and the subject of error messages. */
  name: string;
  /** A file with the packages and their versions, in the form of pip. */
  requirements: string;
  python: string;
};

/**
 * Installs Python packages once for each set of versions, in a virtual environment. Returns its interpreter.
 * @throws {SetupError} if PyPI is unreachable
 */
export async function ensurePythonPackages({ cacheDir, name, requirements, python }: PythonPackages): Promise<string> {
  const target = join(cacheDir, `${name}-python-${await shortHash(requirements)}`);
  await installOnce(target, `${name} cannot be installed from PyPI`, async (draft) => {
    await runProgram(python, ['-m', 'venv', draft]);
    const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--only-binary=:all:'];
    await runProgram(join(draft, 'bin/python'), [...install, '--requirement', requirements]);
  });
  return join(target, 'bin/python');
}

/** Returns the start of a file's SHA-256 in hexadecimal. */
export async function shortHash(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
    .slice(0, 12);
}
