import { errorReasons } from '@vitae/proto/error-reasons';
import type { ReasonName } from '../http/operation.ts';
import type { DocumentedRoute } from './documented-routes.ts';
import { errorsOf } from './errors.ts';
import { commonHeaders } from './headers.ts';

/** Collects error responses for `components/responses`, because many operations have the same. */
export type ResponseCollector = {
  /** Returns references to the error responses of a route, by status. */
  responsesOf(route: DocumentedRoute): Record<string, { $ref: string }>;
  collected: Record<string, object>;
};

const error = { schema: { $ref: '#/components/schemas/Error' } };

/** The response to a request with a current ETag. */
export const notModified = {
  description: 'The ETag in `If-None-Match` is still current.',
  headers: {
    'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
    ETag: { $ref: '#/components/headers/ETag' },
  },
};

export function createResponseCollector(): ResponseCollector {
  const collected: Record<string, object> = {};
  const referTo = (name: string) => ({ $ref: `#/components/responses/${name}` });
  const responseOf = (status: number, reasons: readonly ReasonName[], { api }: DocumentedRoute) => {
    // RFC 5849 section 3.2: invalid OAuth parameters return 400 as well.
    const isOAuth = status === 400 && api === 'user';
    const isRejection = status === 403 && api === 'company';
    const name = nameOf(reasons) + (isOAuth ? 'OrOAuthProblem' : '') + (isRejection ? 'OrRejected' : '');
    const causes = reasons.map((reason) => `\`${reason}\`: ${errorReasons[reason].when}`);
    if (isRejection) causes.push('Or authentication failed. The body is then one line with the reason.');
    collected[name] ??= {
      description: causes.join('\n\n'),
      headers: headersOf(status),
      content: {
        'application/json': error,
        ...(isOAuth ? oauthForm : {}),
        ...(isRejection ? { 'text/plain': { schema: { type: 'string' } } } : {}),
      },
    };
    return referTo(name);
  };
  return {
    collected,
    responsesOf: (route) => ({
      ...(route.api === 'company' ? { '403': referTo('Rejected') } : { '401': referTo('OAuthRejected') }),
      ...Object.fromEntries(
        [...errorsOf(route)].map(([status, reasons]) => [String(status), responseOf(status, reasons, route)]),
      ),
    }),
  };
}

const oauthForm = {
  'application/x-www-form-urlencoded': { schema: { $ref: '#/components/schemas/OAuthProblem' } },
};

const headerRefs = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

function headersOf(status: number) {
  if (status === 429) return headerRefs(...Object.keys(commonHeaders), 'Retry-After');
  return status === 503 ? headerRefs('X-Request-Id', 'Retry-After') : headerRefs('X-Request-Id');
}

/** `not_json` and `invalid_argument` become `NotJsonOrInvalidArgument`. */
function nameOf(reasons: readonly ReasonName[]): string {
  const words = reasons.join(' ').replace('not_json not_utf8 invalid_argument', 'invalid_body');
  return words
    .replace('service_unavailable dependency_unavailable', 'unavailable')
    .split(' ')
    .map((reason) => reason.replace(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase()))
    .join('Or');
}
