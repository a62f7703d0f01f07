import { problems } from '@vitae/accounts/signatures/oauth/oauth-problem';
import type { JsonSchema } from '@vitae/proto/api-reference';
import { errorReasons } from '@vitae/proto/error-reasons';
import type { ReasonName } from '../http/operation.ts';
import type { DocumentedRoute } from './documented-routes.ts';

/** Returns the error reasons of an operation by status, including those of every operation. */
export function errorsOf({ body, errors }: DocumentedRoute): Map<number, ReasonName[]> {
  const reasons = new Set<ReasonName>(errors);
  if (body) for (const reason of BODY_ERRORS) reasons.add(reason);
  for (const reason of COMMON_ERRORS) reasons.add(reason);
  const byStatus = Map.groupBy(reasons, (reason) => errorReasons[reason].status);
  return new Map([...byStatus].sort(([a], [b]) => a - b));
}

const BODY_ERRORS: readonly ReasonName[] = ['not_json', 'not_utf8', 'body_too_large', 'unsupported_body'];
const COMMON_ERRORS: readonly ReasonName[] = [
  'invalid_argument',
  'query_too_long',
  'rate_limited',
  'internal',
  'service_unavailable',
  'dependency_unavailable',
];

const details = {
  type: 'array',
  items: {
    type: 'object',
    properties: { field: { type: 'string' }, message: { type: 'string' } },
    required: ['field', 'message'],
    additionalProperties: false,
  },
};

/** The two forms of an error object (the second is RFC 9457), and the OAuth problem form. */
export const errorSchemas: Record<'Error' | 'Problem' | 'OAuthProblem', JsonSchema> = {
  Error: {
    type: 'object',
    properties: {
      error: {
        type: 'object',
        properties: {
          code: { type: 'integer', description: 'HTTP status.' },
          message: { type: 'string' },
          details,
        },
        required: ['code', 'message'],
        additionalProperties: false,
      },
    },
    required: ['error'],
    additionalProperties: false,
  },
  Problem: {
    type: 'object',
    properties: {
      type: { type: 'string' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      reason: { type: 'string', enum: Object.keys(errorReasons) },
      details,
    },
    required: ['type', 'title', 'status', 'detail', 'reason'],
    additionalProperties: false,
  },
  OAuthProblem: {
    type: 'object',
    properties: {
      oauth_problem: { type: 'string', enum: problems },
      oauth_problem_advice: { type: 'string', description: 'What the developer can do.' },
      oauth_parameters_absent: { type: 'string', description: 'Names, separated by `&`.' },
      oauth_parameters_rejected: { type: 'string', description: 'Names, separated by `&`.' },
      oauth_acceptable_timestamps: { type: 'string', description: 'First and last accepted Unix time in seconds.' },
      oauth_acceptable_versions: { type: 'string', description: 'First and last accepted version.' },
    },
    required: ['oauth_problem', 'oauth_problem_advice'],
    additionalProperties: false,
  },
};
