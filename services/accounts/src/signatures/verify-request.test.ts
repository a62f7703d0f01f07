import { createHash, createHmac, createSecretKey } from 'node:crypto';
import { type Credentials, readCredentials } from './credentials.ts';
import { type Parameters, parseParameters } from './parameters.ts';
import { invalidSignature } from './rejection.ts';
import { signedUrl } from './sign-url.ts';
import type { SigningKey } from './signing-key.ts';
import { verifyRequest } from './verify-request.ts';

const NOW = 1_774_267_200;
const SECRET = 'c4e1a9f7b2d85630fa47e91c8b0d2356e7f1a4c980b3d62e5f8a17c4b9d0e236';
const key: SigningKey = { scheme: 'hmac', secret: createSecretKey(Buffer.from(SECRET)), timestampPolicy: 'off' };
const legacy: SigningKey = { ...key, scheme: 'md5' };

function signed(query: string, scheme: 'hmac' | 'md5' = 'hmac', seconds = NOW): string {
  const named = new URLSearchParams(query).get('apikey');
  const apikey = named ?? (scheme === 'hmac' ? 'vt_live_00' : 'IuQSDL');
  const url = `http://h/p?${query}`;
  return new URL(
    signedUrl({
      scheme,
      method: 'GET',
      url,
      key: apikey,
      secret: SECRET,
      now: seconds * 1000,
      nonce: '7b1f4c9a2e8d6035',
    }).url,
  ).search.slice(1);
}

/** Returns the body of the 403 response, or "accepted". */
function outcome(query: string, by: SigningKey | null = key, method = 'GET', path = '/p'): string {
  const parameters = parseParameters(query);
  if (!parameters) return 'too many';
  const credentials = readCredentials(parameters);
  if ('cause' in credentials) return credentials.message;
  return (
    verifyRequest({ method, path, parameters }, credentials as Credentials, by ?? undefined, NOW * 1000)?.message ??
    'accepted'
  );
}

const without = (name: string, query: string) =>
  query
    .split('&')
    .filter((pair) => !pair.startsWith(`${name}=`))
    .join('&');
const withValue = (name: string, value: string, query: string) => `${without(name, query)}&${name}=${value}`;

