import { createHash, createHmac } from 'node:crypto';
import type { StoredKey } from '@vitae/accounts/keys/key-store';
import { type Explanation, explainRejection, type QuestionedCall } from './explain-rejection.ts';
import type { SignatureFault } from './signature-faults.ts';

const NOW = Date.UTC(2026, 2, 23, 15);
const TIMESTAMP = String(NOW / 1000);
const SECRET = `${'c0ffee'.repeat(10)}0123`;
const COMPANY = 7;

const keyOf = (fields: Partial<StoredKey>): StoredKey => ({
  id: 1,
  companyId: COMPANY,
  key: 'vt_live_1',
  name: 'Website',
  scheme: 'hmac',
  sealedSecret: SECRET,
  timestampPolicy: 'off',
  createdAt: new Date(NOW),
  expiresAt: null,
  revokedAt: null,
  ...fields,
});

function explain(call: Partial<QuestionedCall> & { url: string }, key = keyOf({})): Promise<Explanation> {
  const keys = { find: async (apikey: string) => (apikey === key.key ? key : undefined) };
  const box = { open: (sealed: string) => sealed };
  return explainRejection({ companyId: COMPANY, method: 'GET', at: NOW, ...call }, { keys, box });
}

const rfc3986 = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
const hex = (text: string, secret: string | Buffer = SECRET) => createHmac('sha256', secret).update(text).digest('hex');

const PATH = '/api/v1/users/search';
const parameters: Record<string, string> = {
  apikey: 'vt_live_1',
  nonce: 'abcdefgh',
  Term: 'Ada Lovelace',
  filter: '["a/b","é"]',
  limit: '',
  timestamp: TIMESTAMP,
};
type Pairs = [string, string][];
const sorted = (pairs: Pairs) => [...pairs].sort(([a], [b]) => (a < b ? -1 : 1));
const all = Object.entries(parameters);
const joined = (pairs: Pairs, encode = rfc3986) =>
  pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
const url = (hash: string, origin = '') => `${origin}${PATH}?${joined(all)}&hash=${hash}`;
const canonical = `GET\n${PATH}\n${joined(sorted(all))}`;
const plus = (text: string) => rfc3986(text).replaceAll('%20', '+');

const without = (name: string) => sorted(all.filter(([one]) => one !== name));
const faultyStrings: [SignatureFault[], string][] = [
  [['plusForSpace'], `GET\n${PATH}\n${joined(sorted(all), plus)}`],
  [['phpSlashes'], canonical.replace(rfc3986('a/b'), rfc3986('a\\/b'))],
  [['phpSlashes'], canonical.replace(rfc3986('["a/b","é"]'), rfc3986('["a\\/b","\\u00e9"]'))],
  [['unsorted'], `GET\n${PATH}\n${joined(all)}`],
  [
    ['sortedWithoutCase'],
    `GET\n${PATH}\n${joined([...all].sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))}`,
  ],
  [['unencoded'], `GET\n${PATH}\n${joined(sorted(all), (text) => text)}`],
  [['lowerCaseEscapes'], canonical.replace(/%../g, (one) => one.toLowerCase())],
  [['doubleEncoded'], `GET\n${PATH}\n${joined(sorted(all), (text) => rfc3986(rfc3986(text)))}`],
  [['pathWithHost'], canonical.replace(PATH, `https://cv.example${PATH}`)],
  [['pathWithoutPrefix'], canonical.replace('/api/v1', '')],
  [['pathSlash'], canonical.replace(PATH, `${PATH}/`)],
  [['methodCase'], canonical.replace('GET', 'get')],
  [['otherMethod'], canonical.replace('GET', 'POST')],
  [['emptyLeftOut'], `GET\n${PATH}\n${joined(without('limit'))}`],
  [['apikeyLeftOut'], `GET\n${PATH}\n${joined(without('apikey'))}`],
  [['milliseconds'], canonical.replace(TIMESTAMP, `${TIMESTAMP}000`)],
  [['lineBreaks'], canonical.replaceAll('\n', '\r\n')],
  [['literalLineBreaks'], canonical.replaceAll('\n', '\\n')],
  [['endingLineBreak'], `${canonical}\n`],
  [['plusForSpace', 'pathWithHost'], `GET\ncv.example${PATH}\n${joined(sorted(all), plus)}`],
];

