import { jest } from '@jest/globals';
import { type DatabaseFixture, openDatabaseFixture } from '@vitae/test/support/kit/database-fixture';
import * as passwordHash from '../credentials/password-hash.ts';
import { createIndexes } from '../indexes.ts';
import type { Administrators } from './administrators.ts';

const checked: Array<string | undefined> = [];
jest.unstable_mockModule('../credentials/password-hash.ts', () => ({
  ...passwordHash,
  verifyPassword: (password: string, stored: string | undefined) => {
    checked.push(stored);
    return passwordHash.verifyPassword(password, stored);
  },
}));
const { createAdministrators } = await import('./administrator-mongo-store.ts');

let database: DatabaseFixture;
let administrators: Administrators;
let companies = 0;

beforeAll(async () => {
  database = await openDatabaseFixture(process.env.MONGODB_URI);
  administrators = createAdministrators(database.connection, { now: () => Date.UTC(2026, 10, 21) });
  await createIndexes(database.connection);
});
afterAll(() => database.drop());

const newCompany = () => {
  companies += 1;
  return companies;
};
const create = (company: number, name: string, role: 'owner' | 'administrator' | 'viewer') =>
  administrators.create(company, `${name}-${company}@example.com`, 'three little words', role);
const rolesOf = async (company: number) => (await administrators.listOfCompany(company)).map(({ role }) => role).sort();

describe('administrators', () => {
  test('makes the first administrator of a company its owner, even with concurrent requests', async () => {
    const company = newCompany();
    await Promise.all(['a', 'b', 'c'].map((name) => create(company, name, 'viewer')));
    expect(await rolesOf(company)).toEqual(['owner', 'viewer', 'viewer']);
  });

  test('neither removes nor demotes the last owner', async () => {
    const company = newCompany();
    const { id } = await create(company, 'a', 'owner');
    await create(company, 'b', 'administrator');
    expect(await administrators.setRole(company, id, 'viewer')).toBe('lastOwner');
    expect(await administrators.remove(company, id)).toBe('lastOwner');
    expect(await administrators.setRole(company, id, 'owner')).toBe('done');
  });

  test('keeps one owner if two owners demote each other concurrently', async () => {
    const company = newCompany();
    const [a, b] = [await create(company, 'a', 'owner'), await create(company, 'b', 'owner')];
    const changes = await Promise.all([
      administrators.setRole(company, a.id, 'viewer'),
      administrators.remove(company, b.id),
    ]);
    expect(changes.sort()).toEqual(['done', 'lastOwner']);
    expect(await rolesOf(company)).toContain('owner');
  });

  test('treats administrators without a role as owners', async () => {
    const company = newCompany();
    const { id } = await create(company, 'old', 'owner');
    await database.connection
      .collection<{ _id: number }>('administrators')
      .updateOne({ _id: id }, { $unset: { role: 1 } });
    expect(await administrators.find(id)).toMatchObject({ role: 'owner' });
    expect(await administrators.remove(company, id)).toBe('lastOwner');
  });

  test('rejects an email address in use and changes from another company', async () => {
    const [company, other] = [newCompany(), newCompany()];
    const { id, email } = await create(company, 'same', 'owner');
    await expect(administrators.create(other, email.toUpperCase(), 'three little words')).rejects.toMatchObject({
      reason: 'email_taken',
    });
    expect(await administrators.setRole(other, id, 'viewer')).toBe('notFound');
    expect(await administrators.remove(other, id)).toBe('notFound');
  });

  test('checks a password for an unknown address too, which takes the same time', async () => {
    const { email } = await create(newCompany(), 'work', 'owner');
    expect(await administrators.verify(email, 'wrong')).toBeUndefined();
    expect(await administrators.verify('unknown@example.com', 'wrong')).toBeUndefined();
    expect(checked.slice(-2)).toEqual([expect.any(String), undefined]);
  });

  test('stores a change only with its audit entry', async () => {
    const company = newCompany();
    const { id, email } = await create(company, 'audited', 'owner');
    const other = await create(company, 'other', 'administrator');
    const failing = () => Promise.reject(new Error('no entry'));
    const before = await administrators.listOfCompany(company);
    const changes = [
      administrators.create(company, 'new@example.com', 'three little words', 'viewer', failing),
      administrators.setPassword(id, 'four other little words', failing),
      administrators.setRole(company, other.id, 'viewer', failing),
      administrators.remove(company, other.id, failing),
    ];
    await Promise.all(changes.map((change) => expect(change).rejects.toThrow('no entry')));
    expect(await administrators.listOfCompany(company)).toEqual(before);
    const audited: string[] = [];
    const alongside = async (administrator: { email: string }) => void audited.push(administrator.email);
    const added = await administrators.create(
      company,
      `new-${company}@example.com`,
      'three words',
      'viewer',
      alongside,
    );
    await administrators.setPassword(id, 'four other little words', alongside);
    for (const _repeated of [1, 2]) await administrators.setRole(company, other.id, 'viewer', alongside);
    await administrators.remove(company, other.id, alongside);
    expect(audited).toEqual([added.email, email, other.email, other.email]);
  });

  test('have a password version that changes only with the password', async () => {
    const { id, email, passwordVersion } = await create(newCompany(), 'version', 'owner');
    expect(await administrators.verify(email, 'three little words')).toMatchObject({ passwordVersion });
    await administrators.setPassword(id, 'four other little words');
    const changed = await administrators.find(id);
    expect(changed?.passwordVersion).not.toBe(passwordVersion);
    expect(await administrators.findByEmail(email)).toEqual(changed);
  });
});
