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
      expect(await verifyPassword('wrong', hash)).toBe(false);
      return process.cpuUsage().user - started;
    };
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let round = 0; round < 5; round++) {
      known.push(await timeOf(stored));
      unknown.push(await timeOf(undefined));
    }
    // The least of several: what else this process does meanwhile is counted too.
    expect(Math.min(...unknown) / Math.min(...known)).toBeGreaterThan(0.4);
    expect(await verifyPassword('nobody has this password', undefined)).toBe(false);
  });
});
