// Signs each case as existing JavaScript clients do and prints one vector per line as JSON. See README.md.
// Implemented from the specification and independently of the gateway.
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';

const KEY = 'vt_live_5f0c2b7e9a4d18c36be1f7a20d94c583';
const SECRET = '7d1f4b0e9c2a58637fe40d1b96c3a8527e6f0b4d9182c3a5f7e60b4d9c28135a';
const LEGACY_KEY = 'QjR7kLx2MnP4vTz9';
const LEGACY_SECRET = 'Hb5sWq8YdUe3RtGk6ZxC';

const strict = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
const ENCODERS = { 'strict RFC 3986': strict, encodeURIComponent };
const isArray = (value) => typeof value === 'object' && value !== null;

function brackets(name, value, empty) {
  if (!isArray(value)) return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, element]) => brackets(`${name}[${Array.isArray(value) && empty && !isArray(element) ? '' : key}]`, element, empty));
}

const SENT = {
  json: (all) => Object.entries(all).map(([name, value]) => [name, isArray(value) ? JSON.stringify(value) : String(value)]),
  'empty brackets': (all) => Object.entries(all).flatMap(([name, value]) => brackets(name, value, true)),
  'numbered brackets': (all) => Object.entries(all).flatMap(([name, value]) => brackets(name, value, false)),
};

function vector(what, scheme, method, path, parameters, encoder, sent) {
  const legacy = scheme === 'md5';
  const own = { apikey: legacy ? LEGACY_KEY : KEY, timestamp: '1793500000' };
  if (!legacy) own.nonce = createHash('sha256').update(what + path + JSON.stringify(parameters) + encoder + sent).digest('hex').slice(0, 32);
  const all = { ...parameters, ...own };
  const encode = ENCODERS[encoder];
  const signed = SENT.json(all).sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const canonical = legacy
    ? signed.map(([, value]) => value).join('') + LEGACY_SECRET
    : `${method}\n${path}\n${signed.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')}`;
  const hash = legacy ? createHash('md5').update(canonical).digest('hex') : createHmac('sha256', SECRET).update(canonical).digest('hex');
  // URLSearchParams encodes a space as +, encodeURIComponent as %20. Clients use both.
  const query = encoder === 'strict RFC 3986' ? new URLSearchParams(SENT[sent](all)).toString() : SENT[sent](all).map(([n, v]) => `${encode(n)}=${encode(v)}`).join('&');
  return { by: `javascript, ${encoder}`, what: `${what}; ${sent}`, scheme, method, path, query: `${query}&hash=${hash}`, secret: legacy ? LEGACY_SECRET : SECRET, canonical, hash };
}

const cases = JSON.parse(readFileSync(new URL('cases.json', import.meta.url), 'utf8'));
const vectors = [];
for (const { what, method, path, parameters } of cases.plain) {
  for (const encoder of Object.keys(ENCODERS)) vectors.push(vector(what, 'hmac', method, path, parameters, encoder, 'json'));
  vectors.push(vector(what, 'md5', method, path, parameters, 'encodeURIComponent', 'json'));
}
for (const { what, method, path, parameters } of cases.arrays) {
  for (const encoder of Object.keys(ENCODERS)) {
    for (const sent of Object.keys(SENT)) vectors.push(vector(what, 'hmac', method, path, parameters, encoder, sent));
  }
  vectors.push(vector(what, 'md5', method, path, parameters, 'encodeURIComponent', 'numbered brackets'));
}
process.stdout.write(vectors.map((one) => `${JSON.stringify(one)}\n`).join(''));
