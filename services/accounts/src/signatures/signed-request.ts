import { invalid, VitaeError } from '@vitae/kit/errors';
import type { RequestTarget } from '@vitae/kit/http/request-target';
import { MAX_PARAMETERS, MAX_QUERY_BYTES, type Parameters, parseParameters } from './parameters.ts';

/** The signed parts of a request: the method in upper case, the raw path and the query parameters. */
export type SignedRequest = { method: string; path: string; parameters: Parameters };

/** @throws {VitaeError} query_too_long, or INVALID_ARGUMENT for too many parameters */
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
