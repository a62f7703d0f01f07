import { recordFacts } from '@vitae/kit/http/log-requests';
import { parseLocale } from '@vitae/proto/locale';
import type { Request, Response } from 'express';
import { queryOf } from '../../layout/form.ts';
import { sendPage } from '../../layout/render.ts';
import { browserLocale } from '../../locales/locale.ts';
import type { Cookie } from '../../sessions/cookie.ts';
import { hideFromSearch } from './cv-page-headers.ts';
import {
  type FilePaths,
  LockedPage,
  MissingPage,
  type PublicView,
  TooManyPage,
  type UnlockFailure,
  WaitingPage,
} from './replacement-pages.tsx';

/** Sends pages in the visitor's language that replace a CV or one of its files. */
export type PublicResponses = {
  missing(request: Request, response: Response): void;
  locked(request: Request, response: Response, path: string, failure?: UnlockFailure): void;
  /** Sends 202 with a page that loads the file again until it is ready. */
  waiting(request: Request, response: Response, paths: FilePaths): void;
  tooMany(request: Request, response: Response, retryAfter: number): void;
};

/** Interval at which browsers reload while a file is rendered. */
const RELOAD_SECONDS = 2;

export function createPublicResponses(languageCookie: Cookie): PublicResponses {
  const viewOf = (request: Request, path = request.baseUrl + request.path): PublicView => ({
    path,
    locale:
      parseLocale(queryOf(request, 'locale')) ?? parseLocale(languageCookie.read(request)) ?? browserLocale(request),
  });
  return {
    missing: (request, response) => {
      hideFromSearch(response);
      recordFacts(response, { outcome: 'not_found' });
      sendPage(response, <MissingPage view={viewOf(request)} />, { status: 404 });
    },
    locked: (request, response, path, failure) => {
      hideFromSearch(response);
      if (typeof failure === 'object') response.set('Retry-After', String(failure.retryAfter));
      sendPage(response, <LockedPage view={viewOf(request, path)} failure={failure} />, {
        status: lockedStatus(failure),
      });
    },
    waiting: (request, response, paths) => {
      hideFromSearch(response);
      response.set({ 'Retry-After': String(RELOAD_SECONDS), Refresh: `${RELOAD_SECONDS}; url=${paths.file}` });
      sendPage(response, <WaitingPage view={viewOf(request)} paths={paths} />, { status: 202 });
    },
    tooMany: (request, response, retryAfter) => {
      hideFromSearch(response);
      recordFacts(response, { outcome: 'rate_limited' });
      response.set('Retry-After', String(retryAfter));
      sendPage(response, <TooManyPage view={viewOf(request)} retryAfter={retryAfter} />, { status: 429 });
    },
  };
}

function lockedStatus(failure: UnlockFailure | undefined): number {
  if (failure === undefined) return 200;
  return typeof failure === 'object' ? 429 : 403;
}
