import { applicationSource } from '@vitae/accounts/consumption/counter';
import type { SignedRequest } from '@vitae/accounts/signatures/oauth/collect-parameters';
import { OAuthProblem } from '@vitae/accounts/signatures/oauth/oauth-problem';
import { recordFacts } from '@vitae/kit/http/log-requests';
import { addVary } from '@vitae/kit/http/response-headers';
import { parseLocale } from '@vitae/proto/locale';
import { type RequestHandler, Router } from 'express';
import { signedRequestOf } from '../../auth/oauth/signed-request.ts';
import { outcomeOfProblem, type RejectionRecorder, rejectionOfProblem } from '../../consumption/rejection-recorder.ts';
import type { ResponseRecorder } from '../../consumption/response-recorder.ts';
import { type Cors, sendOptions } from '../../http/cors.ts';
import type { DecisionMetrics } from '../../http/decision-metrics.ts';
import { handleOAuthProblems } from '../../http/send-oauth-problem.ts';
import type { AccessTokenDependencies } from './access-token.ts';
import type { IssuedToken } from './request-token.ts';

/** An endpoint that issues tokens by GET and POST (RFC 5849 section 2). It is not charged to a quota. */
export type OAuthRoute = {
  path: string;
  /** Name in the consumption log. */
  name: string;
  issue(request: SignedRequest, dependencies: AccessTokenDependencies): Promise<IssuedToken>;
};

type OAuthDependencies = {
  routes: readonly OAuthRoute[];
  tokens: AccessTokenDependencies;
  metrics: DecisionMetrics;
  recorder: Pick<ResponseRecorder, 'recordOutcome' | 'recordResponse'>;
  rejections: RejectionRecorder;
  /** Public address of the token endpoints. */
  publicUrl: string;
  cors: Cors;
};

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST'];

const OAUTH_PATH = /^\/[a-z]{2}\/oauth\/(?:requestToken|accessToken)\/?$/i;

/** Returns whether the path is a token endpoint. The owner's consent is a page of the site. */
export function isOAuthPath(path: string): boolean {
  return OAUTH_PATH.test(path);
}

export function createOAuthRouter({
  routes,
  tokens,
  metrics,
  recorder,
  rejections,
  publicUrl,
  cors,
}: OAuthDependencies): Router {
  const router = Router();
  for (const { path, name, issue } of routes) {
    const handler: RequestHandler = async (request, response, next) => {
      if (!parseLocale(String(request.params.locale))) return next('route');
      if (request.method === 'OPTIONS') return sendOptions(cors, METHODS, request, response);
      addVary(response, 'Origin');
      const started = performance.now();
      const { application, fields } = await issue(signedRequestOf(request, publicUrl), tokens).catch(
        async (thrown: unknown) => {
          if (thrown instanceof OAuthProblem) metrics.countOutcome(outcomeOfProblem(thrown));
          await cors.allowKnown(request, response);
          const rejection = thrown instanceof OAuthProblem && rejectionOfProblem(thrown, false);
          if (rejection) rejections.record(rejection, name, request, response);
          throw thrown;
        },
      );
      metrics.countOutcome('accepted');
      cors.allowCaller(request, response, application.origins);
      response
        .set('Cache-Control', 'no-store')
        .type('application/x-www-form-urlencoded')
        .send(new URLSearchParams(fields).toString());
      const source = applicationSource(application.id);
      recordFacts(response, { companyId: application.companyId, applicationId: application.id });
      recorder.recordOutcome(application.companyId, source, name, 'accepted_free');
      recorder.recordResponse(application.companyId, source, name, response.statusCode, performance.now() - started);
    };
    router.route(path).get(handler).post(handler).options(handler);
  }
  router.use(handleOAuthProblems(publicUrl));
  return router;
}
