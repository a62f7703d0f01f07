import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { SetupError } from '../setup-error.ts';
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
  const program = join(target, name);
  if (existsSync(program)) return program;
  await mkdir(folder, { recursive: true });
  const draft = await mkdtemp(join(folder, `${name}-`));
  const go = requireGo(path, name);
  try {
    await runProgram(go, ['install', `${command}@v${version}`], {
      env: { ...process.env, GOBIN: draft, GOFLAGS: '' },
    });
  } catch (cause) {
    await rm(draft, { recursive: true, force: true });
    throw new SetupError(`${name} ${version} cannot be built:\n${(cause as Error).message}`, { cause });
  }
  await rm(target, { recursive: true, force: true });
  await rename(draft, target);
  return program;
}

/** @param purpose what requires Go */
export function requireGo(path: string | undefined, purpose: string): string {
  const go = which(['go', '/usr/local/go/bin/go'], path);
  if (go) return go;
  throw new SetupError(`Building ${purpose} requires Go 1.23 or newer: https://go.dev/dl`);
}
