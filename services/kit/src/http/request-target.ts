export type Target = { path: string; query: string };

/** Path and query as they were received; the absolute form (RFC 9112 section 3.2.2) loses its host. */
export function targetOf(url: string): Target {
  const start = url.startsWith('/') ? 0 : Math.max(0, url.indexOf('/', url.indexOf('://') + 3));
  const question = url.indexOf('?', start);
  return question < 0
    ? { path: url.slice(start), query: '' }
    : { path: url.slice(start, question), query: url.slice(question + 1) };
}
