import { createPublicKey, generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto';
import { parseRsaPublicKey, toPem } from './rsa-public-key.ts';

const pair: KeyPairKeyObjectResult = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const spki = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();

describe('RSA public key', () => {
  test('is parsed from SPKI, PKCS #1 and files with other text', () => {
    const pkcs1 = pair.publicKey.export({ type: 'pkcs1', format: 'pem' }).toString();
    for (const pem of [spki, pkcs1, `Key of our shop\n${spki}\n`, spki.replaceAll('\n', '\r\n')]) {
      expect(toPem(parseRsaPublicKey(pem))).toBe(spki);
    }
  });

  test('is parsed from a certificate', () => {
    expect(parseRsaPublicKey(CERTIFICATE).asymmetricKeyDetails?.modulusLength).toBe(2_048);
  });

  test('has at most 16,384 bits', () => {
    const pemOf = (bits: number) => {
      const modulus = Buffer.alloc(bits / 8, 0xff).toString('base64url');
      const key = createPublicKey({ key: { kty: 'RSA', n: modulus, e: 'AQAB' }, format: 'jwk' });
      return key.export({ type: 'spki', format: 'pem' }).toString();
    };
    expect(parseRsaPublicKey(pemOf(16_384)).asymmetricKeyDetails?.modulusLength).toBe(16_384);
    expect(() => parseRsaPublicKey(pemOf(16_392))).toThrow('has 16392 bits');
    expect(() => parseRsaPublicKey(pemOf(2_040))).toThrow('has 2040 bits');
  });

  test.each([
    ['', 'is not PEM'],
    ['ssh-rsa AAAAB3NzaC1yc2E', 'is not PEM'],
    [pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), 'contains a private key'],
    [`${spki}${pair.privateKey.export({ type: 'pkcs1', format: 'pem' })}`, 'contains a private key'],
    [spki + spki, '2 PEM blocks'],
    [
      '-----BEGIN PGP PUBLIC KEY BLOCK-----\nabcd\n-----END PGP PUBLIC KEY BLOCK-----',
      'is a PEM of type pgp public key block',
    ],
    [spki.replace(/\n.{40}/, '\n'), 'cannot be read'],
    [
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      'is a key for ec, not for RSA',
    ],
    [
      generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      'has 1024 bits',
    ],
  ])('is rejected with the reason (%#)', (pem, reason) => {
    expect(() => parseRsaPublicKey(pem)).toThrow(reason);
  });
});

const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIDFzCCAf+gAwIBAgIUTGQXet59PZ2ZV5VVDT4d3J8DUyYwDQYJKoZIhvcNAQEL
BQAwGjEYMBYGA1UEAwwPYXBwLmV4YW1wbGUuY29tMCAXDTI2MTEyMTA2MzM0MFoY
DzIxMjYxMDI4MDYzMzQwWjAaMRgwFgYDVQQDDA9hcHAuZXhhbXBsZS5jb20wggEi
MA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQCFEn/AfQPfMaa/N71Hq/MWE497
O9fIHnfUHa///fnDeftTYP+4pmNnnFXjpQnO9lcIx1TNu/bCwVp13mTMWylx4hje
lydApcJ8cvNZcQFIVgG9FaSsq7CM/wDU1sWfFVq6t4kZ5KuBa5P1ew93EqnDK555
b1tOZC65oP3jFD4RnntA1ytTD1OtLfGZi6E+qxpNok9Cep/1dHjgnQOLEqkBBwZR
OwfNX6GBy0lfb+KDAkjUgZ9m3toZi5bLtnmVcpi5re468edD+KCT69SJg3KaW+1F
QwTbjBN6L4FXf3pBH7SYcgng4MKvqdq4xILDH2eKLTPY2miN+qN8cuugcN13AgMB
AAGjUzBRMB0GA1UdDgQWBBRrjbzxe9FJ3z2wL2k3j0nvAoxKZjAfBgNVHSMEGDAW
gBRrjbzxe9FJ3z2wL2k3j0nvAoxKZjAPBgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3
DQEBCwUAA4IBAQAqXkcavuMC7ahRPo57qg+jMgz6QDBc9gXrDelJX2TtU5QccuPh
GRjdvfsV1ij3R/Tam2vRlky0OBERLM3oO+TadrNY5R1e+Vk1DLu4LhkbVrTq4JvL
H6xAZlYSG6Yff/Azj0rjhe0LLponhr8eLXgG/FGmJSra4i8V2qZ0mb0ta6KD7R/t
vHQ/i9FMXZaw0Mv0IuOaQgiw93BnvVFKKAD7vCeElJ1DIfdKTRqN+6mDMIpkH8fY
NYEDz+9E/nofhf52evvwsM0zGKL9oY5yfsvMz0za/ecq9yKHW6Ly0Zf7IKW/xZzD
+dLSvrrtdUV5SlR2UI7WnZltbn/L3hzvXJJh
-----END CERTIFICATE-----`;
