import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';

const NOT_ARCHIVED = new Set(['old', 'launcher.json']);

/** For `--fresh`: moves all data of earlier runs to `old/<time>/`. Returns that folder, or undefined without data. */
export function archiveData(dataDir: string, now: Date): string | undefined {
  const names = existsSync(dataDir) ? readdirSync(dataDir).filter((name) => !NOT_ARCHIVED.has(name)) : [];
  if (names.length === 0) return undefined;
  const archive = join(dataDir, 'old', now.toISOString().replaceAll(':', '-').slice(0, 23));
  mkdirSync(archive, { recursive: true, mode: 0o700 });
  for (const name of names) renameSync(join(dataDir, name), join(archive, name));
  return archive;
}
