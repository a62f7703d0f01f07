import type { IncomingMessage } from 'node:http';

export type RequestTarget = { path: string; query: string };

/** Splits a request target into the path and query as received. Drops the host of the absolute form (RFC 9112 section 3.2.2). */
export function parseRequestTarget(url: string): RequestTarget {
  const start = url.startsWith('/') ? 0 : Math.max(0, url.indexOf('/', url.indexOf('://') + 3));
  const question = url.indexOf('?', start);
  return question < 0
    ? { path: url.slice(start), query: '' }
    : { path: url.slice(start, question), query: url.slice(question + 1) };
}

const DOUBLE_SLASH = /^\/[/\\]/;
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~-]+)(?::\d*)?$/i;
const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)(.*)$/is;

/**
 * Prepares a request for Express, and returns whether its host and target are valid. The host is that of an absolute
 * form, which replaces the header (RFC 9112 section 3.2.2). Its target becomes the origin form: Express parses an absolute
 * form with `url.parse`, whose warning about an invalid port contains the URL with its signature.
 */
export function normalizeTarget(request: IncomingMessage): boolean {
  const { url = '/', rawHeaders } = request;
  // Node uses the first of several Host headers and a proxy may use another (RFC 9112 section 3.2: respond 400).
  if (rawHeaders.filter((text, index) => index % 2 === 0 && /^host$/i.test(text)).length > 1) return false;
  // HTTP/1.0 has no Host header. An empty one is valid.
  if (request.headers.host === undefined && request.httpVersion !== '1.0') return false;
  if (request.headers.host && !isHost(request.headers.host)) return false;
  if (url.startsWith('/') || url === '*') return isForwardable(url);
  const [, authority = '', target = ''] = ABSOLUTE_FORM.exec(url) ?? [];
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  if (!isHost(host)) return false;
  request.headers.host = host;
  request.url = target.startsWith('/') ? target : `/${target}`;
  return isForwardable(request.url);
}

/** A proxy may combine two hosts with a comma, so it is rejected, too, although it is valid in a name. */
function isHost(text: string): boolean {
  return HOST.test(text) && URL.canParse(`http://${text}/`);
}

/** URL parsers read a host after two slashes. An invalid one would make the forwarding of pages fail. */
function isForwardable(path: string): boolean {
  return !DOUBLE_SLASH.test(path) || URL.canParse(path, 'http://host/');
}
