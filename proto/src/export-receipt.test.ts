import { generateKeyPairSync } from 'node:crypto';
import { publicKeyOf, readPrivateKey, readPublicKeys } from '@vitae/kit/signing-keys';
import { createReceiptSigner, decodeReceipt, type ExportReceipt, readReceipt } from './export-receipt.ts';

const newKey = () =>
  readPrivateKey(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
const clock = { now: () => Date.UTC(2026, 10, 21) };
const receipt: ExportReceipt = {
  address: 'a'.repeat(64),
  format: 'txt',
  bytes: 1,
  sha256: 'b'.repeat(64),
  title: 'Jane',
  author: null,
  language: 'en',
  layout: null,
  pdf: null,
};

describe('a receipt', () => {
  test('is read with the public key of the workers', async () => {
    const key = newKey();
    const token = await createReceiptSigner({ key, clock })(receipt);
    expect(await readReceipt(token, readPublicKeys(`export:${publicKeyOf(key)}`), clock)).toEqual(receipt);
    expect(decodeReceipt(token)).toEqual(receipt);
  });

  test('is rejected if another key or process signed it, or if it was changed', async () => {
    const [key, other] = [newKey(), newKey()];
    const token = await createReceiptSigner({ key, clock })(receipt);
    const [head, , signature] = token.split('.');
    const changed = Buffer.from(JSON.stringify({ ...receipt, bytes: 2 })).toString('base64url');
    expect(await readReceipt(token, readPublicKeys(`export:${publicKeyOf(other)}`), clock)).toBeUndefined();
    expect(await readReceipt(token, readPublicKeys(`site:${publicKeyOf(key)}`), clock)).toBeUndefined();
    const keys = readPublicKeys(`export:${publicKeyOf(key)}`);
    expect(await readReceipt([head, changed, signature].join('.'), keys, clock)).toBeUndefined();
    expect(decodeReceipt('no token')).toBeUndefined();
  });
});
