import type { OpenApiOperation } from '@vitae/proto/api-reference';
import { locales } from '@vitae/proto/locale';
import { tagOf } from './tags.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';

/** The OAuth flow (RFC 5849 section 2). It does not count toward any quota. */
export function oauthPaths(url: string): Record<string, Record<string, OpenApiOperation>> {
  return {
    '/{locale}/oauth/requestToken': signedStep(url, {
      id: 'createRequestToken',
      name: 'requestToken',
      summary: 'Issue a request token',
      parameter: ['oauth_callback', 'A registered callback URL, or `oob`.'],
      fields: {
        oauth_token: text,
        oauth_token_secret: text,
        oauth_callback_confirmed: { type: 'string', const: 'true' },
      },
    }),
    '/{locale}/oauth/authorize': { get: authorize(url) },
    '/{locale}/oauth/accessToken': signedStep(url, {
      id: 'createAccessToken',
      name: 'accessToken',
      summary: 'Exchange a request token for an access token',
      parameter: ['oauth_verifier', 'Verifier from the callback.'],
      fields: { oauth_token: text, oauth_token_secret: text },
    }),
  };
}

const text = { type: 'string' };

const locale = {
  name: 'locale',
  in: 'path',
  required: true,
  description: 'Language of the pages.',
  schema: { type: 'string', enum: locales },
};

const requestIdHeader = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } };

type Step = {
  id: string;
  name: string;
  summary: string;
  /** The parameter of this step besides those of every signed request. */
  parameter: readonly [name: string, description: string];
  fields: Record<string, object>;
};

/** A request of the application. */
function signedStep(
  url: string,
  { id, name, summary, parameter: [own, description], fields }: Step,
): Record<string, OpenApiOperation> {
  const schema = { type: 'object', properties: fields, required: Object.keys(fields) };
  const rejected = { $ref: '#/components/responses/OAuthRejected' };
  const post: OpenApiOperation = {
    operationId: id,
    tags: [tagOf('User API')],
    summary,
    description:
      'Send the parameters in the Authorization header, a form or the query (RFC 5849 section 3.5). GET is accepted too.',
    'x-quota': 'free',
    'x-aliases': [`GET /{locale}/oauth/${name}`],
    servers: [{ url }],
    security: [{ oauth: [] }],
    parameters: [locale, { name: own, in: 'query', description, schema: text }],
    responses: {
      '200': {
        description: 'Token and secret as a form',
        headers: requestIdHeader,
        content: { [FORM_TYPE]: { schema } },
      },
      '400': rejected,
      '401': rejected,
    },
  };
  return { post };
}

/** The consent page. */
function authorize(url: string): OpenApiOperation {
  const page = (description: string) => ({
    description,
    headers: requestIdHeader,
    content: { 'text/html': { schema: text } },
  });
  return {
    operationId: 'authorizeApplication',
    tags: [tagOf('User API')],
    summary: 'Ask the user for authorization',
    description:
      'Redirect the browser of the user to this page. After sign-in and consent, it redirects to the callback with `oauth_token` and `oauth_verifier`, or with `oauth_problem`. For `oob`, it displays the verifier.',
    'x-quota': 'free',
    servers: [{ url }],
    security: [],
    parameters: [
      locale,
      { name: 'oauth_token', in: 'query', required: true, description: 'Request token.', schema: text },
      {
        name: 'oauth_callback',
        in: 'query',
        description: 'Callback URL of the request token.',
        schema: text,
      },
    ],
    responses: {
      '200': page('Sign-in or consent page'),
      '400': page('The callback URL differs from that of the request token'),
      '403': page('The user belongs to another company than the application'),
      '404': page('The request token does not exist'),
      '410': page('The request token has expired'),
    },
  };
}
