import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { publicKeyOf, readPrivateKey } from '@vitae/kit/signing-keys';
import { writeAtomically } from './write-atomically.ts';

/** Returns a key for MASTER_KEYS (`id:base64`), generated once: secrets in the database cannot be decrypted without it. */
export const ensureMasterKeys = (dataDir: string, today: Date): string =>
  ensureFile(dataDir, 'master-keys', () => `local-${today.getUTCFullYear()}:${randomBytes(32).toString('base64')}\n`);

const CALLING_PROCESSES = ['gateway', 'site', 'export'] as const;

/** The private key of each process that calls others, and the public keys of all. */
export type ServiceKeys = { privateKeys: Record<(typeof CALLING_PROCESSES)[number], string>; publicKeys: string };

/** Returns the keys for SERVICE_PRIVATE_KEY and SERVICE_PUBLIC_KEYS, generated once. */
export function ensureServiceKeys(dataDir: string): ServiceKeys {
  // The shared keys of earlier versions.
  rmSync(join(dataDir, 'service-keys'), { force: true });
  const keyOf = (name: string) => ensureFile(dataDir, `service-key-${name}`, newPrivateKey);
  const privateKeys = { gateway: keyOf('gateway'), site: keyOf('site'), export: keyOf('export') };
  const publicKeys = CALLING_PROCESSES.map((name) => `${name}:${publicKeyOf(readPrivateKey(privateKeys[name]))}`);
  return { privateKeys, publicKeys: publicKeys.join(',') };
}

const newPrivateKey = () =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

function ensureFile(dataDir: string, name: string, generate: () => string): string {
  const file = join(dataDir, name);
  if (!existsSync(file)) writeAtomically(file, generate());
  return readFileSync(file, 'utf8').trim();
}
