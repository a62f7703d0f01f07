import { createPublicKey, type KeyObject } from 'node:crypto';
import { invalid } from '@vitae/kit/errors';

export const RSA_BITS = { min: 2_048, max: 16_384 } as const;

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[^-]*-----END \1-----/g;
const PUBLIC = new Set(['PUBLIC KEY', 'RSA PUBLIC KEY', 'CERTIFICATE']);

/**
 * Parses the RSA public key of an application from PEM: SPKI, PKCS #1 or an X.509 certificate.
 * @throws {VitaeError} INVALID_ARGUMENT with the reason
 */
export function parseRsaPublicKey(pem: string): KeyObject {
  const [label, ...others] = Array.from(pem.matchAll(BLOCK), (block) => block[1] ?? '');
  if (label === undefined) throw rejected('is not PEM: it must start with -----BEGIN PUBLIC KEY-----');
  if ([label, ...others].some((name) => name.endsWith('PRIVATE KEY'))) {
    throw rejected(
      'contains a private key, which must be kept secret. Generate a new pair and register only the public key',
    );
  }
  if (others.length > 0) throw rejected(`contains ${others.length + 1} PEM blocks instead of one`);
  if (!PUBLIC.has(label)) throw rejected(`is a PEM of type ${label.toLowerCase()}, not a public key`);
  const key = decode(pem);
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== 'rsa')
    throw rejected(`is a key for ${key.asymmetricKeyType ?? 'another algorithm'}, not for RSA`);
  if (bits < RSA_BITS.min || bits > RSA_BITS.max)
    throw rejected(`has ${bits} bits, but must have ${RSA_BITS.min} to ${RSA_BITS.max}`);
  return key;
}

/** Returns the key as PEM of SPKI. */
export function toPem(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'pem' }).toString();
}

function decode(pem: string): KeyObject {
  try {
    return createPublicKey(pem);
  } catch {
    // The error of OpenSSL ("DECODER routines::unsupported") does not help the user.
    throw rejected('cannot be read: its base64 or its structure is damaged');
  }
}

function rejected(what: string) {
  const message = `The RSA public key ${what}.`;
  return invalid(message, [{ field: 'rsaPublicKey', message }]);
}
