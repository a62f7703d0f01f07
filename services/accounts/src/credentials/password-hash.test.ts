import { hashPassword, verifyPassword } from './password-hash.ts';

describe('password hashes', () => {
  test('use argon2id with the parameters that OWASP recommends', async () => {
    expect(await hashPassword('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('match only the same password, regardless of its Unicode composition', async () => {
    const stored = await hashPassword('caf\u00e9 au lait');
    expect(await verifyPassword('cafe\u0301 au lait', stored)).toBe(true);
    expect(await verifyPassword('cafe au lait', stored)).toBe(false);
  });

  test('reject passwords of unknown accounts after the same amount of work', async () => {
    const stored = await hashPassword('one two three');
    await verifyPassword('x', undefined);
    const timeOf = async (hash: string | undefined) => {
      const started = process.cpuUsage().user;
      expect(await verifyPassword('wrong', hash)).toBe(false);
      return process.cpuUsage().user - started;
    };
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let round = 0; round < 5; round++) {
      known.push(await timeOf(stored));
      unknown.push(await timeOf(undefined));
    }
    // The minimum of several rounds excludes other work of this process.
    expect(Math.min(...unknown) / Math.min(...known)).toBeGreaterThan(0.4);
    expect(await verifyPassword('hash for unknown accounts', undefined)).toBe(false);
  });
});
