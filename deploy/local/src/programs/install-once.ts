import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { SetupError } from '../setup-error.ts';

/**
 * Installs into `target`, a folder that all clones share, unless it exists. An interrupted installation leaves nothing
 * there.
 * @param title the subject of the error message
 */
export async function installOnce(
  target: string,
  title: string,
  install: (folder: string) => Promise<unknown>,
): Promise<string> {
  if (existsSync(target)) return target;
  await mkdir(dirname(target), { recursive: true });
  const draft = await mkdtemp(join(dirname(target), `${basename(target)}-`));
  try {
    await install(draft);
    await rename(draft, target);
  } catch (cause) {
    await rm(draft, { recursive: true, force: true });
    // Another process may have installed it at the same time.
    if (existsSync(target)) return target;
    throw new SetupError(`${title}:\n${(cause as Error).message}`, { cause });
  }
  return target;
}
