import { STATUS_CODES } from 'node:http';
import type { Express, Request, Response } from 'express';
import { httpStatus, type VitaeError } from '../errors.ts';
import { type BufferedResponse, jsonResponse, type ResponseHeaders } from './response.ts';

const SITE = 'site of the documentation';
const PROBLEM_TYPE = 'application/problem+json';

/** Makes the errors of a process link to the error reference, which the site serves. */
export function linkErrorReference(app: Express, siteUrl: string): void {
  app.set(SITE, siteUrl);
}

/** Returns the address of a reason in the error reference; undefined if the site is not known. */
function referenceOf(reason: string, { app }: Request | Response): string | undefined {
  const site = app.get(SITE) as string | undefined;
  return site && `${site}/docs/errors#${reason}`;
}

/** Returns a link to a reason in the error reference, and from unknown paths to the descriptions of the API (RFC 8631). */
export function helpHeaders(reason: string, message: Request | Response): ResponseHeaders {
  const site = message.app.get(SITE) as string | undefined;
  if (!site) return {};
  const help = `<${referenceOf(reason, message)}>; rel="help"`;
  const descriptions = `, <${site}/docs>; rel="service-doc", <${site}/docs/openapi.json>; rel="service-desc"`;
  return { Link: reason === 'route_not_found' ? help + descriptions : help };
}

/** Responds with `{error: {code, message, details}}`, or with a problem document (RFC 9457) if the client prefers it. */
export function errorResponse(
  error: VitaeError,
  request: Request,
  status = error.status ?? httpStatus(error),
): BufferedResponse {
  const headers = helpHeaders(error.reason, request);
  if (error.retryAfter !== undefined) headers['Retry-After'] = Math.max(1, Math.ceil(error.retryAfter));
  const details = error.details.length > 0 ? { details: error.details } : {};
  if (!prefersProblem(request))
    return jsonResponse({ error: { code: status, message: error.message, ...details } }, status, headers);
  const problem = {
    type: referenceOf(error.reason, request) ?? 'about:blank',
    title: STATUS_CODES[status],
    status,
    detail: error.message,
    reason: error.reason,
    ...details,
  };
  return jsonResponse(problem, status, { ...headers, 'Content-Type': `${PROBLEM_TYPE}; charset=utf-8` });
}

/** Clients that accept both formats can read problem documents. */
function prefersProblem({ headers }: Request): boolean {
  const accept = (headers.accept ?? '').toLowerCase();
  if (!accept.includes(PROBLEM_TYPE)) return false;
  const quality = namedQuality(accept, PROBLEM_TYPE);
  return quality > 0 && quality >= namedQuality(accept, 'application/json');
}

/** Returns the quality of a type that Accept names; 0 for other types (RFC 9110 section 12.4.2). */
function namedQuality(accept: string, type: string): number {
  for (const part of accept.split(',')) {
    const [name, ...parameters] = part.split(';').map((text) => text.trim());
    if (name !== type) continue;
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    return quality === undefined ? 1 : Number(quality.slice(2)) || 0;
  }
  return 0;
}