describe('request with an HMAC key', () => {
  const good = signed('userId=5');

  test('is accepted if it is unchanged', () => {
    expect(outcome(good)).toBe('accepted');
  });

  test.each(['apikey', 'timestamp', 'nonce', 'hash'])('is rejected if %s is missing, empty or an array', (name) => {
    expect(outcome(without(name, good))).toBe(`Missing parameter: ${name}`);
    expect(outcome(withValue(name, '', good))).toBe(`Missing parameter: ${name}`);
    expect(outcome(good.replace(`${name}=`, `${name}[]=`))).toBe(`Missing parameter: ${name}`);
  });

  test.each(['apikey', 'timestamp', 'nonce', 'hash', 'userId'])('is rejected if %s is repeated', (name) => {
    expect(outcome(`${good}&${name}=1`)).toBe(`Repeated parameter: ${name}`);
    expect(outcome(`${good}&${name}[]=1`)).toBe(`Repeated parameter: ${name}`);
  });

  test.each([
    ['13 digits', '1774267200000'],
    ['negative', '-177426720'],
    ['a float', '1774267200.5'],
    ['an exponent', '1.7742e9'],
    ['nine digits', '177426720'],
    ['hexadecimal', '0x69c0f000'],
    ['a leading space', '%201774267200'],
    ['a trailing line break', '1774267200%0A'],
    ['non-ASCII digits', '%D9%A1%D9%A7%D9%A7%D9%A4%D9%A2%D9%A6%D9%A7%D9%A2%D9%A0%D9%A0'],
  ])('is rejected if the timestamp is invalid: %s', (_what, timestamp) => {
    expect(outcome(withValue('timestamp', timestamp, good))).toBe('Invalid timestamp');
  });

  test('is accepted up to 300 seconds before or after its timestamp', () => {
    for (const seconds of [-300, 0, 300]) expect(outcome(signed('', 'hmac', NOW + seconds))).toBe('accepted');
    for (const seconds of [-301, 301, -86_400])
      expect(outcome(signed('', 'hmac', NOW + seconds))).toBe('Timestamp out of range');
  });

  test.each([
    ['7 characters', 'abcdefg', 'Invalid nonce'],
    ['8 characters', 'abcdefgh', 'accepted'],
    ['128 characters', 'n'.repeat(128), 'accepted'],
    ['129 characters', 'n'.repeat(129), 'Invalid nonce'],
    ['not ASCII', '%C3%A9'.repeat(8), 'Invalid nonce'],
    ['a control character', 'abcdefgh%00', 'Invalid nonce'],
  ])('checks a nonce of %s', (_what, nonce, expected) => {
    expect(outcome(signed(`nonce=${nonce}`))).toBe(expected);
  });

  test('is rejected with another method, path, key or parameter', () => {
    expect(outcome(good, key, 'PUT')).toBe('Invalid signature');
    expect(outcome(good, key, 'GET', '/p/')).toBe('Invalid signature');
    expect(outcome(good, { ...key, secret: createSecretKey(Buffer.from('other')) })).toBe('Invalid signature');
    expect(outcome(good.replace('userId=5', 'userId=6'))).toBe('Invalid signature');
  });

  test('is checked in the order parameters, key, timestamp, signature', () => {
    const late = withValue('hash', '0'.repeat(64), signed('', 'hmac', NOW - 900));
    expect(outcome(without('timestamp', late), null)).toBe('Missing parameter: timestamp');
    expect(outcome(withValue('timestamp', '1', late), null)).toBe('Invalid timestamp');
    expect(outcome(late, null)).toBe('This api key is not valid!');
    expect(outcome(late)).toBe('Timestamp out of range');
  });

  test('costs the same work with an unknown key', () => {
    const parameters = parseParameters(good) as Parameters;
    const credentials = readCredentials(parameters) as Credentials;
    const partsRead = (by: SigningKey | undefined) => {
      const read: PropertyKey[] = [];
      const request = new Proxy(
        { method: 'GET', path: '/p', parameters },
        { get: (target, name) => read.push(name) && Reflect.get(target, name) },
      );
      verifyRequest(request, { ...credentials, hash: '0'.repeat(64) }, by, NOW * 1000);
      return read;
    };
    expect(partsRead(key)).toContain('path');
    expect(partsRead(undefined)).toEqual(partsRead(key));
  });

  test('is rejected if it is signed with the historical scheme', () => {
    const md5 = signed('apikey=vt_live_00&nonce=7b1f4c9a2e8d6035', 'md5');
    expect(outcome(md5, legacy)).toBe('accepted');
    expect(outcome(md5, key)).toBe('Invalid signature');
  });
});

describe('request with a historical key', () => {
  const good = signed('', 'md5');

  test('needs neither a nonce nor a current timestamp', () => {
    expect(outcome(good, legacy)).toBe('accepted');
    expect(outcome(signed('', 'md5', 1_359_021_513), legacy)).toBe('accepted');
    expect(outcome(signed('timestamp=1359021513000', 'md5'), legacy)).toBe('accepted');
  });

  test('needs a current timestamp if its policy is enforced', () => {
    const enforced: SigningKey = { ...legacy, timestampPolicy: 'enforce' };
    expect(outcome(good, enforced)).toBe('accepted');
    expect(outcome(signed('', 'md5', NOW - 301), enforced)).toBe('Timestamp out of range');
    expect(outcome(signed('timestamp=1774267200000', 'md5'), enforced)).toBe('Invalid timestamp');
    expect(outcome(signed('', 'md5', NOW - 301), { ...legacy, timestampPolicy: 'report' })).toBe('accepted');
  });

  test('signs a nonce like any other parameter', () => {
    expect(outcome(signed('nonce=x', 'md5'), legacy)).toBe('accepted');
    expect(outcome(`${good}&nonce=x`, legacy)).toBe('Invalid signature');
  });

  test.each(['apikey', 'timestamp', 'hash'])('is rejected without %s', (name) => {
    expect(outcome(without(name, good), legacy)).toBe(`Missing parameter: ${name}`);
  });

  test('is rejected with a changed hash or an HMAC signature', () => {
    expect(
      outcome(
        good.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
        legacy,
      ),
    ).toBe('Invalid signature');
    expect(outcome(signed('apikey=IuQSDL'), legacy)).toBe('Invalid signature');
  });
});