describe('explanation of a signature', () => {
  test.each(faultyStrings)('recognizes a signature over a string with %j', async (faults, text) => {
    const { findings } = await explain({ url: url(hex(text), 'https://cv.example') });
    expect(findings).toEqual(faults.map((fault) => ({ is: 'fault', fault })));
  });

  test('confirms a correct signature next to other errors', async () => {
    expect((await explain({ url: url(hex(canonical)) })).findings).toEqual([{ is: 'rightSignature' }]);
    const used = await explain({ url: url(hex(canonical)), cause: 'nonce_used' });
    expect(used.findings).toEqual([{ is: 'nonceUsed' }, { is: 'rightSignature' }]);
    const reused = await explain({ url: url(hex(canonical)), cause: 'nonce_used', suggestion: '2012' });
    expect(reused.findings).toEqual([{ is: 'nonceReused' }, { is: 'rightSignature' }]);
  });

  test.each([
    ["PHP's Array", 'Array'],
    ['joined elements', '12'],
  ])('recognizes arrays that a historical key signs as %s', async (_what, text) => {
    const hash = createHash('md5').update(`old${text}${TIMESTAMP}${SECRET}`).digest('hex');
    const sent = { url: `${PATH}?apikey=old&tags[]=1&tags[]=2&timestamp=${TIMESTAMP}&hash=${hash}` };
    const findings = async (fields: Partial<StoredKey>) =>
      (await explain(sent, keyOf({ key: 'old', scheme: 'md5', ...fields }))).findings;
    expect(await findings({})).toEqual([{ is: 'arrayText' }]);
    expect(await findings({ compatibility: '2012' })).toEqual([{ is: 'rightSignature' }]);
  });

  test('reports a different secret if no error of the string explains the signature', async () => {
    expect((await explain({ url: url(hex(canonical, 'another')) })).findings).toEqual([{ is: 'otherSecret' }]);
    expect((await explain({ url: url('nonsense!') })).findings).toEqual([{ is: 'otherSecret' }]);
  });

  test.each<[SignatureFault, string]>([
    ['secretDecoded', hex(canonical, Buffer.from(SECRET, 'hex'))],
    ['secretWithLineBreak', hex(canonical, `${SECRET}\n`)],
    ['base64Hash', rfc3986(createHmac('sha256', SECRET).update(canonical).digest('base64'))],
    ['otherDigest', createHmac('sha1', SECRET).update(canonical).digest('hex')],
    [
      'historicalScheme',
      createHash('md5')
        .update(
          sorted(all)
            .map(([, value]) => value)
            .join('') + SECRET,
        )
        .digest('hex'),
    ],
  ])('recognizes %s in a signature over the correct string', async (fault, hash) => {
    expect((await explain({ url: url(hash) })).findings).toEqual([{ is: 'fault', fault }]);
  });

  test('recognizes arrays that were signed in brackets', async () => {
    const sent = `apikey=vt_live_1&nonce=abcdefgh&tags%5B%5D=1&tags%5B%5D=2&timestamp=${TIMESTAMP}`;
    const { findings } = await explain({ url: `${PATH}?${sent}&hash=${hex(`GET\n${PATH}\n${sent}`)}` });
    expect(findings).toEqual([{ is: 'fault', fault: 'arraysUnfolded' }]);
  });

  test('recognizes unsorted values in the historical scheme', async () => {
    const key = keyOf({ key: 'old', scheme: 'md5' });
    const hash = createHash('md5').update(`oldxTERM${TIMESTAMP}${SECRET}`).digest('hex');
    const query = `apikey=old&b=x&a=TERM&timestamp=${TIMESTAMP}&hash=${hash}`;
    expect((await explain({ url: `${PATH}?${query}` }, key)).findings).toEqual([{ is: 'fault', fault: 'unsorted' }]);
  });

  test.each([
    ['network_not_allowed', 0, [{ is: 'networkNotAllowed' }]],
    ['endpoint_not_allowed', 0, [{ is: 'endpointNotAllowed' }]],
    ['nonce_used', 0, [{ is: 'hashUsed' }]],
    ['timestamp_out_of_range', 3_600, [{ is: 'outOfWindow', seconds: -3_600 }]],
  ] as const)('names the fence of a historical key for %s', async (cause, seconds, findings) => {
    const key = keyOf({ key: 'old', scheme: 'md5' });
    const hash = createHash('md5').update(`old${TIMESTAMP}${SECRET}`).digest('hex');
    const sent = { url: `${PATH}?apikey=old&timestamp=${TIMESTAMP}&hash=${hash}`, cause, at: NOW + seconds * 1_000 };
    expect((await explain(sent, key)).findings).toEqual([...findings, { is: 'rightSignature' }]);
  });
});

