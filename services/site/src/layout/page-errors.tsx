import { httpStatus, VitaeError } from '@vitae/kit/errors';
import type { Logger } from '@vitae/kit/log';
import type { ErrorRequestHandler } from 'express';
import { requestIdOf } from '@vitae/kit/http/request-id';
import { ErrorPage, type ErrorPageProps } from '../components/error-page.tsx';
import { DEFAULT_LOCALE, negotiateLocale, parseLocale } from '../locales/locale.ts';
import { sendPage } from './render.ts';
import { readCookie } from '../sessions/cookie.ts';

/** Answers errors of pages with a page. */
export function answerPageErrors(log: Logger): ErrorRequestHandler {
  return (thrown: unknown, request, response, _next) => {
    const error = VitaeError.from(thrown);
    const status = httpStatus(error);
    const requestId = requestIdOf(response);
    if (status >= 500) log.error({ err: error, requestId, method: request.method, status }, 'A page failed');
    // What was begun cannot become another page: the client sees that it is cut off.
    if (response.headersSent) return void response.destroy();
    const locale =
      parseLocale(request.path.split('/')[1]) ??
      parseLocale(readCookie(request, 'vitae_language')) ??
      negotiateLocale(request.headers['accept-language']) ??
      DEFAULT_LOCALE;
    if (error.retryAfter !== undefined) response.set('Retry-After', String(Math.max(1, Math.ceil(error.retryAfter))));
    sendPage(
      response,
      <ErrorPage locale={locale} path={request.path} words={wordsFor(status)} requestId={requestId} />,
      { status },
    );
  };
}

function wordsFor(status: number): ErrorPageProps['words'] {
  if (status === 404) return 'notFound';
  if (status < 500) return 'expired';
  return status === 503 || status === 504 ? 'unavailable' : 'internal';
}
