import type { StoredKey } from './key-store.ts';
import { keyView } from './key-view.ts';

const NOW = Date.UTC(2026, 5, 1);
const stored: StoredKey = {
  id: 4,
  companyId: 7,
  key: 'vt_live_00',
  name: 'Jobs',
  scheme: 'hmac',
  sealedSecret: 'sealed',
  timestampPolicy: 'report',
  createdAt: new Date(NOW),
  expiresAt: new Date(NOW + 1),
  revokedAt: null,
};
const fields = { key: 'vt_live_00', name: 'Jobs', scheme: 'hmac', compatibility: null };

describe('the public representation of a key', () => {
  test('has its state and expiration, but neither its secret nor the fields of historical keys', () => {
    const expiresAt = new Date(NOW + 1).toISOString();
    expect(keyView(stored, NOW)).toEqual({ ...fields, state: 'active', expiresAt });
    expect(keyView(stored, NOW + 1)).toEqual({ ...fields, state: 'expired', expiresAt });
    const revoked = { ...stored, revokedAt: new Date(NOW), expiresAt: null };
    expect(keyView(revoked, NOW)).toEqual({ ...fields, state: 'revoked', expiresAt: null });
  });

  test('has the policy, the fence and the use of a historical key', () => {
    const fence = { endpoints: ['cv.read'], networks: [], singleUse: true };
    const use = { uses: 3, lateUses: 1, lastUsedAt: new Date(NOW), lastUserAgent: 'PHP' };
    const legacy = { ...stored, scheme: 'md5' as const, expiresAt: null };
    expect(keyView({ ...legacy, fence }, NOW, use)).toEqual({
      ...fields,
      scheme: 'md5',
      state: 'active',
      expiresAt: null,
      timestampPolicy: 'report',
      fence,
      use: { ...use, lastUsedAt: new Date(NOW).toISOString() },
    });
    expect(keyView({ ...legacy, compatibility: '2012' }, NOW)).toMatchObject({
      compatibility: '2012',
      fence: null,
      use: { uses: 0, lateUses: 0, lastUsedAt: null, lastUserAgent: '' },
    });
  });
});
