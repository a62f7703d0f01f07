import { createHmac, randomUUID } from 'node:crypto';

export type Key = { key: string; secret: string };

/**
 * Signs a path, implemented from the specification and independently of the gateway. `brackets` are arrays: sent as
 * `name[member]=value` and signed as JSON text.
 */
export function signedPath(
  method: string,
  path: string,
  { key, secret }: Key,
  parameters: Record<string, string> = {},
  brackets: Record<string, Record<string, string>> = {},
  timestamp = Math.floor(Date.now() / 1000),
): string {
  const plain: Record<string, string> = {
    ...parameters,
    apikey: key,
    nonce: randomUUID(),
    timestamp: String(timestamp),
  };
  const arrays = Object.fromEntries(Object.entries(brackets).map(([name, members]) => [name, JSON.stringify(members)]));
  const hash = createHmac('sha256', secret)
    .update(`${method}\n${path}\n${encoded({ ...plain, ...arrays })}`)
    .digest('hex');
  const members = Object.entries(brackets).flatMap(([name, array]) =>
    Object.entries(array).map(([member, value]) => `&${rfc3986(`${name}[${member}]`)}=${rfc3986(value)}`),
  );
  return `${path}?${encoded(plain)}${members.join('')}&hash=${hash}`;
}

function encoded(parameters: Record<string, string>): string {
  const names = Object.keys(parameters).sort();
  return names.map((name) => `${rfc3986(name)}=${rfc3986(parameters[name] ?? '')}`).join('&');
}

function rfc3986(value: string): string {
  return encodeURIComponent(value).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
