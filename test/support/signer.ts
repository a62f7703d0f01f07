import { createHmac, randomUUID } from 'node:crypto';

export type Key = { key: string; secret: string };

/** A signer of the tests' own, written from the specification and not from the gateway's code. */
export function signedPath(method: string, path: string, { key, secret }: Key, parameters: Record<string, string> = {}, timestamp = Math.floor(Date.now() / 1000)): string {
  const all: Record<string, string> = { ...parameters, apikey: key, nonce: randomUUID(), timestamp: String(timestamp) };
  const query = Object.keys(all)
    .sort()
    .map((name) => `${rfc3986(name)}=${rfc3986(all[name] ?? '')}`)
    .join('&');
  const hash = createHmac('sha256', secret).update(`${method}\n${path}\n${query}`).digest('hex');
  return `${path}?${query}&hash=${hash}`;
}

function rfc3986(value: string): string {
  return encodeURIComponent(value).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
