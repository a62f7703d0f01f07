import type { Logger } from '@vitae/kit/log';
import { type RequestHandler, Router } from 'express';
import type { ApplicationRefusals } from '../../consumption/application-rejections.ts';
import { type ConsentDependencies, consentRoutes } from '@vitae/site/features/consent/consent-routes';
import { parseLocale } from '@vitae/site/locales/locale';
import { answerPageErrors } from '@vitae/site/layout/page-errors';
import { type AccessTokenDependencies, exchangeRequestToken } from './access-token.ts';
import { answerOAuthProblems, OAuthProblem } from '../../auth/oauth/oauth-problem.ts';
import type { SignedRequest } from '../../auth/oauth/parameters.ts';
import { type IssuedToken, issueRequestToken } from './request-token.ts';
import { signedRequestOf } from '../../auth/oauth/signed-request-of.ts';

export type OAuthDependencies = {
  tokens: AccessTokenDependencies;
  consent: ConsentDependencies;
  refusals: Pick<ApplicationRefusals, 'note'>;
  /** Public address of the OAuth surface. */
  publicUrl: string;
  log: Logger;
};

/** The steps that applications call themselves, as the consumption log and its pages name them. */
export const OAUTH_CALLS = {
  requestToken: { name: 'oauth.request-token', method: 'GET', paths: ['/:locale/oauth/requestToken'] },
  accessToken: { name: 'oauth.access-token', method: 'GET', paths: ['/:locale/oauth/accessToken'] },
} as const;

/** RFC 5849 section 2, under each locale: requestToken, authorize, accessToken. */
export function oauthRoutes({ tokens, consent, refusals, publicUrl, log }: OAuthDependencies): Router {
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
  router.use(answerOAuthProblems(publicUrl));
  const pages = Router();
  pages.use(consentRoutes(consent));
  pages.use(answerPageErrors(log));
  router.use((request, response, next) => (PAGES.test(request.path) ? pages(request, response, next) : next()));
  return router;
}

const PAGES = /^\/[a-z]{2}\/oauth\/(authorize|sign-in|sign-out)\/?$/;

function formOf({ token, secret }: IssuedToken): Record<string, string> {
  return { oauth_token: token, oauth_token_secret: secret };
}
