import type { Request } from 'express';
import type { Form } from '../layout/form.ts';
import { csrfToken, isOurForm } from './csrf.ts';

const SITE = 'https://cv.example';
const formWith = (token: string) => ({ get: (name: string) => (name === 'csrf' ? token : '') }) as Form;
const accepts = (token: string, headers: Record<string, string> = {}) =>
  isOurForm({ headers: { host: 'cv.example', ...headers } } as unknown as Request, formWith(token), 'session', SITE);

test('a form is accepted with the token of its session', () => {
  expect(accepts(csrfToken('session'))).toBe(true);
  expect(csrfToken('session')).not.toContain('session');
  const token = csrfToken('session');
  for (const other of ['', csrfToken('other'), token.slice(0, -1), `${token}x`]) expect(accepts(other)).toBe(false);
});

test.each([
  [SITE, true],
  ['http://cv.example', true], // TLS ends at a proxy, and the site is reached at its host
  ['https://evil.example', false],
  ['https://cv.example.evil.example', false],
  ['null', false],
])('a form of the origin %s is accepted: %s', (origin, isAccepted) => {
  expect(accepts(csrfToken('session'), { origin })).toBe(isAccepted);
});
