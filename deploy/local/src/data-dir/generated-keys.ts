import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from './write-atomically.ts';

/** `id:base64`, as MASTER_KEYS wants it. Made once: without it the secrets in the database cannot be read again. */
export const ensureMasterKeys = (dataDir: string, today: Date): string => ensureKeys(dataDir, 'master-keys', today);

/** `id:base64`, as SERVICE_KEYS wants it: by these the processes know each other. */
export const ensureServiceKeys = (dataDir: string, today: Date): string => ensureKeys(dataDir, 'service-keys', today);

function ensureKeys(dataDir: string, name: string, today: Date): string {
  const file = join(dataDir, name);
  if (!existsSync(file))
    writeAtomically(file, `local-${today.getUTCFullYear()}:${randomBytes(32).toString('base64')}\n`);
  return readFileSync(file, 'utf8').trim();
}
