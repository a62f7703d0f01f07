export type RequestTarget = { path: string; query: string };

/** Splits a request target into the path and query as received. Drops the host of the absolute form (RFC 9112 section 3.2.2). */
export function parseRequestTarget(url: string): RequestTarget {
  const start = url.startsWith('/') ? 0 : Math.max(0, url.indexOf('/', url.indexOf('://') + 3));
  const question = url.indexOf('?', start);
  return question < 0
    ? { path: url.slice(start), query: '' }
    : { path: url.slice(start, question), query: url.slice(question + 1) };
}
