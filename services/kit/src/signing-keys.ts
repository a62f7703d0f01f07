import { createHash, createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Clock } from './clock.ts';

/** An Ed25519 key. The id is the thumbprint of the public key (RFC 7638). */
export type SigningKey = { id: string; key: KeyObject };

/** The public keys of each process by its name. A process has several keys while its key is rotated. */
export type PublicKeys = ReadonlyMap<string, readonly SigningKey[]>;

const ALGORITHM = 'EdDSA';
const DER_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** Reads a private key: PEM, JWK, or one of these in base64, or the base64 body of a PEM file (PKCS #8). */
export function readPrivateKey(text: string): SigningKey {
  const isPlain = /^\s*(\{|-----BEGIN)/.test(text);
  const bytes = Buffer.from(text, isPlain ? 'utf8' : 'base64');
  const content = bytes.toString().trim();
  return ed25519(() => {
    if (content.startsWith('{')) return createPrivateKey({ key: JSON.parse(content) as JsonWebKey, format: 'jwk' });
    if (content.startsWith('-----')) return createPrivateKey(content);
    return createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' });
  });
}

/**
 * Reads `process:key` pairs, separated by commas or white space. A key is the base64 body of a PEM file or the 32
 * bytes (`x` of a JWK). Throws if a pair cannot be read.
 */
export function readPublicKeys(text: string): PublicKeys {
  const keys = new Map<string, SigningKey[]>();
  for (const pair of text.split(/[\s,]+/).filter(Boolean)) {
    const [name = '', value = '', ...others] = pair.split(':');
    if (!/^[a-z][\w-]*$/.test(name) || !/^[\w+/-]+=*$/.test(value) || name.length > 64 || others.length > 0)
      throw new Error('is not a list of process:key');
    keys.set(name, [...(keys.get(name) ?? []), readPublicKey(Buffer.from(value, 'base64'))]);
  }
  if (keys.size === 0) throw new Error('contains no keys');
  return keys;
}

function readPublicKey(bytes: Buffer): SigningKey {
  const der = bytes.length === 32 ? Buffer.concat([DER_PREFIX, bytes]) : bytes;
  return ed25519(() => createPublicKey({ key: der, format: 'der', type: 'spki' }));
}

function ed25519(read: () => KeyObject): SigningKey {
  let key: KeyObject;
  try {
    key = read();
  } catch (cause) {
    throw new Error('contains a value that is not an Ed25519 key', { cause });
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('contains a key that is not an Ed25519 key');
  const x = publicKeyOf({ id: '', key });
  // RFC 7638: the required members in alphabetical order, without white space.
  const id = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
  return { id, key };
}

/** Returns the public key in the form that readPublicKeys accepts. */
export function publicKeyOf({ key }: SigningKey): string {
  return String((key.type === 'private' ? createPublicKey(key) : key).export({ format: 'jwk' }).x);
}

/** A setting with the private key of the process. */
export const privateKeySetting = () =>
  keySetting('the private Ed25519 key of this process as PEM, in base64 or not, or as a JWK', 'key', readPrivateKey);

/** A setting with the public keys of the processes. */
export const publicKeysSetting = () =>
  keySetting(
    'the public Ed25519 keys of the processes that may call this one, as process:base64[,process:base64…]',
    'keys',
    readPublicKeys,
  );

function keySetting<T>(description: string, values: string, read: (text: string) => T) {
  return z
    .string()
    .transform((text, context): T => {
      try {
        return read(text);
      } catch (error) {
        context.addIssue({ code: 'custom', message: `${(error as Error).message}; expected ${description}` });
        return z.NEVER;
      }
    })
    .meta({ values })
    .describe(description);
}

type SignOptions = {
  key: SigningKey;
  /** The name of the signing process. */
  issuer: string;
  /** The service and purpose that the token is for. Tokens of different purposes need different audiences. */
  audience: string;
  expiresInS: number;
  clock: Clock;
};

/** Creates a token (RFC 7519), signed with Ed25519 (RFC 8037). */
export function sign(payload: Readonly<Record<string, unknown>>, options: SignOptions): Promise<string> {
  const { key, issuer, audience, expiresInS, clock } = options;
  const issuedAt = Math.floor(clock.now() / 1_000);
  return new SignJWT({ ...payload, iss: issuer, aud: audience, iat: issuedAt, exp: issuedAt + expiresInS })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: key.id })
    .sign(key.key);
}

type VerifyOptions = { keys: PublicKeys; audience: string; clock: Clock; clockToleranceS?: number };
type VerifiedToken = { issuer: string; payload: JWTPayload & { exp: number } };

/**
 * Returns the signer and the content of a token, or undefined if the token is malformed, expired, for another
 * audience, or not signed with a key of its issuer. Never rejects. Tokens without `kid` may use any key of the issuer.
 */
export async function verify(token: string, options: VerifyOptions): Promise<VerifiedToken | undefined> {
  const { keys, audience, clock, clockToleranceS = 0 } = options;
  const candidates = candidateKeys(token, keys);
  for (const { issuer, key } of candidates) {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        audience,
        issuer,
        currentDate: new Date(clock.now()),
        clockTolerance: clockToleranceS,
        requiredClaims: ['exp'],
      });
      return { issuer, payload: { ...payload, exp: Number(payload.exp) } };
    } catch {
      // Not signed with this key, or not valid: another key of the issuer may match.
    }
  }
  return undefined;
}

function candidateKeys(token: string, keys: PublicKeys): { issuer: string; key: KeyObject }[] {
  try {
    const { kid } = decodeProtectedHeader(token);
    const issuer = decodeJwt(token).iss ?? '';
    const ofIssuer = keys.get(issuer) ?? [];
    return ofIssuer.filter(({ id }) => kid === undefined || kid === id).map(({ key }) => ({ issuer, key }));
  } catch {
    return []; // not a token
  }
}
