import { companyCaller } from '@vitae/kit/caller';
import { createCvPasswords } from './cv-passwords.ts';

const caller = companyCaller(1, 'request');
const document = (value: object) => ({ json: Buffer.from(JSON.stringify(value)) }) as never;
const passwords = createCvPasswords({
  call: {} as never,
  cv: async (id) => document({ id, userId: 7 }),
  user: async ({ id }) =>
    document({ id, username: 'asilva', email: 'hello-ana@example.com', firstname: 'Ana Maria', lastname: 'Silva' }),
});

test.each([
  'Ana Maria Silva',
  'ana maria silva',
  'ANAMARIASILVA',
  'Silva Ana Maria',
  'hello-ana@example.com',
  'Hello-Ana',
])('rejects the name %s of the owner of the CV', async (password) => {
  expect(await passwords.fault(3, password, caller)).toBe('isName');
});

test('accepts other passwords of several words', async () => {
  expect(await passwords.fault(3, 'correct horse battery', caller)).toBeUndefined();
  expect(await passwords.fault(3, 'Password1!', caller)).toBe('tooCommon');
});
