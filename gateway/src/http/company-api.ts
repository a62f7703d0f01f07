import { keySource, type Outcome } from '@vitae/accounts/consumption/counter';
import type { FenceObserver } from '@vitae/accounts/keys/fence-observations';
import type { KeyUseRecorder } from '@vitae/accounts/keys/key-use';
import type { LegacyUseCounter } from '@vitae/accounts/keys/legacy-use';
import { companyCaller } from '@vitae/kit/caller';
import { VitaeError } from '@vitae/kit/errors';
import { errorResponse, helpHeaders } from '@vitae/kit/http/error-response';
import { requestIdOf } from '@vitae/kit/http/request-id';
import { type BufferedResponse, sendResponse, textResponse } from '@vitae/kit/http/response';
import type { Request } from 'express';
import type { CompanyAuthentication, CompanyAuthenticator } from '../auth/company-authenticator.ts';
import type { Rejection } from '../consumption/rejection-recorder.ts';
import { rateLimitOf } from '../quota/rate-limit.ts';
import type { Cors } from './cors.ts';
import type { DecisionMetrics } from './decision-metrics.ts';
import type { ApiProfile } from './request-pipeline.ts';
import type { Route, RouteTable } from './route-table.ts';
import { recordUnidentified } from './unidentified-requests.ts';

export type CompanyApiDependencies<D> = {
  table: RouteTable<Route<D>>;
  authenticator: CompanyAuthenticator;
  keyUse: Pick<KeyUseRecorder, 'record'>;
  legacyUse: Pick<LegacyUseCounter, 'record'>;
  fenceObserver: Pick<FenceObserver, 'record'>;
  metrics: DecisionMetrics;
  cors: Cors;
};

/** The company API: requests signed with a company's key. */
export function companyApi<D>(dependencies: CompanyApiDependencies<D>): ApiProfile<Route<D>, CompanyAuthentication> {
  const { table, authenticator, keyUse, legacyUse, fenceObserver, metrics, cors } = dependencies;
  return {
    routes: table,
    sharesHost: false,
    formCredentials: false,
    cors,
    authenticate: ({ signed, endpoint, route, request }) =>
      authenticator.authenticate(signed, {
        endpoint,
        quota: route?.quota ?? 'standard',
        isWrite: route !== undefined && route.method !== 'GET' && !route.isRead,
        address: () => request.ip,
      }),
    accept: (authentication, { request, response, route }) => {
      metrics.countOutcome(
        authentication.rejection ? authentication.rejected.cause : authentication.limited ? 'limited' : 'accepted',
      );
      if (authentication.rejection) {
        const { companyId, keyId, cause } = authentication.rejected;
        // So that administrators see which networks their fence rejects.
        if (cause === 'network_not_allowed') fenceObserver.record({ companyId, keyId, address: request.ip });
        const { message, suggestion } = authentication.rejection;
        throw new SignatureRejected(message, {
          companyId,
          source: keySource(keyId),
          cause,
          isCounted: true,
          suggestion,
        });
      }
      const { key, usage, limited, late, write } = authentication;
      const { companyId } = key;
      const userAgent = request.headers['user-agent'];
      keyUse.record(key.id, () => ({ address: request.ip, userAgent }));
      if (key.scheme === 'md5') {
        legacyUse.record(key.id, late, userAgent);
        fenceObserver.record({ companyId, keyId: key.id, address: request.ip, write });
      }
      // Free and unknown routes show the standard quota.
      const quotaType = route?.quota === 'intensive' ? 'intensive' : 'standard';
      const source = keySource(key.id);
      return {
        caller: companyCaller(companyId, requestIdOf(response)),
        company: { key, usage },
        compatibility: key.compatibility,
        source,
        origins: [],
        quotaType,
        rateLimit: rateLimitOf(quotaType, key.limits, usage),
        now: usage.now,
        exhausted: limited ? { companyId, source, cause: `limited_${quotaType}`, isCounted: true } : undefined,
      };
    },
    rejectionOf: (thrown) => {
      if (!(thrown instanceof SignatureRejected)) return undefined;
      const { message, rejection } = thrown;
      return {
        rejection,
        send: (response) => {
          if (!AFTER_SIGNATURE.has(rejection.cause)) recordUnidentified(response);
          sendResponse(response, rejectedResponse(response.req, message));
        },
      };
    },
    quotaSubject: 'company',
    timeZoneOf: async ({ company }) => company?.key.timeZone ?? 'UTC',
  };
}

/** Plain text as in the specification, or JSON if the client prefers it. All causes have the same reason. */
function rejectedResponse(request: Request, message: string): BufferedResponse {
  const preferred = request.accepts(['text/plain', 'application/json', 'application/problem+json']);
  const error = new VitaeError('PERMISSION_DENIED', 'authentication_failed', message);
  return preferred && preferred !== 'text/plain'
    ? errorResponse(error, request)
    : textResponse(message, 403, helpHeaders(error.reason, request));
}

// Checked after the signature, which identified the caller.
const AFTER_SIGNATURE: ReadonlySet<Outcome> = new Set(['nonce_used', 'network_not_allowed', 'endpoint_not_allowed']);

/** The message is the text of the 403 response. */
class SignatureRejected extends Error {
  readonly rejection: Rejection;

  constructor(message: string, rejection: Rejection) {
    super(message);
    this.rejection = rejection;
  }
}
