import { signedRequestOf } from '../../auth/oauth/signed-request.ts';
import { parseLocale } from '@vitae/proto/locale';
import { type RequestHandler, Router } from 'express';
import { handleOAuthProblems, OAuthProblem } from '../../auth/oauth/oauth-problem.ts';
import type { SignedRequest } from '../../auth/oauth/signed-request.ts';
import type { ApplicationRefusals } from '../../consumption/application-rejections.ts';
import { type AccessTokenDependencies, exchangeRequestToken } from './access-token.ts';
import { type IssuedToken, issueRequestToken } from './request-token.ts';

export type OAuthDependencies = {
  tokens: AccessTokenDependencies;
  refusals: Pick<ApplicationRefusals, 'note'>;
  /** Public address of the OAuth surface. */
  publicUrl: string;
};

/** The steps that applications call themselves, as the consumption log and its pages name them. */
export const OAUTH_CALLS = {
  requestToken: { name: 'oauth.request-token', method: 'GET', paths: ['/:locale/oauth/requestToken'] },
  accessToken: { name: 'oauth.access-token', method: 'GET', paths: ['/:locale/oauth/accessToken'] },
} as const;

const STEP = /^\/[a-z]{2}\/oauth\/(?:requestToken|accessToken)\/?$/i;

/** Returns whether the path is a step that applications call themselves. The owner's consent is a page of the site. */
export function isOAuthStep(path: string): boolean {
  return STEP.test(path);
}

/** Issues request tokens and access tokens (RFC 5849 section 2), under each locale. */
export function oauthStepRoutes({ tokens, refusals, publicUrl }: OAuthDependencies): Router {
  const router = Router();
  const step = (
    path: keyof typeof OAUTH_CALLS,
    answer: (request: SignedRequest) => Promise<Record<string, string>>,
  ) => {
    const handler: RequestHandler = async (request, response, next) => {
      if (!parseLocale(String(request.params.locale))) return next('route');
      const fields = await answer(signedRequestOf(request, publicUrl)).catch((thrown: unknown) => {
        if (thrown instanceof OAuthProblem) refusals.note(thrown, OAUTH_CALLS[path].name, request, response);
        throw thrown;
      });
      response
        .set('Cache-Control', 'no-store')
        .type('application/x-www-form-urlencoded')
        .send(new URLSearchParams(fields).toString());
    };
    router.route(`/:locale/oauth/${path}`).get(handler).post(handler);
  };
  step('requestToken', async (request) => ({
    ...formOf(await issueRequestToken(request, tokens)),
    oauth_callback_confirmed: 'true',
  }));
  step('accessToken', async (request) => formOf(await exchangeRequestToken(request, tokens)));
  router.use(handleOAuthProblems(publicUrl));
  return router;
}

function formOf({ token, secret }: IssuedToken): Record<string, string> {
  return { oauth_token: token, oauth_token_secret: secret };
}
