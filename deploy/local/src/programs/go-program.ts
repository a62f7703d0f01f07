import { basename, join } from 'node:path';
import { SetupError } from '../setup-error.ts';
import { installOnce } from './install-once.ts';
import { runProgram } from './run-program.ts';
import { which } from './which.ts';

type GoProgram = {
  /** The package of the command, such as `helm.sh/helm/v3/cmd/helm`. */
  command: string;
  version: string;
};

/** Returns the path of the program. Builds it once, in a folder that all clones share. */
export async function ensureGoProgram(
  folder: string,
  { command, version }: GoProgram,
  path: string | undefined,
): Promise<string> {
  const name = basename(command);
  const target = join(folder, `${name}-${version}`);
  await installOnce(target, `${name} ${version} cannot be built`, (draft) =>
    runProgram(requireGo(path, name), ['install', `${command}@v${version}`], {
      env: { ...process.env, GOBIN: draft, GOFLAGS: '' },
    }),
  );
  return join(target, name);
}

/** @param purpose what requires Go */
export function requireGo(path: string | undefined, purpose: string): string {
  const go = which(['go', '/usr/local/go/bin/go'], path);
  if (go) return go;
  throw new SetupError(`Building ${purpose} requires Go 1.23 or newer: https://go.dev/dl`);
}