describe('explanation of other parameters', () => {
  const signed = (changes: Record<string, string>) => {
    const pairs = sorted(Object.entries({ ...parameters, ...changes }));
    const hash = hex(`GET\n${PATH}\n${joined(pairs)}`);
    return `${PATH}?${joined(pairs)}&hash=${hash}`;
  };

  test('reports invalid timestamps, timestamps outside the window and invalid nonces', async () => {
    const findings = async (changes: Record<string, string>) => (await explain({ url: signed(changes) })).findings;
    expect(await findings({ timestamp: `${TIMESTAMP}000` })).toEqual([{ is: 'milliseconds' }]);
    expect(await findings({ timestamp: 'yesterday' })).toEqual([{ is: 'invalidTimestamp' }]);
    expect(await findings({ timestamp: String(NOW / 1000 - 3_600) })).toEqual([
      { is: 'rightSignature' },
      { is: 'outOfWindow', seconds: -3_600, byNow: true },
    ]);
    const late = signed({ timestamp: String(NOW / 1000 - 3_600) });
    expect((await explain({ url: late, cause: 'timestamp_out_of_range' })).findings).toEqual([
      { is: 'outOfWindow', seconds: -3_600 },
      { is: 'rightSignature' },
    ]);
    expect(await findings({ nonce: 'short' })).toEqual([{ is: 'invalidNonce' }]);
    expect(await findings({ nonce: '' })).toEqual([{ is: 'missingParameter', name: 'nonce' }]);
  });

  test('treats a key of another company as unknown', async () => {
    const unknown = { findings: [{ is: 'unknownKey' }], ours: [], difference: undefined };
    expect(await explain({ url: signed({}) }, keyOf({ companyId: 8 }))).toEqual(unknown);
    expect(await explain({ url: signed({ apikey: 'vt_live_2' }) })).toEqual(unknown);
  });

  test('reports revoked and expired keys as of the time of the request', async () => {
    const revoked = await explain({ url: signed({}) }, keyOf({ revokedAt: new Date(NOW) }));
    expect(revoked.findings).toEqual([{ is: 'revokedKey' }, { is: 'rightSignature' }]);
    const revokedSince = await explain(
      { url: signed({}), cause: 'nonce_used' },
      keyOf({ revokedAt: new Date(NOW + 1) }),
    );
    expect(revokedSince.findings).toEqual([{ is: 'nonceUsed' }, { is: 'rightSignature' }]);
    const otherClock = await explain(
      { url: signed({}), cause: 'revoked_key' },
      keyOf({ revokedAt: new Date(NOW + 1) }),
    );
    expect(otherClock.findings).toEqual([{ is: 'revokedKey' }, { is: 'rightSignature' }]);
    const expired = await explain({ url: signed({}) }, keyOf({ expiresAt: new Date(NOW - 1) }));
    expect(expired.findings).toEqual([{ is: 'expiredKey' }, { is: 'rightSignature' }]);
  });
});

describe('signed strings', () => {
  test('are shown with their first difference', async () => {
    const theirs = canonical.replace('%20', '+');
    const { ours, difference } = await explain({ url: url(hex(theirs)), theirs });
    expect(ours).toEqual([canonical]);
    expect(difference).toMatchObject({ line: 3, column: 'Term=Ada'.length + 1 });
    expect(difference?.ours).toContain('Ada%20Lovelace');
    expect(difference?.theirs).toContain('Ada+Lovelace');
  });

  test('contain neither the secret nor a signature', async () => {
    const explained = JSON.stringify(await explain({ url: url(hex('something else')), theirs: 'x' }));
    expect(explained).not.toContain(SECRET);
    expect(explained).not.toContain(hex(canonical));
  });

  test('may have the maximum length of a URL', async () => {
    const long = Array.from({ length: 700 }, (_none, index) => `p${index}=%2F`).join('&');
    const query = `apikey=vt_live_1&nonce=abcdefgh&timestamp=${TIMESTAMP}&${long}`;
    const { findings } = await explain({ url: `${PATH}?${query}&hash=${'a'.repeat(64)}` });
    expect(findings).toEqual([{ is: 'otherSecret' }]);
  });
});
