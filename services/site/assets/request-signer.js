// Signs requests in the browser with HMAC-SHA256 (company API) and OAuth 1.0 with HMAC-SHA1 (user API).
const bytes = (text) => new TextEncoder().encode(text);
const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
const base64 = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)));

/** Percent-encodes text as RFC 3986 says. */
const encode = (text) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

const newNonce = () => hex(crypto.getRandomValues(new Uint8Array(16)));

async function hmac(hash, secret, text) {
  const key = await crypto.subtle.importKey('raw', bytes(secret), { name: 'HMAC', hash }, false, ['sign']);
  return crypto.subtle.sign('HMAC', key, bytes(text));
}

const compare = (a, b) => (a < b ? -1 : Number(a > b));
const byNameAndValue = ([a, x], [b, y]) => compare(a, b) || compare(x, y);
const encodePair = ([name, value]) => [encode(name), encode(value)];
const toQuery = (pairs) => pairs.map((pair) => pair.join('=')).join('&');

/** The parameters of an address. The company API signs a repeated parameter as one JSON array. */
function companyParameters(search) {
  const values = Map.groupBy(new URLSearchParams(search), ([name]) => name);
  return [...values].map(([name, pairs]) => {
    const texts = pairs.map(([, value]) => value);
    return [name, texts.length === 1 ? texts[0] : `[${texts.map(jsonItem).join(',')}]`];
  });
}

const jsonItem = (text) => (/^-?(0|[1-9]\d*)$/.test(text) ? text : JSON.stringify(text));

const now = () => String(Math.floor(Date.now() / 1000));

/** Returns the signed address of a request to the company API, and the text that was signed. */
export async function signForCompany(method, address, { key, secret }, { nonce = newNonce(), timestamp = now() } = {}) {
  const { origin, pathname, search } = new URL(address);
  const parameters = [...companyParameters(search), ['apikey', key], ['nonce', nonce], ['timestamp', timestamp]];
  const query = toQuery(parameters.sort(byNameAndValue).map(encodePair));
  const text = `${method}\n${pathname}\n${query}`;
  return { url: `${origin}${pathname}?${query}&hash=${hex(await hmac('SHA-256', secret, text))}`, text };
}

/** Returns the signed address of a request to the user API or to a step of OAuth, and its base string. */
export async function signForOwner(method, address, credentials, { nonce = newNonce(), timestamp = now() } = {}) {
  const { consumerKey, consumerSecret, token, tokenSecret = '' } = credentials;
  const { origin, pathname, search } = new URL(address);
  const parameters = [
    ...new URLSearchParams(search),
    ['oauth_consumer_key', consumerKey],
    ['oauth_nonce', nonce],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', timestamp],
    ...(token ? [['oauth_token', token]] : []),
  ];
  // Unlike the company API, OAuth sorts encoded names and values.
  const query = toQuery(parameters.map(encodePair).sort(byNameAndValue));
  const text = [method, origin + pathname, query].map(encode).join('&');
  const signature = base64(await hmac('SHA-1', `${encode(consumerSecret)}&${encode(tokenSecret)}`, text));
  return { url: `${origin}${pathname}?${query}&oauth_signature=${encode(signature)}`, text };
}
