import { jest } from '@jest/globals';
import * as argon2 from '@node-rs/argon2';

const verified: unknown[] = [];
jest.unstable_mockModule('@node-rs/argon2', () => ({
  ...argon2,
  verify: (hash: string, password: string) => {
    verified.push(hash);
    return argon2.verify(hash, password);
  },
}));
const { hashPassword, verifyPassword } = await import('./password-hash.ts');

const OWASP_COSTS = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;

describe('password hashes', () => {
  test('use argon2id with the parameters that OWASP recommends', async () => {
    expect(await hashPassword('correct horse')).toMatch(OWASP_COSTS);
  });

  test('match only the same password, regardless of its Unicode composition', async () => {
    const stored = await hashPassword('caf\u00e9 au lait');
    expect(await verifyPassword('cafe\u0301 au lait', stored)).toBe(true);
    expect(await verifyPassword('cafe au lait', stored)).toBe(false);
  });

  test('reject passwords of unknown accounts after the same amount of work', async () => {
    const stored = await hashPassword('one two three');
    expect(await verifyPassword('wrong', stored)).toBe(false);
    expect(await verifyPassword('wrong', undefined)).toBe(false);
    expect(verified.slice(-2)).toEqual([stored, expect.stringMatching(OWASP_COSTS)]);
    expect(await verifyPassword('hash for unknown accounts', undefined)).toBe(false);
  });
});
