import { VitaeError } from '@vitae/kit/errors';
import { etagResponse } from '@vitae/kit/http/response';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { RequestHandler } from 'express';
import { ALWAYS_REVALIDATE } from './cv-page-headers.ts';

const PATH = /^\/pictures\/([\w-]{1,60}\.(?:png|jpg))$/;

/**
 * Serves logos of experiences at the unguessable paths that CVs contain (`{site_url}` before `logo`). A path always
 * refers to the same picture, but caches revalidate for each request, so that deletion takes effect immediately.
 */
export function serveLogos({ call }: Pick<ResumeClient, 'call'>): RequestHandler {
  return async (request, response, next) => {
    const name = PATH.exec(request.path)?.[1];
    if (name === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return next();
    try {
      const { content, contentType } = await call.GetPublicPicture({ name });
      const { status, body } = etagResponse(content, `"${name}"`, request.headers['if-none-match']);
      response
        .set({
          'Content-Type': contentType,
          'Cache-Control': ALWAYS_REVALIDATE,
          'Content-Security-Policy': "default-src 'none'; sandbox",
          'Cross-Origin-Resource-Policy': 'cross-origin',
          'X-Content-Type-Options': 'nosniff',
          ETag: `"${name}"`,
        })
        .status(status)
        .send(body);
    } catch (error) {
      if (error instanceof VitaeError && error.code === 'NOT_FOUND') next();
      else next(error);
    }
  };
}
