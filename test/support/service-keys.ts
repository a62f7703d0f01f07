import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '@vitae/kit/clock';
import { createServiceIdentity, type ServiceIdentity } from '@vitae/kit/service-identity';
import { publicKeyOf, readPrivateKey } from '@vitae/kit/signing-keys';
import type { CallingProcess } from '@vitae/proto/allowed-callers';
import { createGrantSigner, type SignExportGrant } from '@vitae/proto/export-grant';

/** The keys of all processes of a test system, in the form of the settings. */
export type ServiceKeys = { privateKeys: Record<CallingProcess, string>; publicKeys: string };

/** Returns a private key as the value of SERVICE_PRIVATE_KEY. */
export const newPrivateKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');

/** Returns an item of SERVICE_PUBLIC_KEYS. */
export const publicKeyItem = (name: string, privateKey: string): string =>
  `${name}:${publicKeyOf(readPrivateKey(privateKey))}`;

export function newServiceKeys(): ServiceKeys {
  const privateKeys = { gateway: newPrivateKey(), site: newPrivateKey(), export: newPrivateKey() };
  return {
    privateKeys,
    publicKeys: Object.entries(privateKeys)
      .map(([name, key]) => publicKeyItem(name, key))
      .join(','),
  };
}

/** Returns the identity of a process for calls to services. */
export const identityOf = (name: CallingProcess, privateKey: string): ServiceIdentity =>
  createServiceIdentity({ name, key: readPrivateKey(privateKey), clock: systemClock });

/** Returns the function with which the gateway signs the grants of its export jobs. */
export const grantSignerOf = (gatewayKey: string): SignExportGrant =>
  createGrantSigner({ issuer: 'gateway', key: readPrivateKey(gatewayKey), clock: systemClock });

/** Returns the private key of a process of a running system. */
export const privateKeyOf = (name: CallingProcess, dataDir: string): string =>
  readFileSync(join(dataDir, `service-key-${name}`), 'utf8').trim();

/** Returns the gateway's identity for calls to the services of a running system. */
export const gatewayIdentityOf = (dataDir: string): ServiceIdentity =>
  identityOf('gateway', privateKeyOf('gateway', dataDir));
