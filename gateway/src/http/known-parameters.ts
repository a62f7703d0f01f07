import { textOf } from '@vitae/accounts/signatures/percent-encoding';
import type { FieldProblem } from '@vitae/kit/errors';
import { nearestName } from '@vitae/kit/similar-name';
import { invalidFields } from '@vitae/kit/validate';
import { z } from 'zod';
import type { OperationDocs } from './operation.ts';
import type { RequestContext } from './request-context.ts';

/** The parameters of the HMAC scheme, which every request to the company API has. */
const SIGNATURE = new Set(['apikey', 'timestamp', 'nonce', 'hash']);
/** RFC 5849, and the secret of an application. */
const OAUTH = /^(?:oauth_\w+|apiKey)$/;

const MAX_PROBLEMS = 20;
const MAX_NAME_LENGTH = 50;

/** Returns the query parameters of an operation: those of its query, and with `orQuery` the fields of its body. */
export function queryParametersOf({
  query,
  body,
}: {
  [Part in 'query' | 'body']?: OperationDocs[Part] | undefined;
}): z.ZodObject | undefined {
  if (!body?.orQuery || !(body.schema instanceof z.ZodObject)) return query;
  return z.object({ ...query?.shape, ...z.object(body.schema.shape).partial().shape });
}

/**
 * Rejects parameters that an operation does not have: a filter with a typo would return everything. Historical keys are
 * exempt, because their clients may send parameters that earlier versions ignored.
 * @throws {VitaeError} INVALID_ARGUMENT that names the nearest known parameter
 */
export function requireKnownParameters(
  { company, compatibility, signed }: RequestContext,
  known: ReadonlySet<string>,
): void {
  if (company?.key.scheme === 'md5') return;
  const { plain, arrays } = signed.parameters;
  const problems: FieldProblem[] = [];
  for (const { name } of arrays.length === 0 ? plain : [...plain, ...arrays]) {
    // Clients with the profile send `format` with each request.
    if (compatibility && name === 'format') continue;
    if (known.has(name) || (company ? SIGNATURE.has(name) : OAUTH.test(name))) continue;
    problems.push(unknownParameter(name, known));
    if (problems.length === MAX_PROBLEMS) break;
  }
  if (problems.length > 0) throw invalidFields(problems);
}

function unknownParameter(bytes: string, known: ReadonlySet<string>): FieldProblem {
  const field = (textOf(bytes) ?? bytes).slice(0, MAX_NAME_LENGTH);
  if (known.size === 0) return { field, message: 'unknown parameter. This operation has none' };
  const nearest = nearestName(field, known, Math.max(2, Math.floor(field.length / 3)));
  const advice = nearest ? `Did you mean ${nearest}?` : `Known parameters: ${[...known].join(', ')}`;
  return { field, message: `unknown parameter. ${advice}` };
}
