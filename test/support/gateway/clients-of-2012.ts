import { createHash, createHmac } from 'node:crypto';
import { parseXml, type XmlElement } from '@vitae/gateway/http/body/xml-tree';
import type { Json } from '../company-api.ts';

type Parameters = Record<string, string | number | readonly (string | number)[]>;
type Fetched = { status: number; type: string; text: string; headers: Headers };

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const seconds = () => Math.floor(Date.now() / 1_000);

/** Imitates cURL and Net::HTTP of that time, which accept every type. */
async function send(url: string, init: RequestInit = {}): Promise<Fetched> {
  const response = await fetch(url, { ...init, headers: { Accept: '*/*', ...init.headers } });
  const { status, headers } = response;
  return { status, type: headers.get('content-type') ?? '', text: await response.text(), headers };
}

export type SignedWith = { key: string; secret: string };

/** PHP: json_decode of responses, `format=json` in each request, and forms labelled as XML. */
export function phpCompanyClient(url: string, { key, secret }: SignedWith) {
  return async (action: string, own: Parameters = {}, body?: Parameters | string, method?: string): Promise<Json> => {
    const all: Parameters = { ...own, timestamp: seconds(), apikey: key, format: 'json' };
    const names = Object.keys(all).sort();
    const signed = names.map((name) => (Array.isArray(all[name]) ? 'Array' : String(all[name]))).join('');
    const query = httpBuildQuery({ ...all, hash: md5(signed + secret) });
    const sent = typeof body === 'object' ? httpBuildQuery(body) : body;
    const { status, text } = await send(`${url}/api/v1/${action}?${query}`, {
      method: method ?? (sent === undefined ? 'GET' : 'POST'),
      ...(sent !== undefined && { body: sent, headers: { 'Content-Type': 'text/xml' } }),
    });
    if (status < 200 || status >= 300) throw new Error(`return code (${status}) : Response: ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
}

/** `tags[0]=1&tags[1]=2`, with `+` for spaces. */
function httpBuildQuery(parameters: Parameters): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]) =>
    Array.isArray(value)
      ? value.map((one, index) => [`${name}[${index}]`, String(one)] as const)
      : [[name, String(value)] as const],
  );
  return new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString();
}

/** Ruby: parses by the content type, like HTTParty, and requests no format. */
export function rubyCompanyClient(url: string, { key, secret }: SignedWith) {
  return async (path: string, own: Parameters = {}, method = 'GET'): Promise<Json> => {
    const all: Parameters = { ...own, apikey: key, timestamp: seconds() };
    const signed = Object.keys(all)
      .sort()
      .map((name) => [all[name]].flat().join(''))
      .join('');
    const pairs = Object.entries({ ...all, hash: md5(signed + secret) }).flatMap(([name, value]) =>
      Array.isArray(value) ? value.map((one) => [`${name}[]`, String(one)]) : [[name, String(value)]],
    );
    const query = new URLSearchParams(pairs as [string, string][]);
    const { status, type, text } = await send(`${url}/api/v1${path}?${query}`, { method });
    if (status >= 400) throw Object.assign(new Error(text), { status, type });
    if (status === 204) return null;
    return type.includes('xml') ? parseXml(Buffer.from(text)) : JSON.parse(text);
  };
}

export type OAuthClientOptions = {
  /** The server that receives requests. They are signed for `publicUrl`. */
  url: string;
  publicUrl: string;
  consumerKey: string;
  consumerSecret: string;
  token: string;
  tokenSecret: string;
};

/**
 * PHP and Python: each parameter is in the query and in the Authorization header, without quotation marks, and is signed
 * once. The nonce is a hash of the time.
 */
export function oauthClientOf2012(options: OAuthClientOptions) {
  const { url, publicUrl, consumerKey, consumerSecret, token, tokenSecret } = options;
  return (path: string, own: Record<string, string> = {}): Promise<Fetched> => {
    const sent: Record<string, string> = {
      ...own,
      oauth_consumer_key: consumerKey,
      oauth_token: token,
      oauth_signature_method: 'HMAC-SHA1',
      oauth_timestamp: String(seconds()),
      oauth_nonce: createHash('sha1').update(String(seconds())).digest('hex'),
    };
    const pairs = (of: Record<string, string>, separator: string) =>
      Object.entries(of)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, value]) => `${name}=${value}`)
        .join(separator);
    const base = ['GET', publicUrl + path, pairs(sent, '&')].map(encodeURIComponent).join('&');
    const signature = createHmac('sha1', `${consumerSecret}&${tokenSecret}`).update(base).digest('base64');
    const all = { ...sent, oauth_signature: encodeURIComponent(signature) };
    return send(`${url}${path}?${pairs(all, '&')}`, {
      headers: {
        Authorization: `OAuth realm="", ${Object.entries(all)
          .map(([name, value]) => `${name}=${value}`)
          .join(', ')}`,
      },
    });
  };
}

/** PHP: simplexml_load_string and get_object_vars, so that the root is not named. */
export function simpleXml(text: string): Json {
  const [root] = Object.values(parseXml(Buffer.from(text)) as XmlElement);
  return root;
}