describe('arrays of a historical key that are signed as text', () => {
  const profile: SigningKey = { ...legacy, compatibility: '2012' };
  const plain = `apikey=IuQSDL&timestamp=${NOW}`;
  /** Values in the order of the names apikey, filter, timestamp, as a client would join them. */
  const withArray = (array: string, text: string) =>
    `${plain}&${array}&hash=${createHash('md5').update(`IuQSDL${text}${NOW}${SECRET}`).digest('hex')}`;
  const rejectionOf = (query: string, by: SigningKey) => {
    const parameters = parseParameters(query) as Parameters;
    const request = { method: 'GET', path: '/p', parameters };
    return verifyRequest(request, readCredentials(parameters) as Credentials, by, NOW * 1000);
  };

  test.each([
    ["PHP's Array", 'filter[]=1&filter[]=2', 'Array'],
    ["PHP's Array of arrays", 'filter[0][type]=a&filter[0][value]=b', 'Array'],
    ["Ruby's joined elements", 'filter[]=1&filter[]=2', '12'],
    ["Ruby's joined lists of lists", 'filter[0][]=a&filter[0][]=b&filter[1][]=c', 'abc'],
  ])('are accepted as %s only with the profile, which is suggested otherwise', (_what, array, text) => {
    const query = withArray(array, text);
    expect(rejectionOf(query, profile)).toBeUndefined();
    expect(rejectionOf(query, legacy)).toEqual({
      cause: 'invalid_signature',
      message: 'Invalid signature',
      suggestion: '2012',
    });
  });

  test.each([
    ['with another text', withArray('filter[]=1&filter[]=2', '1,2')],
    ['as joined objects', withArray('filter[a]=1&filter[b]=2', '12')],
    ['of a contradictory array', withArray('filter[a]=1&filter[a]=2', 'Array')],
    ['with a plain parameter', withArray('filter=1', 'Array')],
  ])('are rejected %s', (_what, query) => {
    for (const by of [profile, legacy]) expect(rejectionOf(query, by)).toEqual(invalidSignature);
  });

  test('are also accepted as JSON, and never by keys of the HMAC scheme', () => {
    expect(rejectionOf(withArray('filter[]=1&filter[]=2', '[1,2]'), profile)).toBeUndefined();
    const canonical = `GET\n/p\napikey=vt_live_00&filter=Array&nonce=7b1f4c9a2e8d6035&timestamp=${NOW}`;
    const hash = createHmac('sha256', SECRET).update(canonical).digest('hex');
    const query = `apikey=vt_live_00&filter[]=1&nonce=7b1f4c9a2e8d6035&timestamp=${NOW}&hash=${hash}`;
    expect(rejectionOf(query, { ...key, compatibility: '2012' })).toEqual(invalidSignature);
  });
});

test('encodes and truncates the name of a repeated parameter', () => {
  expect(outcome('a%0Ab=1&a%0Ab=2')).toBe('Repeated parameter: a%0Ab');
  expect(outcome(`${'x'.repeat(5_000)}=1&${'x'.repeat(5_000)}=2`)).toHaveLength('Repeated parameter: '.length + 100);
});
