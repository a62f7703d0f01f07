import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from './write-atomically.ts';

/** Returns a key for MASTER_KEYS (`id:base64`), generated once: secrets in the database cannot be decrypted without it. */
export const ensureMasterKeys = (dataDir: string, today: Date): string => ensureKeys(dataDir, 'master-keys', today);

/** Returns a key for SERVICE_KEYS (`id:base64`), with which the processes authenticate each other. */
export const ensureServiceKeys = (dataDir: string, today: Date): string => ensureKeys(dataDir, 'service-keys', today);

function ensureKeys(dataDir: string, name: string, today: Date): string {
  const file = join(dataDir, name);
  if (!existsSync(file))
    writeAtomically(file, `local-${today.getUTCFullYear()}:${randomBytes(32).toString('base64')}\n`);
  return readFileSync(file, 'utf8').trim();
}
