import { hashPassword, verifyPassword } from './password-hash.ts';

describe('password hashes', () => {
  test('are argon2id with the costs that OWASP names', async () => {
    expect(await hashPassword('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('let in the right password alone, however it was composed', async () => {
    const stored = await hashPassword('caf\u00e9 au lait');
    expect(await verifyPassword('cafe\u0301 au lait', stored)).toBe(true);
    expect(await verifyPassword('cafe au lait', stored)).toBe(false);
  });

  test('let nobody in without an account, and take the work of one', async () => {
    const stored = await hashPassword('one two three');
    await verifyPassword('x', undefined);
    const timeOf = async (hash: string | undefined) => {
      const started = process.cpuUsage().user;
      for (let round = 0; round < 5; round++) expect(await verifyPassword('wrong', hash)).toBe(false);
      return process.cpuUsage(undefined).user - started;
    };
    const known = await timeOf(stored);
    const unknown = await timeOf(undefined);
    expect(unknown / known).toBeGreaterThan(0.4);
    expect(await verifyPassword('nobody has this password', undefined)).toBe(false);
  });
});
