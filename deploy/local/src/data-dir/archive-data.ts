import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';

const STAYS = new Set(['old', 'launcher.json']);

/** `--fresh`: moves all data of earlier runs into `old/<time>/`. Answers with that folder, or nothing when there was no data. */
export function archiveData(dataDir: string, now: Date): string | undefined {
  const names = existsSync(dataDir) ? readdirSync(dataDir).filter((name) => !STAYS.has(name)) : [];
  if (names.length === 0) return undefined;
  const aside = join(dataDir, 'old', now.toISOString().replaceAll(':', '-').slice(0, 23));
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  for (const name of names) renameSync(join(dataDir, name), join(aside, name));
  return aside;
}
