import type { Logger } from '@vitae/kit/log';
import { type RequestHandler, Router } from 'express';
import { type ConsentDependencies, consentRoutes } from '../site/consent/consent-routes.tsx';
import { parseLocale } from '../site/locale.ts';
import { answerPageErrors } from '../site/page-errors.tsx';
import { type AccessTokenDependencies, exchangeRequestToken } from './access-token.ts';
import { answerOAuthProblems } from './oauth-problem.ts';
import type { SignedRequest } from './parameters.ts';
import { type IssuedToken, issueRequestToken } from './request-token.ts';
import { signedRequestOf } from './signed-request-of.ts';

export type OAuthDependencies = {
  tokens: AccessTokenDependencies;
  consent: ConsentDependencies;
  /** Public address of the OAuth surface. */
  publicUrl: string;
  log: Logger;
};

/** RFC 5849 section 2, under each locale: requestToken, authorize, accessToken. */
export function oauthRoutes({ tokens, consent, publicUrl, log }: OAuthDependencies): Router {
  const router = Router();
  const step = (path: string, answer: (request: SignedRequest) => Promise<Record<string, string>>) => {
    const handler: RequestHandler = async (request, response, next) => {
      if (!parseLocale(String(request.params.locale))) return next('route');
      const fields = await answer(signedRequestOf(request, publicUrl));
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
