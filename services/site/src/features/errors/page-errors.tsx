import { httpStatus, VitaeError } from '@vitae/kit/errors';
import { recordFacts } from '@vitae/kit/http/log-requests';
import { requestIdOf } from '@vitae/kit/http/request-id';
import type { Logger } from '@vitae/kit/log';
import { parseLocale } from '@vitae/proto/locale';
import type { ErrorRequestHandler } from 'express';
import { sendPage } from '../../layout/render.ts';
import { browserLocale } from '../../locales/locale.ts';
import { readCookie } from '../../sessions/cookie.ts';
import { ErrorPage, type ErrorPageProps } from './error-page.tsx';
import { isFrameExpected, sendFramedProblem } from './framed-problem.tsx';

/** Renders an error page for errors of page handlers. */
export function handlePageErrors(log: Logger): ErrorRequestHandler {
  return (thrown: unknown, request, response, _next) => {
    const error = VitaeError.from(thrown);
    const status = httpStatus(error);
    const requestId = requestIdOf(response);
    recordFacts(response, { outcome: error.reason });
    if (status >= 500) log.error({ err: error, requestId, method: request.method, status }, 'Page request failed');
    // A response that has started cannot become an error page. Closing the connection tells the client that it is incomplete.
    if (response.headersSent) return void response.destroy();
    const locale =
      parseLocale(request.path.split('/')[1]) ??
      parseLocale(readCookie(request, 'vitae_language')) ??
      browserLocale(request);
    if (error.retryAfter !== undefined) response.set('Retry-After', String(Math.max(1, Math.ceil(error.retryAfter))));
    if (isFrameExpected(response) && (status === 429 || status >= 500)) {
      const problem = status === 429 ? 'tooMany' : 'unavailable';
      return sendFramedProblem(response, { locale, path: request.originalUrl, problem }, status);
    }
    sendPage(
      response,
      <ErrorPage locale={locale} path={request.path} problem={problemOf(status)} requestId={requestId} />,
      { status },
    );
  };
}

function problemOf(status: number): ErrorPageProps['problem'] {
  if (status === 400) return 'invalid';
  if (status === 404) return 'notFound';
  if (status === 413) return 'tooLarge';
  if (status < 500) return 'expired';
  return status === 503 || status === 504 ? 'unavailable' : 'internal';
}
