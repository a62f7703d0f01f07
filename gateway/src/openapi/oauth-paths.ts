import type { OpenApiOperation } from '@vitae/proto/api-reference';
import { locales } from '@vitae/proto/locale';

const FORM_TYPE = 'application/x-www-form-urlencoded';

/** The steps by which an application gets an access token (RFC 5849 section 2). They are counted against no quota. */
export function oauthPaths(url: string): Record<string, Record<string, OpenApiOperation>> {
  return {
    '/{locale}/oauth/requestToken': signedStep(url, {
      name: 'requestToken',
      summary: 'Issues a request token',
      parameter: ['oauth_callback', 'A registered address, or `oob`.'],
      fields: { oauth_token: text, oauth_token_secret: text, oauth_callback_confirmed: { const: 'true' } },
    }),
    '/{locale}/oauth/authorize': { get: authorize(url) },
    '/{locale}/oauth/accessToken': signedStep(url, {
      name: 'accessToken',
      summary: 'Exchanges an authorized request token for an access token',
      parameter: ['oauth_verifier', 'What the owner’s answer brought.'],
      fields: { oauth_token: text, oauth_token_secret: text },
    }),
  };
}

const text = { type: 'string' };

const locale = {
  name: 'locale',
  in: 'path',
  required: true,
  description: 'The language of the pages.',
  schema: { type: 'string', enum: locales },
};

const requestIdHeader = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } };

type Step = {
  name: string;
  summary: string;
  /** The step's own parameter, which is signed with the others. */
  parameter: readonly [name: string, description: string];
  fields: Record<string, object>;
};

/** A step that the application itself makes, by GET or POST. */
function signedStep(url: string, step: Step): Record<string, OpenApiOperation> {
  return { get: signed(url, step, 'get'), post: signed(url, step, 'post') };
}

function signed(
  url: string,
  { name, summary, parameter: [own, description], fields }: Step,
  method: string,
): OpenApiOperation {
  const schema = { type: 'object', properties: fields, required: Object.keys(fields) };
  const refused = { $ref: '#/components/responses/OAuthRefused' };
  return {
    operationId: `oauth.${name}.${method}`,
    tags: ['User API'],
    summary,
    description: 'Parameters go into the Authorization header, a form or the query (RFC 5849 section 3.5).',
    'x-quota': 'free',
    servers: [{ url }],
    security: [{ oauth: [] }],
    parameters: [locale, { name: own, in: 'query', required: false, description, schema: text }],
    responses: {
      '200': {
        description: 'The token and its secret, as a form',
        headers: requestIdHeader,
        content: { [FORM_TYPE]: { schema } },
      },
      '400': refused,
      '401': refused,
    },
  };
}

/** The screen that the application leads the owner to. */
function authorize(url: string): OpenApiOperation {
  const page = (description: string) => ({
    description,
    headers: requestIdHeader,
    content: { 'text/html': { schema: text } },
  });
  return {
    operationId: 'oauth.authorize',
    tags: ['User API'],
    summary: 'Asks the owner, who signs in and decides',
    description:
      'A page for the owner’s browser. Its answer leads to the callback with `oauth_token` and `oauth_verifier`, or `oauth_problem`; for `oob` it shows the verifier.',
    'x-quota': 'free',
    servers: [{ url }],
    security: [],
    parameters: [
      locale,
      { name: 'oauth_token', in: 'query', required: true, description: 'The request token.', schema: text },
      {
        name: 'oauth_callback',
        in: 'query',
        required: false,
        description: 'The same address as the request token has.',
        schema: text,
      },
    ],
    responses: {
      '200': page('Sign-in, or the decision'),
      '400': page('The callback is another than the request token has'),
      '403': page('The owner is of another company than the application'),
      '404': page('There is no such request token'),
      '410': page('The request token has ended'),
    },
  };
}
