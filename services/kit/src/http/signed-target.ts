import { invalid, VitaeError } from '../errors.ts';
import type { SignedRequest } from '@vitae/accounts/signatures/hmac';
import { MAX_PARAMETERS, MAX_QUERY_BYTES, parseParameters } from '@vitae/accounts/signatures/parameters';

export type Target = { path: string; query: string };

/** Path and query as they were received; the absolute form (RFC 9112 section 3.2.2) loses its host. */
export function targetOf(url: string): Target {
  const start = url.startsWith('/') ? 0 : Math.max(0, url.indexOf('/', url.indexOf('://') + 3));
  const question = url.indexOf('?', start);
  return question < 0
    ? { path: url.slice(start), query: '' }
    : { path: url.slice(start, question), query: url.slice(question + 1) };
}

/** The request with its query parameters, as far as they are read. */
export function signedRequest(method: string, { path, query }: Target): SignedRequest {
  if (query.length > MAX_QUERY_BYTES) {
    throw new VitaeError('INVALID_ARGUMENT', 'query_too_long', `The query is longer than ${MAX_QUERY_BYTES} bytes.`, {
      status: 414,
    });
  }
  const parameters = parseParameters(query);
  if (!parameters) throw invalid(`There are more than ${MAX_PARAMETERS} parameters.`);
  return { method, path, parameters };
}
