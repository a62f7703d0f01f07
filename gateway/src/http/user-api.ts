import { applicationSource } from '@vitae/accounts/consumption/counter';
import { USER_API_LIMIT } from '@vitae/accounts/quota/quota-types';
import { type ByteString, textOf } from '@vitae/accounts/signatures/percent-encoding';
import { signedRequest } from '@vitae/accounts/signatures/signed-request';
import { invalid, VitaeError } from '@vitae/kit/errors';
import { addHeader } from '@vitae/kit/http/answer-headers';
import { bodyOf } from '@vitae/kit/http/raw-body';
import { requestIdOf } from '@vitae/kit/http/request-id';
import { targetOf } from '@vitae/kit/http/request-target';
import type { ErrorResponder } from '@vitae/kit/http/respond-with-error';
import { nameRequestSpan } from '@vitae/kit/http/trace-requests';
import type { StallGuard } from '@vitae/kit/stall-guard';
import type { Request, RequestHandler } from 'express';
import { answerOAuthProblem, OAuthProblem } from '../auth/oauth/oauth-problem.ts';
import { signedRequestOf } from '../auth/oauth/signed-request-of.ts';
import type { UserEntry, UserGate } from '../auth/oauth/user-authenticator.ts';
import type { AnswerRecorder } from '../consumption/answer-recorder.ts';
import type { ApplicationRefusals } from '../consumption/application-rejections.ts';
import { exhaustedMessage } from '../quota/rate-limit.ts';
import { userRateLimit } from '../quota/user-quota.ts';
import { deliver, noRoute, setQuotaHeaders } from './finish-call.ts';
import type { RequestMetrics } from './request-metrics.ts';
import type { UserRoute } from './route-docs.ts';
import { createRouteTable } from './route-table.ts';

export type UserApiDependencies = {
  routes: readonly UserRoute[];
  gate: UserGate;
  timeZoneOf(companyId: number): Promise<string>;
  recorder: Pick<AnswerRecorder, 'answered'>;
  refusals: ApplicationRefusals;
  metrics: RequestMetrics;
  /** Public address of the user API. */
  publicUrl: string;
  stalls: StallGuard;
  fail: ErrorResponder;
};

export type UserApi = {
  /** Returns whether the user API has a route at the path. */
  serves(method: string, path: string): boolean;
  /** Other paths go on to the next handler. */
  handle: RequestHandler;
};

/** The user API: requests on behalf of a CV owner, or of an application's server. */
export function createUserApi({
  routes,
  gate,
  timeZoneOf,
  recorder,
  refusals,
  metrics,
  publicUrl,
  stalls,
  fail,
}: UserApiDependencies): UserApi {
  const table = createRouteTable(
    routes.map(({ apiKeyAlone, handle, ...route }) => ({ ...route, handle: { apiKeyAlone, handle } })),
  );
  const exhausted = async ({ counted, usage }: UserEntry): Promise<VitaeError> => {
    const { reset } = userRateLimit(usage);
    const timeZone = await stalls.guard(timeZoneOf(counted.companyId));
    const message = exhaustedMessage('standard', USER_API_LIMIT, reset, timeZone, 'application');
    return new VitaeError('RESOURCE_EXHAUSTED', 'rate_limited', message, { retryAfter: reset - usage.now });
  };
  const serves: UserApi['serves'] = (method, path) =>
    table.match(method, path) !== undefined || table.methodsAt(path).length > 0;
  const handle: RequestHandler = async (request, response, next) => {
    const target = targetOf(request.originalUrl);
    const match = table.match(request.method, target.path);
    const methods = match ? [] : table.methodsAt(target.path);
    if (!match && methods.length === 0) return next();
    const started = performance.now();
    nameRequestSpan(match?.route.name ?? 'unknown');
    const endpoint = match?.route.name ?? 'unknown';
    let entry: UserEntry | undefined;
    try {
      if (!match) throw noRoute(methods, response);
      const { apiKeyAlone, handle } = match.route.handle;
      const signed = signedRequest(request.method, target);
      entry = await stalls.guard(gate.enter(signedRequestOf(request, publicUrl), apiKeyAlone, endpoint));
      setQuotaHeaders(response, userRateLimit(entry.usage));
      if (entry.limited) {
        const { companyId, applicationId: id } = entry.counted;
        const cause = 'limited_application';
        refusals.list({ application: { id, companyId }, cause, status: 429, endpoint }, request, response);
        throw await exhausted(entry);
      }
      refuseRepeated(signed.parameters.repeated);
      const caller = { ...entry.counted, requestId: requestIdOf(response) };
      withoutCredentials(request);
      const asked = { caller, signed, params: match.params, request };
      await deliver(await stalls.guard(handle(asked)), request, response);
    } catch (thrown) {
      if (thrown instanceof OAuthProblem) {
        // That a nonce was used was found, and counted, where the quota is.
        refusals.note(thrown, endpoint, request, response, thrown.problem === 'nonce_used');
        answerOAuthProblem(thrown, response, publicUrl);
      } else {
        // RFC 9110 section 15.5.2: a 401 comes with a challenge, an apiKey's too.
        if (thrown instanceof VitaeError && thrown.code === 'UNAUTHENTICATED')
          addHeader(response, 'WWW-Authenticate', `OAuth realm="${publicUrl}"`);
        fail(thrown, request, response);
      }
    } finally {
      const milliseconds = performance.now() - started;
      if (entry && !entry.limited) {
        const { companyId, applicationId } = entry.counted;
        recorder.answered(companyId, applicationSource(applicationId), endpoint, response.statusCode, milliseconds);
      }
      metrics.observe(endpoint, response.statusCode, milliseconds);
    }
  };
  return { serves, handle };
}

/** Which of the values is meant nobody can tell. */
function refuseRepeated(repeated: ByteString | undefined): void {
  if (repeated === undefined) return;
  const field = textOf(repeated) ?? 'a parameter';
  throw invalid(`${field}: was sent more than once`, [{ field, message: 'was sent more than once' }]);
}

const FORM_CREDENTIALS = /(?:^|&)(?:oauth_\w+|apiKey)=[^&]*/g;

/** A form may carry the signature (RFC 5849 section 3.5.2), which is none of the call's own fields. */
function withoutCredentials(request: Request): void {
  if (!request.is('application/x-www-form-urlencoded')) return;
  request.body = Buffer.from(bodyOf(request).toString('latin1').replace(FORM_CREDENTIALS, ''), 'latin1');
}
