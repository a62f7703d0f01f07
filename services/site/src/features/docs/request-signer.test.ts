import { readFileSync } from 'node:fs';

type Signed = { url: string; text: string };
type Moment = { nonce: string; timestamp: string };
type Sign<Credentials> = (method: string, address: string, credentials: Credentials, moment: Moment) => Promise<Signed>;
type Vector = { by: string; scheme: string; method: string; path: string; query: string; secret: string; hash: string };

const vectorsOf = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../../../docs/${name}.json`, import.meta.url), 'utf8'));

const script = new URL('../../../assets/request-signer.js', import.meta.url).href;
const { signForCompany, signForOwner } = (await import(script)) as {
  signForCompany: Sign<{ key: string; secret: string }>;
  signForOwner: Sign<{ consumerKey: string; consumerSecret: string }>;
};

/** The console sends arrays as JSON text, so it never signs brackets. */
const isSignedByConsole = ({ by, scheme, query }: Vector) =>
  scheme === 'hmac' && by !== 'javascript, encodeURIComponent' && !/%5B\w*%5D=|\[\w*\]=/i.test(query);

test('the console signs the published requests of the company API', async () => {
  const vectors = (vectorsOf('signature-vectors') as Vector[]).filter(isSignedByConsole);
  expect(vectors.length).toBeGreaterThan(30);
  for (const { method, path, query, secret, hash } of vectors) {
    const { apikey = '', timestamp = '', nonce = '', hash: _, ...own } = Object.fromEntries(new URLSearchParams(query));
    const address = `https://api.example.com${path}?${new URLSearchParams(own)}`;
    const { url } = await signForCompany(method, address, { key: apikey, secret }, { nonce, timestamp });
    expect(new URL(url).searchParams.get('hash')).toBe(hash);
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual(Object.fromEntries(new URLSearchParams(query)));
  }
});

test('the console signs a repeated parameter as one array', async () => {
  const moment = { nonce: '31ce9c626af6b96e', timestamp: '1793500000' };
  const address = 'https://api.example.com/api/v1/users/1/associateTags?tags=1&tags=2';
  const { text } = await signForCompany('PUT', address, { key: 'vt_live_1', secret: 's' }, moment);
  expect(text.split('\n')[2]).toBe('apikey=vt_live_1&nonce=31ce9c626af6b96e&tags=%5B1%2C2%5D&timestamp=1793500000');
});

test('the console signs the OAuth example of RFC 5849', async () => {
  const [vector] = vectorsOf('vectors')['oauth1-hmac-sha1'];
  const { oauth_consumer_key: consumerKey, oauth_callback: callback, ...sent } = vector.parameters;
  const { url } = await signForOwner(
    vector.method,
    `${vector.url}?oauth_callback=${encodeURIComponent(callback)}`,
    { consumerKey, consumerSecret: vector.consumerSecret },
    { nonce: sent.oauth_nonce, timestamp: sent.oauth_timestamp },
  );
  expect(new URL(url).searchParams.get('oauth_signature')).toBe(vector.signature);
});
