import { keySource, type Outcome } from '@vitae/accounts/consumption/counter';
import type { RefusedCalls } from '@vitae/accounts/consumption/refused-calls';
import type { ApiKey } from '@vitae/accounts/keys/api-key';
import type { KeyUseRecorder } from '@vitae/accounts/keys/key-use';
import type { LegacyUseCounter } from '@vitae/accounts/keys/legacy-use';
import type { QuotaType, Usage } from '@vitae/accounts/quota/quota-types';
import { NOBODY } from '@vitae/accounts/quota/redis-keys';
import { signedRequest } from '@vitae/accounts/signatures/signed-request';
import { companyCaller } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import { VitaeError } from '@vitae/kit/errors';
import { send, textAnswer } from '@vitae/kit/http/answer';
import { bodyOf } from '@vitae/kit/http/raw-body';
import { requestIdOf } from '@vitae/kit/http/request-id';
import { targetOf } from '@vitae/kit/http/request-target';
import type { ErrorResponder } from '@vitae/kit/http/respond-with-error';
import { nameRequestSpan } from '@vitae/kit/http/trace-requests';
import type { StallGuard } from '@vitae/kit/stall-guard';
import type { Request, RequestHandler, Response } from 'express';
import type { Gate } from '../auth/company-authenticator.ts';
import type { AnswerRecorder } from '../consumption/answer-recorder.ts';
import { exhaustedMessage, rateLimitOf, retryAfter } from '../quota/rate-limit.ts';
import { deliver, noRoute, setQuotaHeaders } from './finish-call.ts';
import type { Handler } from './request-context.ts';
import type { RequestMetrics } from './request-metrics.ts';
import type { Match, RouteTable } from './route-table.ts';

export type CompanyApiDependencies = {
  routes: RouteTable<Handler>;
  gate: Gate;
  recorder: AnswerRecorder;
  refusedCalls: Pick<RefusedCalls, 'record'>;
  clock: Clock;
  legacyUse: Pick<LegacyUseCounter, 'used'>;
  keyUse: Pick<KeyUseRecorder, 'used'>;
  metrics: RequestMetrics;
  stalls: StallGuard;
  fail: ErrorResponder;
};

/** Endpoint of calls to addresses that do not exist. */
const NO_ENDPOINT = 'unknown';

/** The signed API, from the parsed request to the recorded answer. */
export function createCompanyApi({
  routes,
  gate,
  recorder,
  refusedCalls,
  legacyUse,
  keyUse,
  metrics,
  clock,
  stalls,
  fail,
}: CompanyApiDependencies): RequestHandler {
  const noteRefused = (
    request: Request,
    response: Response,
    endpoint: string,
    { companyId, keyId, cause }: { companyId: number; keyId: number; cause: Outcome },
  ) => {
    if (companyId === NOBODY) return; // nobody could look at it
    refusedCalls.record(companyId, {
      requestId: requestIdOf(response),
      at: clock.now(),
      source: keySource(keyId),
      cause,
      endpoint,
      method: request.method,
      target: request.originalUrl,
    });
  };
  return async (request, response) => {
    const started = performance.now();
    const target = targetOf(request.originalUrl);
    const match = routes.match(request.method, target.path);
    const endpoint = match?.route.name ?? NO_ENDPOINT;
    nameRequestSpan(endpoint);
    try {
      const signed = signedRequest(request.method, target);
      const entry = await stalls.guard(gate.enter(signed, endpoint, match?.route.quota ?? 'standard'));
      metrics.decided(entry.refusal ? entry.refused.cause : entry.limited ? 'limited' : 'accepted');
      if (entry.refusal) {
        noteRefused(request, response, endpoint, entry.refused);
        send(response, textAnswer(entry.refusal.message, 403));
        return;
      }
      const { key, usage, limited, late } = entry;
      keyUse.used(key.id, () => ({ address: request.ip, userAgent: request.headers['user-agent'] }));
      if (key.scheme === 'md5') legacyUse.used(key.id, late, request.headers['user-agent']);
      setQuotaHeaders(response, rateLimitOf(quotaTypeOf(match), key.limits, usage));
      try {
        if (limited) throw exhausted(key, quotaTypeOf(match), usage);
        if (!match) throw noRoute(routes.methodsAt(target.path), response);
        bodyOf(request);
        const caller = companyCaller(key.companyId, requestIdOf(response));
        const asked = { caller, company: { key, usage }, signed, params: match.params, request };
        await deliver(await stalls.guard(match.route.handle(asked)), request, response);
      } catch (thrown) {
        fail(thrown, request, response);
      }
      if (limited) {
        const cause = `limited_${quotaTypeOf(match)}` as const;
        noteRefused(request, response, endpoint, { companyId: key.companyId, keyId: key.id, cause });
      } else
        recorder.answered(key.companyId, keySource(key.id), endpoint, response.statusCode, performance.now() - started);
    } catch (thrown) {
      fail(thrown, request, response);
    } finally {
      metrics.observe(endpoint, response.statusCode, performance.now() - started);
    }
  };
}

/** Free and unknown calls show the standard quota. */
function quotaTypeOf(match: Match<Handler> | undefined): QuotaType {
  return match?.route.quota === 'intensive' ? 'intensive' : 'standard';
}

function exhausted(key: ApiKey, type: QuotaType, usage: Usage): VitaeError {
  const { limit, reset } = rateLimitOf(type, key.limits, usage);
  const message = exhaustedMessage(type, limit, reset, key.timeZone);
  return new VitaeError('RESOURCE_EXHAUSTED', 'rate_limited', message, { retryAfter: retryAfter(usage) });
}
