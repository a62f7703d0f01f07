import { type Source, sourceId } from '@vitae/accounts/consumption/counter';
import type { QuotaType } from '@vitae/accounts/quota/quota-types';
import { textOf } from '@vitae/accounts/signatures/percent-encoding';
import { type SignedRequest, signedRequest } from '@vitae/accounts/signatures/signed-request';
import type { Caller } from '@vitae/kit/caller';
import { invalid, VitaeError } from '@vitae/kit/errors';
import { type Compress, createCompression } from '@vitae/kit/http/compress-response';
import { routeNotFound } from '@vitae/kit/http/host-routing';
import { recordFacts, routeTemplate } from '@vitae/kit/http/log-requests';
import { bodyOf, isBodyPending, readBody } from '@vitae/kit/http/raw-body';
import { parseRequestTarget } from '@vitae/kit/http/request-target';
import type { ErrorResponder } from '@vitae/kit/http/respond-with-error';
import { type ApiResponse, sendResponse } from '@vitae/kit/http/response';
import { addVary, applyPendingHeaders, setHeader } from '@vitae/kit/http/response-headers';
import type { OutageGuard } from '@vitae/kit/outage-guard';
import type { Request, RequestHandler, Response } from 'express';
import type { Rejection, RejectionRecorder } from '../consumption/rejection-recorder.ts';
import type { ResponseRecorder } from '../consumption/response-recorder.ts';
import { exhaustedMessage, type RateLimit } from '../quota/rate-limit.ts';
import { handleFor2012, respondsWithXml2012 } from './compatibility/profile-2012.ts';
import { isCompressible } from './compressible-operations.ts';
import { type Cors, sendOptions } from './cors.ts';
import type { RequestContext } from './request-context.ts';
import type { Match, Route, RouteTable } from './route-table.ts';
import { recordUnidentified } from './unidentified-requests.ts';
import { requestsXml, xmlResponse } from './xml-response.ts';

/** What differs between the company API and the user API. `A` is the result of the authenticator. */
export type ApiProfile<R, A> = {
  routes: RouteTable<R>;
  /**
   * The user API shares its host with pages: unknown paths go to the next handler, and unsupported methods are
   * rejected before authentication.
   */
  sharesHost: boolean;
  /** Credentials may be form fields. They are removed before a handler reads the body. */
  formCredentials: boolean;
  /** The WWW-Authenticate header of 401 responses. */
  challenge?: string;
  /** Which pages can read responses. */
  cors: Cors;
  /** Verifies the signature and charges the quota in one step. */
  authenticate(incoming: IncomingRequest<R>): Promise<A>;
  /** Throws if authentication failed. */
  accept(authentication: A, incoming: IncomingRequest<R>): AcceptedRequest;
  /** Throws if the caller must not use the route. */
  authorize?(authentication: A, match: Match<R>): void;
  /** Runs before a successful response is sent. `ownerIds` are the users that the operation named. Throws to withhold it. */
  recordAccess?(authentication: A, match: Match<R>, ownerIds: ReadonlySet<number>): Promise<void>;
  /** Returns how an error of authentication is recorded and rendered; undefined for other errors. */
  rejectionOf(thrown: unknown): RejectedRequest | undefined;
  /** Who shares a quota, in the message about an exhausted one. */
  quotaSubject: 'company' | 'application';
  timeZoneOf(accepted: AcceptedRequest): Promise<string>;
};

type IncomingRequest<R> = {
  request: Request;
  response: Response;
  signed: SignedRequest;
  /** The name of the route, or `unknown`. */
  endpoint: string;
  route: R | undefined;
};

/** An authenticated request whose quota was charged. */
type AcceptedRequest = {
  caller: Caller;
  company?: RequestContext['company'];
  access?: RequestContext['access'];
  compatibility?: RequestContext['compatibility'];
  source: Source;
  /** The origins whose pages can read the response. */
  origins: readonly string[];
  quotaType: QuotaType;
  rateLimit: RateLimit;
  /** Unix time in seconds by the clock of Redis. */
  now: number;
  /** Set if the quota is exhausted. */
  exhausted: Rejection | undefined;
};

/** A request that failed authentication. */
type RejectedRequest = {
  /** Undefined if the company is unknown. */
  rejection: Rejection | undefined;
  send(response: Response): void;
};

export type PipelineDependencies<D> = {
  /** What the operations need. */
  operations: D;
  recorder: Pick<ResponseRecorder, 'recordResponse'>;
  rejections: RejectionRecorder;
  outageGuard: OutageGuard;
  fail: ErrorResponder;
};

/** Name of requests without a route in the consumption log. */
const UNKNOWN_ENDPOINT = 'unknown';

/**
 * Handles the requests of an API: authenticate → quota → route → authorize → respond → record. The middleware in app.ts
 * runs first: it assigns the request id and reads small bodies. Larger ones are read after authentication.
 */
