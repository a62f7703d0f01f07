import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from './write-atomically.ts';

/** `id:base64`, as MASTER_KEYS wants it. Made once: without it the secrets in the database cannot be read again. */
export function masterKeys(dataDir: string, today: Date): string {
  const file = join(dataDir, 'master-keys');
  if (!existsSync(file))
    writeAtomically(file, `local-${today.getUTCFullYear()}:${randomBytes(32).toString('base64')}\n`);
  return readFileSync(file, 'utf8').trim();
}
