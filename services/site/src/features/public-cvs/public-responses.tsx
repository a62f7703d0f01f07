import { parseLocale } from '@vitae/proto/locale';
import type { Request, Response } from 'express';
import { queryOf } from '../../layout/form.ts';
import { sendPage } from '../../layout/render.ts';
import { browserLocale } from '../../locales/locale.ts';
import type { Cookie } from '../../sessions/cookie.ts';
import { hideFromSearch } from './cv-page-headers.ts';
import {
  LockedPage,
  MissingPage,
  type PublicView,
  TooManyPage,
  type UnlockFailure,
  WaitingPage,
} from './public-pages.tsx';

/** What a visitor gets in the place of a CV or of its file, in the visitor's language. */
export type PublicResponses = {
  missing(request: Request, response: Response): void;
  locked(request: Request, response: Response, path: string, failure?: UnlockFailure): void;
  /** 202, and comes back by itself. */
  waiting(request: Request, response: Response, again: string): void;
  tooMany(request: Request, response: Response, retryAfter: number): void;
};

/** After which a browser looks again for a file that is being made. */
const LOOK_AGAIN_SECONDS = 2;

export function createPublicResponses(languageCookie: Cookie): PublicResponses {
  const viewOf = (request: Request, path = request.baseUrl + request.path): PublicView => ({
    path,
    locale:
      parseLocale(queryOf(request, 'locale')) ?? parseLocale(languageCookie.read(request)) ?? browserLocale(request),
  });
  return {
    missing: (request, response) => {
      hideFromSearch(response);
      sendPage(response, <MissingPage view={viewOf(request)} />, { status: 404 });
    },
    locked: (request, response, path, failure) => {
      hideFromSearch(response);
      if (typeof failure === 'object') response.set('Retry-After', String(failure.retryAfter));
      sendPage(response, <LockedPage view={viewOf(request, path)} failure={failure} />, {
        status: lockedStatus(failure),
      });
    },
    waiting: (request, response, again) => {
      hideFromSearch(response);
      response.set({ 'Retry-After': String(LOOK_AGAIN_SECONDS), Refresh: `${LOOK_AGAIN_SECONDS}; url=${again}` });
      sendPage(response, <WaitingPage view={viewOf(request)} again={again} />, { status: 202 });
    },
    tooMany: (request, response, retryAfter) => {
      hideFromSearch(response);
      response.set('Retry-After', String(retryAfter));
      sendPage(response, <TooManyPage view={viewOf(request)} retryAfter={retryAfter} />, { status: 429 });
    },
  };
}

function lockedStatus(failure: UnlockFailure | undefined): number {
  if (failure === undefined) return 200;
  return typeof failure === 'object' ? 429 : 403;
}