export function createRequestPipeline<D, R extends Route<D>, A>(
  api: ApiProfile<R, A>,
  { operations, recorder, rejections, outageGuard, fail }: PipelineDependencies<D>,
): RequestHandler {
  const compression = createCompression();
  return async (request, response, next) => {
    const started = performance.now();
    const target = parseRequestTarget(request.originalUrl);
    const match = api.routes.match(request.method, target.path);
    const methods = () => api.routes.methodsAt(target.path);
    if (!match && api.sharesHost && !api.routes.has(target.path)) return next();
    if (request.method === 'OPTIONS' && api.routes.has(target.path)) {
      recordFacts(response, { route: 'options' });
      return sendOptions(api.cors, methods(), request, response);
    }
    const endpoint = match?.route.name ?? UNKNOWN_ENDPOINT;
    if (match) recordFacts(response, { route: templateOf(match.route) });
    let accepted: AcceptedRequest | undefined;
    let signed: SignedRequest | undefined;
    // Errors of every operation have the format that Accept prefers.
    addVary(response, 'Accept', 'Origin');
    const compress = compression(request, response);
    try {
      // Authenticate and charge the quota
      signed = signedRequest(request.method, target);
      if (!match && api.sharesHost) throw noRoute(methods(), response);
      const incoming = { request, response, signed, endpoint, route: match?.route };
      const authentication = await outageGuard.guard(api.authenticate(incoming));
      accepted = api.accept(authentication, incoming);
      recordFacts(response, { companyId: accepted.caller.companyId, ...sourceId(accepted.source) });
      setQuotaHeaders(response, accepted.rateLimit);
      api.cors.allowCaller(request, response, accepted.origins);
      if (accepted.exhausted) {
        rejections.record(accepted.exhausted, endpoint, request, response);
        throw quotaExhausted(accepted, api.quotaSubject, await outageGuard.guard(api.timeZoneOf(accepted)));
      }
      // Route
      if (!match) throw noRoute(methods(), response);
      api.authorize?.(authentication, match);
      // Throws if the body is too large: the request is counted nevertheless.
      if (isBodyPending(request)) await readBody(request);
      else bodyOf(request);
      if (api.formCredentials) removeCredentials(request, signed);
      const { caller, company, access, compatibility } = accepted;
      const ownerIds = new Set<number>();
      const { params } = match;
      const context = { caller, company, access, compatibility, ownerIds, signed, params, request };
      // Respond
      const apiResponse = await outageGuard.guard(
        compatibility
          ? handleFor2012(match.route, context, operations)
          : match.route.operation.handle(context, operations),
      );
      if (api.recordAccess && isSuccess(apiResponse))
        await outageGuard.guard(api.recordAccess(authentication, match, ownerIds));
      await deliver(apiResponse, request, response, isCompressible(match.route) ? compress : undefined);
    } catch (thrown) {
      if (!accepted) await api.cors.allowKnown(request, response);
      const rejected = api.rejectionOf(thrown);
      if (rejected) {
        if (rejected.rejection) rejections.record(rejected.rejection, endpoint, request, response);
        rejected.send(response);
      } else {
        if (api.challenge && isUnauthenticated(thrown)) {
          recordUnidentified(response);
          setHeader(response, 'WWW-Authenticate', api.challenge);
        }
        const hasFormats = !match || match.route.operation.formats;
        const isXml = accepted?.compatibility
          ? respondsWithXml2012(request, signed?.parameters, match?.route)
          : hasFormats && requestsXml(request, signed?.parameters);
        fail(thrown, request, response, isXml ? xmlResponse : undefined);
      }
    } finally {
      // Record
      if (accepted && !accepted.exhausted) {
        const { caller, source } = accepted;
        const milliseconds = performance.now() - started;
        recorder.recordResponse(caller.companyId, source, endpoint, response.statusCode, milliseconds);
      }
    }
  };
}

const templates = new WeakMap<object, string>();

/** All paths of a route share the template of the current one. */
function templateOf(route: Pick<Route<never>, 'paths'>): string {
  const known = templates.get(route);
  if (known !== undefined) return known;
  const template = routeTemplate(route.paths[0] ?? '');
  templates.set(route, template);
  return template;
}

function setQuotaHeaders(response: Response, { limit, remaining, reset }: RateLimit): void {
  setHeader(response, 'X-RateLimit-Limit', String(limit));
  setHeader(response, 'X-RateLimit-Remaining', String(remaining));
  setHeader(response, 'X-RateLimit-Reset', String(reset));
}

function quotaExhausted({ quotaType, rateLimit, now }: AcceptedRequest, subject: string, timeZone: string): VitaeError {
  const { limit, reset } = rateLimit;
  const message = exhaustedMessage(quotaType, limit, reset, timeZone, subject);
  return new VitaeError('RESOURCE_EXHAUSTED', 'rate_limited', message, { retryAfter: reset - now });
}

/** 404 for an unknown path, 405 with `Allow` for an unsupported method. */
function noRoute(methods: string[], response: Response): VitaeError {
  if (methods.length === 0) return routeNotFound();
  setHeader(response, 'Allow', methods.join(', '));
  return new VitaeError('UNIMPLEMENTED', 'method_not_allowed', `This path supports ${methods.join(', ')}.`);
}

const FORM_CREDENTIALS = /(?:^|&)(?:oauth_\w+|apiKey)=[^&]*/g;

/** A form may carry the signature (RFC 5849 section 3.5.2), which is not a field of the operation. */
function removeCredentials(request: Request, { parameters: { repeated } }: SignedRequest): void {
  if (repeated !== undefined) {
    const field = textOf(repeated) ?? 'a parameter';
    throw invalid(`${field}: was sent more than once`, [{ field, message: 'was sent more than once' }]);
  }
  if (!request.is('application/x-www-form-urlencoded')) return;
  request.body = Buffer.from(bodyOf(request).toString('latin1').replace(FORM_CREDENTIALS, ''), 'latin1');
}

function isSuccess(apiResponse: ApiResponse): boolean {
  return 'stream' in apiResponse || apiResponse.status < 400;
}

async function deliver(
  apiResponse: ApiResponse,
  request: Request,
  response: Response,
  compress: Compress | undefined,
): Promise<void> {
  if ('stream' in apiResponse) {
    applyPendingHeaders(response);
    await apiResponse.stream(request, response);
  } else sendResponse(response, compress ? await compress(apiResponse) : apiResponse);
}

// RFC 9110 section 15.5.2: a 401 response has a challenge.
function isUnauthenticated(thrown: unknown): boolean {
  return thrown instanceof VitaeError && thrown.code === 'UNAUTHENTICATED';
}
