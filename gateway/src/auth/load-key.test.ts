import { randomBytes } from 'node:crypto';
import type { CompanyStore } from '@vitae/accounts/companies/company-store';
import { secretRecord } from '@vitae/accounts/keys/key-manager';
import type { KeyStore, StoredKey } from '@vitae/accounts/keys/key-store';
import { createSecretBox } from '@vitae/accounts/secrets/secret-box';
import { createKeyLoader, UNKNOWN_KEY } from './load-key.ts';

const NOW = Date.UTC(2026, 0, 1);
const KEY = 'vt_live_00';
const box = createSecretBox([{ id: 'test', key: randomBytes(32) }]);
const company = { id: 7, name: 'Acme', timeZone: 'Europe/Paris', limits: { standard: 9, intensive: 2 }, version: 5 };
const stored: StoredKey = {
  id: 4,
  companyId: 7,
  key: KEY,
  name: 'k',
  scheme: 'md5',
  sealedSecret: box.seal('the secret', secretRecord(KEY)),
  timestampPolicy: 'report',
  fence: { endpoints: ['cv.read'], networks: [], singleUse: true },
  createdAt: new Date(NOW),
  expiresAt: new Date(NOW + 1),
  revokedAt: null,
};

/** Loads a key from stores whose replies are given in order; the last reply repeats. */
function load(keys: (StoredKey | undefined)[], found: typeof company | undefined = company) {
  const reads: unknown[] = [];
  const replies = [...keys];
  const loader = createKeyLoader({
    keys: {
      find: async (apikey) => {
        reads.push(apikey);
        return replies.length > 1 ? replies.shift() : replies[0];
      },
    } as Pick<KeyStore, 'find'> as KeyStore,
    companies: {
      find: async (id) => {
        reads.push(id);
        return found;
      },
    } as Pick<CompanyStore, 'find'> as CompanyStore,
    box,
    clock: { now: () => NOW },
  });
  return loader(KEY).then((facts) => ({ facts, reads }));
}

test('loads an active key with its company', async () => {
  const { facts } = await load([stored]);
  const { key, ...rest } = facts;
  expect(rest).toEqual({ keyId: 4, companyId: 7, version: 5 });
  expect(key).toMatchObject({
    id: 4,
    companyId: 7,
    scheme: 'md5',
    timestampPolicy: 'report',
    fence: { singleUse: true },
    expiresAt: NOW + 1,
    limits: company.limits,
    timeZone: 'Europe/Paris',
    version: 5,
  });
  expect(key?.secret.export().toString()).toBe('the secret');
  expect((await load([{ ...stored, fence: null, expiresAt: null }])).facts.key).toMatchObject({
    fence: undefined,
    expiresAt: undefined,
    compatibility: undefined,
  });
});

test('loads the compatibility profile of a key, and no key with an unknown profile', async () => {
  expect((await load([{ ...stored, compatibility: '2012' }])).facts.key?.compatibility).toBe('2012');
  await expect(load([{ ...stored, compatibility: '2013' as '2012' }])).rejects.toThrow();
});

test.each([
  ['revoked', { revokedAt: new Date(NOW) }],
  ['expired', { expiresAt: new Date(NOW) }],
] as const)('loads no secret of a key that has %s, but its owner', async (lapsed, change) => {
  const { facts } = await load([{ ...stored, ...change }]);
  expect(facts).toEqual({ key: undefined, keyId: 4, companyId: 7, version: 5, lapsed });
});

test('reads the version of the company before the state of the key, so that a concurrent revocation is noticed', async () => {
  const { facts, reads } = await load([stored, { ...stored, revokedAt: new Date(NOW) }]);
  expect(reads).toEqual([KEY, 7, KEY]);
  expect(facts).toMatchObject({ key: undefined, lapsed: 'revoked' });
});

test('reads as much for an unknown key', async () => {
  const { facts, reads } = await load([undefined]);
  expect(facts).toEqual(UNKNOWN_KEY);
  expect(reads).toHaveLength(3);
});
