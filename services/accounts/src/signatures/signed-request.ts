import { invalid, VitaeError } from '@vitae/kit/errors';
import type { RequestTarget } from '@vitae/kit/http/request-target';
import type { SignedRequest } from './hmac.ts';
import { MAX_PARAMETERS, MAX_QUERY_BYTES, parseParameters } from './parameters.ts';

/** The request with its query parameters, as far as they are read. */
export function signedRequest(method: string, { path, query }: RequestTarget): SignedRequest {
  if (query.length > MAX_QUERY_BYTES) {
    throw new VitaeError('INVALID_ARGUMENT', 'query_too_long', `The query is longer than ${MAX_QUERY_BYTES} bytes.`, {
      status: 414,
    });
  }
  const parameters = parseParameters(query);
  if (!parameters) throw invalid(`There are more than ${MAX_PARAMETERS} parameters.`);
  return { method, path, parameters };
}
