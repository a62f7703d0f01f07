import { createHmac } from 'node:crypto';
import {
  type ApplicationLink,
  applicationLinkToken,
  isApplicationLinkToken,
  parseApplicationLink,
} from './application-link.ts';

const KEY = Buffer.from('a key of the resume service');
const TOKEN = 'kD3v9sQ1xYbZ0aLrW7uTnE5mHcPgJfKi';
const SECRETS = { key: KEY, privateToken: TOKEN };
const LINK: ApplicationLink = { companyId: 3, cvId: 41, applicationId: 7 };

test('a token contains the ids and 128 bits of an HMAC-SHA-256 of the ids and the private token', () => {
  const mac = createHmac('sha256', KEY).update(`vitae application link 1\n3.41.7\n${TOKEN}`).digest('hex');
  const [companyId, cvId, applicationId, code] = applicationLinkToken(LINK, SECRETS).split('.');
  expect([companyId, cvId, applicationId]).toEqual(['3', '41', '7']);
  expect(Buffer.from(code ?? '', 'base64url').toString('hex')).toBe(mac.slice(0, 32));
});

test.each([1, 7_000_000_000, Number.MAX_SAFE_INTEGER])(
  'a token for ids of %d names its link, and is valid only with its key and private token',
  (id) => {
    const link = { companyId: id, cvId: id, applicationId: id };
    const token = applicationLinkToken(link, SECRETS);
    expect(parseApplicationLink(token)).toEqual(link);
    expect(isApplicationLinkToken(token, SECRETS)).toBe(true);
    expect(isApplicationLinkToken(token, { ...SECRETS, privateToken: `${TOKEN}x` })).toBe(false);
    // Companies and former applications know the private token.
    expect(isApplicationLinkToken(token, { ...SECRETS, key: Buffer.from(TOKEN) })).toBe(false);
    // The resume service accepts no longer token.
    expect(token.length).toBeLessThanOrEqual(80);
  },
);

test('a token with any other character is invalid', () => {
  const token = applicationLinkToken(LINK, SECRETS);
  for (let index = 0; index < token.length; index += 1)
    for (const character of '0123456789ABCabc-_.') {
      const changed = token.slice(0, index) + character + token.slice(index + 1);
      expect([changed, isApplicationLinkToken(changed, SECRETS)]).toEqual([changed, changed === token]);
    }
});

test.each([
  '',
  TOKEN,
  '3.41.7',
  '3.41.7.',
  '03.41.7.AAAAAAAAAAAAAAAAAAAAAA',
  '0.41.7.AAAAAAAAAAAAAAAAAAAAAA',
  '3.41.7.AAAAAAAAAAAAAAAAAAAAAAA',
  '3.9999999999999999.7.AAAAAAAAAAAAAAAAAAAAAA',
  '3.41.7.8.AAAAAAAAAAAAAAAAAAAAAA',
])('“%s” is not the token of an application', (token) => {
  expect(parseApplicationLink(token)).toBeUndefined();
  expect(isApplicationLinkToken(token, SECRETS)).toBe(false);
});
