import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import type { Request } from 'express';
import type { Attempt, Candidate, Client } from './attempt-limiter.ts';
import { signIn } from './sign-in.ts';

const owner = (userId: number): Owner => ({
  userId,
  companyId: 1,
  username: `owner-${userId}`,
  email: 'ada@example.com',
  locale: undefined,
  passwordVersion: `version of ${userId}`,
});
const client: Client = { address: '192.0.2.1', deviceFor: () => undefined };

/** Signs in where the owners exist and only `passes` has the typed password. */
async function attempt(
  login: string,
  password: string,
  owners: Owner[] = [],
  passes?: number,
  find?: (login: string) => Promise<Owner[]>,
) {
  const asked: string[] = [];
  const checked: [number, string][] = [];
  const limited: [string, string][] = [];
  const result = await signIn(
    {} as Request,
    { login, password, ...(find && { find }) },
    {
      credentials: {
        findByLogin: async (name) => {
          asked.push(name);
          return owners;
        },
        checkPassword: async (userId, typed) => {
          checked.push([userId, typed]);
          return userId === passes;
        },
      },
      limiter: {
        attempt: async <T>(from: Client, candidates: readonly Candidate<T>[]): Promise<Attempt<T>> => {
          expect(from).toBe(client);
          for (const { account, passwordVersion, check } of candidates) {
            limited.push([account, passwordVersion]);
            const passed = await check();
            if (passed !== undefined) return { passed };
          }
          return { wrong: true };
        },
        confirm: () => Promise.reject(new TypeError('not used')),
      },
      devices: { clientOf: () => client, remember: () => undefined },
    },
  );
  return { result, asked, checked, limited };
}

test('the password decides between owners with the same address, whose failures are counted separately', async () => {
  const { result, checked, limited } = await attempt('ada@example.com', 'secret', [owner(3), owner(4)], 4);
  expect(result).toEqual({ passed: owner(4) });
  expect(checked).toEqual([
    [3, 'secret'],
    [4, 'secret'],
  ]);
  expect(limited).toEqual([
    ['owner 3', 'version of 3'],
    ['owner 4', 'version of 4'],
  ]);
});

test('an unknown name costs a password check and counts as one account in any letter case', async () => {
  const known = await attempt('ada', 'secret', [owner(3)]);
  for (const name of ['Ben@Example.com', ' ben@example.COM ']) {
    const unknown = await attempt(name, 'secret');
    expect(unknown.result).toEqual(known.result);
    expect(unknown.checked).toEqual([[0, 'secret']]);
    expect(unknown.limited).toEqual([['owner name ben@example.com', '']]);
  }
});

test('only the accounts of a company are checked on its page', async () => {
  const find = async (login: string) => (login === 'ada' ? [owner(5)] : []);
  const { result, asked, checked } = await attempt('ada', 'secret', [owner(3), owner(4)], 5, find);
  expect([result, asked, checked]).toEqual([{ passed: owner(5) }, [], [[5, 'secret']]]);
});

test('at most 300 characters of a name or password are used', async () => {
  const long = 'x'.repeat(301);
  const { asked, checked } = await attempt(long, long, [owner(3)]);
  expect([asked, checked]).toEqual([[long.slice(1)], [[3, long.slice(1)]]]);
});
