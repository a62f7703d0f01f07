export type VitaeOptions = {
  /** The address of the API. Requests to other origins are sent without a signature. */
  url: string;
  /** The public key. */
  key: string;
  /** The secret: 64 hexadecimal characters. */
  secret: string;
  /** Retries of a request after 429, or after 503 with `Retry-After`. */
  maxRetries?: number;
  /** The longest `Retry-After` in seconds. If the API asks for more, the response is returned. */
  maxWaitSeconds?: number;
  /** Sends the signed requests; the global `fetch` by default. */
  fetch?: (request: Request) => Promise<Response>;
};

export type Credentials = Pick<VitaeOptions, 'url' | 'key' | 'secret'>;
/** Set for tests. By default, each signature has the current time and a random nonce. */
export type SignedAt = { timestamp?: number; nonce?: string };

const MAX_RETRIES = 2;
const MAX_WAIT_SECONDS = 60;
const OWN_PARAMETERS = ['apikey', 'timestamp', 'nonce', 'hash'];
// 503 does not tell whether a POST was executed. 429 is sent before a request is executed.
const IDEMPOTENT = ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'];

/** Returns a `fetch` that signs requests to the API and retries them. Relative addresses are paths of the API. */
export function createFetch(options: VitaeOptions): typeof fetch {
  const sign = createSigner(options);
  const { url, maxRetries = MAX_RETRIES, maxWaitSeconds = MAX_WAIT_SECONDS } = options;
  const { origin } = new URL(url);
  const send = options.fetch ?? ((request: Request) => fetch(request));
  return async (input, init) => {
    const given = new Request(input instanceof Request ? input : new URL(input, url), init);
    if (new URL(given.url).origin !== origin) return send(given);
    // Read first, because a stream can be sent only once.
    const bytes = given.body === null || ['GET', 'HEAD'].includes(given.method) ? null : await given.arrayBuffer();
    for (let attempt = 0; ; attempt++) {
      const request = withAddress(given, await sign(given.method, given.url), bytes);
      const response = await send(request);
      const wait = secondsToWait(given.method, response);
      if (wait === undefined || wait > maxWaitSeconds || attempt >= maxRetries) return response;
      await response.body?.cancel();
      await delay(wait * 1000, given.signal);
    }
  };
}

/** Returns a function that signs one address. Errors and logs never contain the secret. */
export function createSigner({ url, key, secret }: Credentials) {
  if (!URL.canParse(url)) throw new TypeError('vitae-auth: url is not an absolute address');
  if (!key) throw new TypeError('vitae-auth: key is missing');
  if (!/^[0-9a-f]{64}$/i.test(secret ?? ''))
    throw new TypeError(
      'vitae-auth: the secret must have 64 hexadecimal characters. Historical keys are not supported.',
    );
  if (!globalThis.crypto?.subtle) throw new TypeError('vitae-auth: WebCrypto requires HTTPS or localhost');
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const importedKey = crypto.subtle.importKey('raw', new TextEncoder().encode(secret), hmac, false, ['sign']);
  return async (method: string, address: string, at: SignedAt = {}): Promise<string> => {
    const target = new URL(address);
    const parameters = queryParameters(target.searchParams);
    parameters.set('apikey', key);
    parameters.set('timestamp', String(at.timestamp ?? Math.floor(Date.now() / 1000)));
    parameters.set('nonce', at.nonce ?? crypto.randomUUID());
    const sorted = [...parameters].map((pair) => pair.map(utf8)).sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
    const query = sorted.map((pair) => pair.map(percentEncode).join('=')).join('&');
    const canonical = new TextEncoder().encode(`${method.toUpperCase()}\n${target.pathname}\n${query}`);
    const digest = new Uint8Array(await crypto.subtle.sign('HMAC', await importedKey, canonical));
    target.search = `${query}&hash=${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
    return target.href;
  };
}

type Tree = Map<string, Tree | string>;

/** Returns each parameter once. Arrays, which may be repeated or have brackets, become JSON text. */
function queryParameters(query: URLSearchParams): Map<string, string> {
  const sent = new Map<string, { path: string[]; value: string }[]>();
  for (const [fullName, value] of query) {
    const [, base, brackets = ''] = /^([^[]+)((?:\[[^[\]]*\])+)$/.exec(fullName) ?? [];
    const name = base ?? fullName;
    const path = base ? brackets.slice(1, -1).split('][') : [];
    if (!OWN_PARAMETERS.includes(name)) sent.set(name, [...(sent.get(name) ?? []), { path, value }]);
  }
  return new Map(Array.from(sent, ([name, elements]) => [name, parameterValue(name, elements)]));
}

function parameterValue(name: string, elements: { path: string[]; value: string }[]): string {
  const [first] = elements;
  if (first && elements.length === 1 && first.path.length === 0) return first.value;
  const tree: Tree = new Map();
  const isRepeated = elements.every(({ path }) => path.length === 0);
  for (const { path, value } of elements) {
    if (!place(tree, isRepeated ? [''] : path, value))
      throw new TypeError(`vitae-auth: the parameter ${name} is both a value and an array`);
  }
  return JSON.stringify(arrayOf(tree));
}

/** Returns false if another value has this place. */
function place(tree: Tree, [head, ...rest]: string[], value: string): boolean {
  if (head === undefined) return false;
  const key = head === '' ? String(tree.size) : head;
  const child = tree.get(key);
  if (rest.length === 0) return child === undefined && tree.set(key, value) === tree;
  const subtree = child ?? new Map();
  tree.set(key, subtree);
  return subtree instanceof Map && place(subtree, rest, value);
}

/** A list if the keys are the indexes 0 to n-1, in any order. */
function arrayOf(tree: Tree | string): unknown {
  if (typeof tree === 'string') return tree;
  const indexes = Array.from(tree.keys(), (_key, index) => String(index));
  if (indexes.every((index) => tree.has(index))) return indexes.map((index) => arrayOf(tree.get(index) ?? ''));
  return Object.fromEntries(Array.from(tree, ([key, value]) => [key, arrayOf(value)]));
}

/** The bytes of the text as characters, which sort like the bytes. */
const utf8 = (text: string) => String.fromCharCode(...new TextEncoder().encode(text));

const percentEncode = (bytes: string) =>
  bytes.replace(/[^\w.~-]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);

/** Undefined if the request must not be retried. */
function secondsToWait(method: string, { status, headers }: Response): number | undefined {
  const value = headers.get('Retry-After');
  if (value === null || !(status === 429 || (status === 503 && IDEMPOTENT.includes(method)))) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

function withAddress(given: Request, address: string, body: ArrayBuffer | null): Request {
  const { method, headers, signal, credentials, cache, redirect, integrity, keepalive } = given;
  return new Request(address, { method, headers, signal, credentials, cache, redirect, integrity, keepalive, body });
}

function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', abort, { once: true });
  });
}
