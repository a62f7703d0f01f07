import { httpStatus, VitaeError } from '@vitae/kit/errors';
import { recordFacts } from '@vitae/kit/http/log-requests';
import { requestIdOf } from '@vitae/kit/http/request-id';
import type { Logger } from '@vitae/kit/log';
import { parseLocale } from '@vitae/proto/locale';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { wantsJson } from '../../layout/form.ts';
import { sendPage } from '../../layout/render.ts';
import { browserLocale } from '../../locales/locale.ts';
import { readCookie } from '../../sessions/cookie.ts';
import { ErrorPage, type ErrorPageProps } from './error-page.tsx';
import { failedFormOf } from './failed-form.ts';
import { isFrameExpected, sendFramedProblem } from './framed-problem.tsx';

/** For temporary errors that do not say when to retry. */
const RETRY_SECONDS = 5;

/**
 * Renders an error page for errors of page handlers. With `publicUrl`, the page repeats a form that could not be
 * handled.
 */
export function handlePageErrors(log: Logger, publicUrl?: string): ErrorRequestHandler {
  return async (thrown: unknown, request, response, _next) => {
    const error = VitaeError.from(thrown);
    const status = httpStatus(error);
    const requestId = requestIdOf(response);
    recordFacts(response, { outcome: error.reason });
    if (status >= 500) log.error({ err: error, requestId, method: request.method, status }, 'Page request failed');
    // A response that has started cannot become an error page. Closing the connection tells the client that it is
    // incomplete.
    if (response.headersSent) return void response.destroy();
    return sendErrorPage(error, request, response, publicUrl);
  };
}

/**
 * Sends an error page, or its problem as JSON to a script. With `publicUrl`, it repeats the form if the request may
 * succeed later. `readsBody` is false if the rest of a body must not be received for it.
 */
export async function sendErrorPage(
  error: VitaeError,
  request: Request,
  response: Response,
  publicUrl?: string,
  readsBody = true,
): Promise<void> {
  const status = httpStatus(error);
  const locale =
    parseLocale(request.path.split('/')[1]) ??
    parseLocale(readCookie(request, 'vitae_language')) ??
    browserLocale(request);
  const problem = error.reason === 'overloaded' ? 'overloaded' : problemOf(status);
  const retryAfter = error.retryAfter ?? (problem === 'unavailable' ? RETRY_SECONDS : undefined);
  if (retryAfter !== undefined) response.set('Retry-After', String(Math.max(1, Math.ceil(retryAfter))));
  if (wantsJson(request)) return void response.status(status).set('Cache-Control', 'no-store').json({ problem });
  const mayRepeat = status === 429 || status >= 500;
  if (isFrameExpected(response) && mayRepeat) {
    const framed = status === 429 ? 'tooMany' : 'unavailable';
    return sendFramedProblem(response, { locale, path: request.originalUrl, problem: framed }, status);
  }
  const failedForm =
    publicUrl !== undefined && mayRepeat ? await failedFormOf(request, publicUrl, readsBody) : undefined;
  const path = request.baseUrl + request.path;
  const requestId = requestIdOf(response);
  sendPage(response, <ErrorPage {...{ locale, path, problem, requestId, failedForm }} />, { status });
}

function problemOf(status: number): ErrorPageProps['problem'] {
  if (status === 400) return 'invalid';
  if (status === 404) return 'notFound';
  if (status === 413) return 'tooLarge';
  if (status < 500 && status !== 429) return 'expired';
  return status === 429 || status === 503 || status === 504 ? 'unavailable' : 'internal';
}
