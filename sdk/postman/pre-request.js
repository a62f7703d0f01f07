// Signs requests to the company API with the variables `key` and `secret`. Runs before each request of the collection.
const cryptoJs = require('crypto-js');

const variable = (name) => pm.variables.replaceIn(`{{${name}}}`);
const encode = (text) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
const decode = (text) => decodeURIComponent(text.replace(/%(?![0-9A-Fa-f]{2})/g, '%25'));

const key = variable('key');
const secret = variable('secret');
if (!/^[0-9a-f]{64}$/i.test(secret) || !key || key === '{{key}}')
  throw new Error('Set the variables "key" and "secret" of an API key with HMAC-SHA256.');

// Repeated parameters and brackets are arrays, which are signed and sent as JSON text.
const parameters = new Map();
pm.request.url.query.each(({ key: name, value, disabled }) => {
  const [, base, brackets] = /^([^[]+)((?:\[\d*\])?)$/.exec(decode(pm.variables.replaceIn(name || ''))) || [];
  if (disabled || !name || ['apikey', 'timestamp', 'nonce', 'hash'].includes(base)) return;
  if (!base) throw new Error(`Send the parameter ${name} as JSON text, without brackets.`);
  const values = parameters.get(base) || { isArray: brackets !== '', all: [] };
  values.all.push(decode(pm.variables.replaceIn(value || '').replace(/\+/g, ' ')));
  parameters.set(base, values);
});
const pairs = Array.from(parameters, ([name, { isArray, all }]) => [
  name,
  isArray || all.length > 1 ? JSON.stringify(all) : all[0],
]);
pairs.push(['apikey', key]);
pairs.push(['timestamp', String(Math.floor(Date.now() / 1000))]);
pairs.push(['nonce', String(cryptoJs.lib.WordArray.random(16))]);

// Names of parameters are ASCII, except in tests: percent-encoded names sort like their bytes only within ASCII.
const bytes = (text) => unescape(encodeURIComponent(text));
pairs.sort(([one], [other]) => (bytes(one) < bytes(other) ? -1 : 1));
const query = pairs.map((pair) => pair.map(encode).join('=')).join('&');
const segments = pm.variables.replaceIn(pm.request.url.getPath()).split('/');
const path = segments.map((segment) => encode(decode(segment))).join('/');
const hash = cryptoJs.HmacSHA256(`${pm.request.method}\n${path}\n${query}`, secret).toString();
pm.request.url.update(`${variable('baseUrl')}${path}?${query}&hash=${hash}`);
