import { createPublicKey, type KeyObject } from 'node:crypto';
import { invalid } from '@vitae/kit/errors';

export const RSA_BITS = { min: 2_048, max: 16_384 } as const;

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[^-]*-----END \1-----/g;
const PUBLIC = new Set(['PUBLIC KEY', 'RSA PUBLIC KEY', 'CERTIFICATE']);

/**
 * The RSA public key that an application registers: PEM of SPKI, PKCS #1 or an X.509
 * certificate. Whatever else is in the file is refused with what it is and what it should be.
 */
export function parseRsaPublicKey(pem: string): KeyObject {
  const [label, ...others] = Array.from(pem.matchAll(BLOCK), (block) => block[1] ?? '');
  if (label === undefined) throw refused('is not PEM: it should start with -----BEGIN PUBLIC KEY-----');
  if ([label, ...others].some((name) => name.endsWith('PRIVATE KEY'))) {
    throw refused(
      'holds a private key, which must not leave its owner. Make a new pair and register the public key alone',
    );
  }
  if (others.length > 0) throw refused(`holds ${others.length + 1} PEM blocks instead of one`);
  if (!PUBLIC.has(label)) throw refused(`is a PEM of ${label.toLowerCase()}, not of a public key`);
  const key = decode(pem);
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== 'rsa')
    throw refused(`is a key for ${key.asymmetricKeyType ?? 'another algorithm'}, not for RSA`);
  if (bits < RSA_BITS.min || bits > RSA_BITS.max)
    throw refused(`has ${bits} bits; RSA keys have at least ${RSA_BITS.min} and at most ${RSA_BITS.max}`);
  return key;
}

/** The PEM that is stored, always SPKI. */
export function toPem(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'pem' }).toString();
}

function decode(pem: string): KeyObject {
  try {
    return createPublicKey(pem);
  } catch {
    // OpenSSL's words ("DECODER routines::unsupported") would help nobody.
    throw refused('cannot be read: its base64 or its structure is damaged');
  }
}

function refused(what: string) {
  const message = `The RSA public key ${what}.`;
  return invalid(message, [{ field: 'rsaPublicKey', message }]);
}
