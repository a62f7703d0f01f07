import { createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { type PublicKeys, readPrivateKey, readPublicKeys, sign, verify } from './signing-keys.ts';

// RFC 8037 appendix A: the key, its public part and its thumbprint.
const d = 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A';
const x = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo';
const thumbprint = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k';
const jwk = { kty: 'OKP', crv: 'Ed25519', d, x };

const pem = createPrivateKey({ key: jwk, format: 'jwk' }).export({ type: 'pkcs8', format: 'pem' }).toString();
const base64 = (text: string) => Buffer.from(text).toString('base64');
const body = (text: string) => text.replace(/-----[^-]+-----|\s/g, '');

const clock = { now: () => Date.UTC(2026, 0, 1) };
const other = generateKeyPairSync('ed25519');
const otherX = other.publicKey.export({ format: 'jwk' }).x;
const key = readPrivateKey(pem);
const audience = 'cv.resume.v1.ResumeService';
const signed = (changes: object = {}) =>
  sign({ cv: 7 }, { key, issuer: 'gateway', audience, expiresInS: 60, clock, ...changes });
const keys = readPublicKeys(`gateway:${x},site:${otherX}`);

describe('readPrivateKey', () => {
  test.each([
    ['PEM', pem],
    ['PEM in base64', base64(pem)],
    ['the body of a PEM file', body(pem)],
    ['a JWK', JSON.stringify(jwk)],
    ['a JWK in base64', base64(JSON.stringify(jwk))],
  ])('reads %s', (_form, text) => {
    expect(readPrivateKey(`${text}\n`)).toMatchObject({ id: thumbprint, key: { type: 'private' } });
  });

  test.each([
    ['an empty value', ''],
    ['random bytes', randomBytes(32).toString('base64')],
    ['a public key', JSON.stringify({ ...jwk, d: undefined })],
    [
      'an RSA key',
      generateKeyPairSync('rsa', { modulusLength: 2048 })
        .privateKey.export({ type: 'pkcs8', format: 'pem' })
        .toString(),
    ],
    ['a list of shared keys', `2026:${randomBytes(32).toString('base64')}`],
  ])('rejects %s without repeating it', (_form, text) => {
    expect(() => readPrivateKey(text)).toThrow(/^contains a (value|key) that is not an Ed25519 key$/);
  });
});

describe('readPublicKeys', () => {
  test('reads several keys of a process and both forms of a key', () => {
    const spki = body(other.publicKey.export({ type: 'spki', format: 'pem' }).toString());
    const read = readPublicKeys(`gateway:${x}, gateway:${spki}\nsite:${otherX}`);
    expect([...read].map(([name, list]) => [name, list.length])).toEqual([
      ['gateway', 2],
      ['site', 1],
    ]);
    expect(read.get('gateway')?.[0]?.id).toBe(thumbprint);
    expect(read.get('gateway')?.[1]?.id).toBe(read.get('site')?.[0]?.id);
  });

  test.each(['', x, `gateway:${x.slice(1)}`, `Gateway:${x}`, 'gateway:', `gateway:${base64(pem)}`])(
    'rejects %j',
    (text) => {
      expect(() => readPublicKeys(text)).toThrow();
    },
  );
});

describe('verify', () => {
  test('returns the signer and the payload', async () => {
    expect(await verify(await signed(), { keys, audience, clock })).toMatchObject({
      issuer: 'gateway',
      payload: { cv: 7, exp: clock.now() / 1_000 + 60 },
    });
  });

  test('accepts a token of every key of the process, with or without key id', async () => {
    const rotated = readPublicKeys(`gateway:${otherX},gateway:${x}`);
    const withoutId = await new SignJWT({ iss: 'gateway', aud: audience, exp: clock.now() / 1_000 + 60 })
      .setProtectedHeader({ alg: 'EdDSA' })
      .sign(key.key);
    for (const token of [await signed(), withoutId])
      expect(await verify(token, { keys: rotated, audience, clock })).toMatchObject({ issuer: 'gateway' });
  });

  const claims = { iss: 'gateway', aud: audience, exp: clock.now() / 1_000 + 60 };
  const header = { alg: 'HS256', kid: key.id };
  const raw = Buffer.from(x, 'base64url');
  test.each<[string, () => Promise<string> | string, PublicKeys?]>([
    ['an empty token', () => ''],
    ['a malformed token', () => 'a.b.c'],
    ['a token for another audience', () => signed({ audience: 'cv.stats.v1.StatsService' })],
    ['a token that names another process', () => signed({ issuer: 'site' })],
    ['a token of an unknown process', () => signed({ issuer: 'constructor' })],
    ['a token signed with another key', () => signed({ key: { id: key.id, key: other.privateKey } })],
    ['a token of a removed key', () => signed(), readPublicKeys(`gateway:${otherX}`)],
    ['an expired token', () => signed({ expiresInS: 0 })],
    ['an unsigned token', () => new UnsecuredJWT(claims).encode()],
    ['a token signed with the public key as secret', () => new SignJWT(claims).setProtectedHeader(header).sign(raw)],
    [
      'a token without expiration',
      () => new SignJWT({ iss: 'gateway', aud: audience }).setProtectedHeader({ alg: 'EdDSA' }).sign(key.key),
    ],
  ])('rejects %s', async (_description, create, known = keys) => {
    expect(await verify(await create(), { keys: known, audience, clock })).toBeUndefined();
  });
});
