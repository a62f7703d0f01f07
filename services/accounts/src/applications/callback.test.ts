import fc from 'fast-check';
import { isRegistered, parseRegisteredCallback, withParameters } from './callback.ts';

const REGISTERED = [
  'https://app.example.com/oauth/callback',
  'com.example.app:/done',
  'http://localhost:3000/cb?fixed=1',
];

describe('callback', () => {
  test.each([
    ['https://app.example.com/oauth/callback'],
    ['https://app.example.com/oauth/callback?next=%2Fhome&lang=fr'],
    ['https://APP.example.com:443/oauth/callback'],
    ['com.example.app:/done?x=1'],
    ['http://localhost:3000/cb'],
    ['oob'],
  ])('accepts %s, whose origin and path are registered', (callback) => {
    expect(isRegistered(callback, REGISTERED)).toBe(true);
  });

  test.each([
    ['https://app.example.com/oauth/callback/'],
    ['https://app.example.com/oauth'],
    ['https://app.example.com/oauth/callback/../../evil'],
    ['http://app.example.com/oauth/callback'],
    ['https://app.example.com:8443/oauth/callback'],
    ['https://app.example.com.evil.com/oauth/callback'],
    ['https://evil.com/https://app.example.com/oauth/callback'],
    ['https://app.example.com@evil.com/oauth/callback'],
    ['https://user@app.example.com/oauth/callback'],
    ['https://:password@app.example.com/oauth/callback'],
    ['https://app.example.com/oauth/callback#'],
    ['https://app.example.com\\@evil.com/oauth/callback'],
    ['https:/\\app.example.com/oauth/callback'],
    ['https://app.example.com/oauth/callback#x'],
    [' https://app.example.com/oauth/callback'],
    ['https://app.example.com/oauth/call\nback'],
    ['https://app.example.com/oauth/CALLBACK'],
    ['https://app.example.com/oauth%2Fcallback'],
    ['//app.example.com/oauth/callback'],
    ['/oauth/callback'],
    ['javascript:alert(1)'],
    ['OOB'],
    [''],
    [`https://app.example.com/oauth/callback?${'a'.repeat(2_000)}`],
  ])('rejects %j', (callback) => {
    expect(isRegistered(callback, REGISTERED)).toBe(false);
  });

  test.each([
    ['not a url', 'is not an absolute URL'],
    ['/cb', 'is not an absolute URL'],
    ['javascript:alert(1)', 'cannot be a javascript: URL'],
    ['data:text/html,x', 'cannot be a data: URL'],
    ['https://a:b@example.com/', 'user name'],
    ['https://a@example.com/', 'user name'],
    ['https://:b@example.com/', 'user name'],
    ['https://example.com/#', 'fragment'],
    ['https://example.com/#a', 'fragment'],
    ...['vbscript', 'file', 'blob', 'about', 'filesystem', 'ws', 'wss', 'ftp', 'mailto', 'tel', 'view-source'].map(
      (scheme) => [`${scheme}://example.com/`, `cannot be a ${scheme}: URL`],
    ),
  ])('cannot be registered as %j', (callback, message) => {
    expect(() => parseRegisteredCallback(callback)).toThrow(message);
  });

  test('has at most 2,000 characters', () => {
    const callback = 'https://example.com/'.padEnd(2_000, 'a');
    expect(parseRegisteredCallback(callback)).toBe(callback);
    expect(() => parseRegisteredCallback(`${callback}a`)).toThrow('is not an absolute URL');
  });

  test('keeps its query when parameters are added', () => {
    const parameters = { oauth_token: 'a_b-c', oauth_verifier: 'v' };
    expect(withParameters('https://x.example/cb', parameters)).toBe(
      'https://x.example/cb?oauth_token=a_b-c&oauth_verifier=v',
    );
    expect(withParameters('https://x.example/cb?a=%20b&c=%26', parameters)).toBe(
      'https://x.example/cb?a=%20b&c=%26&oauth_token=a_b-c&oauth_verifier=v',
    );
    expect(withParameters('https://x.example/cb?', parameters)).toBe(
      'https://x.example/cb?oauth_token=a_b-c&oauth_verifier=v',
    );
    expect(withParameters('com.example.app:/done', parameters)).toBe(
      'com.example.app:/done?oauth_token=a_b-c&oauth_verifier=v',
    );
  });

  test('never redirects to an unregistered origin', () => {
    const hostile = fc.oneof(
      { weight: 3, arbitrary: fc.constant('') },
      fc.constantFrom('user@', 'evil.com\\\\@', '.evil.com', ':443', ':8443', '/..', '//', '?a=1', '#', '%2f', '\t'),
      fc.stringMatching(/^[\x20-\x7e]{0,4}$/),
    );
    const near = fc.tuple(hostile, fc.constantFrom('https', 'HTTPS', 'http'), hostile, hostile, hostile);
    let accepted = 0;
    fc.assert(
      fc.property(near, ([head, scheme, user, host, tail]) => {
        const callback = `${head}${scheme}://${user}app.example.com${host}/oauth/callback${tail}`;
        if (!isRegistered(callback, REGISTERED)) return;
        accepted += 1;
        const { origin, pathname } = new URL(withParameters(callback, { oauth_token: 't' }));
        expect(`${origin}${pathname}`).toBe('https://app.example.com/oauth/callback');
      }),
      { numRuns: 2_000 },
    );
    // Most variants are rejected; without accepted ones, this test would check nothing.
    expect(accepted).toBeGreaterThan(100);
  });
});
