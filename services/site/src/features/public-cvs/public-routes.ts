import { companyCaller } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import { requestIdOf } from '@vitae/kit/http/request-id';
import type { Logger } from '@vitae/kit/log';
import { runInSlices } from '@vitae/kit/slices';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { ExportSource } from '@vitae/proto/export-source';
import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import { z } from 'zod';
import { cvFonts } from '../../layout/assets.ts';
import { formOf, queryOf } from '../../layout/form.ts';
import { seeOther } from '../../layout/render.ts';
import type { KnownDevices } from '../../sessions/known-devices.ts';
import { handlePageErrors } from '../errors/page-errors.tsx';
import type { ApplicationAccess } from './application-access.ts';
import { currentPath, cvAddressOf } from './cv-address.ts';
import { type CvFiles, pageFormatOf, pictureNotReady } from './cv-files.ts';
import {
  ALWAYS_REVALIDATE,
  cacheControlOf,
  entityTagOf,
  hideFromSearch,
  matchesEntityTag,
  setCvPageHeaders,
} from './cv-page-headers.ts';
import { findCv, isMissing, type ShownCv } from './find-cv.ts';
import { createPageCache } from './page-cache.ts';
import type { PublicResponses } from './public-responses.tsx';
import { isIndexed, renderCv } from './render-cv.ts';
import { cvAccount, type UnlockDependencies, unlock } from './unlock.ts';
import type { UnlockedCvs } from './unlocked-cvs.ts';
import type { CountVisit } from './visits.ts';

export type PublicRoutesDependencies = UnlockDependencies & {
  resume: Pick<ResumeClient, 'call'>;
  applicationAccess: ApplicationAccess;
  files: CvFiles;
  responses: PublicResponses;
  unlocked: UnlockedCvs;
  devices: KnownDevices;
  countVisit: CountVisit;
  clock: Clock;
  log: Logger;
};

/** A request for an existing CV. */
type CvContext = { request: Request; response: Response; cv: ShownCv; requestId: string };
type CvHandler = (context: CvContext) => Promise<unknown> | unknown;

const PUBLIC_PAGES = ['/p/:userSlug', '/p/:userSlug/:cvSlug'];
const PAGES = [...PUBLIC_PAGES, '/c/:token'];

/** Public pages of CVs with their pictures and files. */
export function publicRoutes(dependencies: PublicRoutesDependencies): Router {
  const { responses, log } = dependencies;
  const access = createCvAccess(dependencies);
  const router = Router();
  for (const { path, serve } of cvFonts.values()) router.get(path, serve);
  router.get(
    PAGES.map((page) => `${page}/preview.png`),
    access.onCv(previewHandler(dependencies, access)),
  );
  router.get('/c/:token/export', access.onOpenCv(exportHandler(dependencies, access)));
  router.get('/c/:token/photo', access.onOpenCv(photoHandler(dependencies)));
  // Named in the profile of a user (user API). Clients of other sites show it.
  router.get(
    PUBLIC_PAGES.map((page) => `${page}/photo.jpg`),
    access.onOpenCv(photoHandler(dependencies, { isEmbedded: true })),
  );
  router.get(PAGES, access.onOpenCv(pageHandler(dependencies)));
  router.post(PAGES, access.onCv(passwordHandler(dependencies)));
  router.use(['/p', '/c'], (request, response) => responses.missing(request, response));
  router.use(['/p', '/c'], missingOnMalformedPath(responses));
  router.use(['/p', '/c'], handlePageErrors(log));
  return router;
}

type CvAccess = {
  /** Handles requests for existing CVs. Other addresses get the same response whether or not the CV ever existed. */
  onCv(show: CvHandler): RequestHandler;
  /** Handles requests for CVs that the visitor may open. Others see the password form. */
  onOpenCv(show: CvHandler): RequestHandler;
  /** Returns whether the CV is unchanged and still open to the visitor, for responses that took a while. */
  isCurrent(context: CvContext): Promise<boolean>;
};

function createCvAccess(dependencies: PublicRoutesDependencies): CvAccess {
  const { responses, unlocked } = dependencies;
  const onCv: CvAccess['onCv'] = (show) => async (request, response) => {
    const cv = await findCv(dependencies, cvAddressOf(request));
    if (!cv) return responses.missing(request, response);
    const current = currentPath(request, cv);
    if (current !== undefined) return redirectToCurrent(request, response, current);
    try {
      await show({ request, response, cv, requestId: requestIdOf(response) });
    } catch (thrown) {
      // The CV was deleted while it was read.
      if (!isMissing(thrown) || response.headersSent) throw thrown;
      responses.missing(request, response);
    }
  };
  return {
    onCv,
    onOpenCv: (show) =>
      onCv((context) => {
        const { request, response, cv } = context;
        return unlocked.mayOpen(request, cv) ? show(context) : responses.locked(request, response, cv.path);
      }),
    isCurrent: async ({ request, cv }) => {
      const current = await findCv(dependencies, cvAddressOf(request));
      return current !== undefined && current.revision === cv.revision && unlocked.mayOpen(request, current);
    },
  };
}

/** Sends a visitor of a former address to the current one, which may change again. */
function redirectToCurrent(request: Request, response: Response, path: string): void {
  const { search } = new URL(request.originalUrl, 'http://site');
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  // Clients of other sites show the photo of a profile, also from a former address.
  response.set({ 'Cache-Control': ALWAYS_REVALIDATE, 'Cross-Origin-Resource-Policy': 'cross-origin' });
  response.redirect(isRead ? 301 : 308, path + search);
}

function previewHandler(dependencies: PublicRoutesDependencies, { isCurrent }: CvAccess): CvHandler {
  const { files, responses, applicationAccess } = dependencies;
  return async (context) => {
    const { request, response, cv } = context;
    if (cv.protected) return responses.missing(request, response);
    const file = await files.create(request, response, cv, 'preview');
    if ('retryAfter' in file) return responses.tooMany(request, response, file.retryAfter);
    if (!file.ready) throw pictureNotReady();
    if (!(await isCurrent(context))) return responses.missing(request, response);
    await applicationAccess.record(cv);
    return files.sendPicture(request, response, file.address);
  };
}

function exportHandler(dependencies: PublicRoutesDependencies, { isCurrent }: CvAccess): CvHandler {
  const { files, responses, applicationAccess } = dependencies;
  return async (context) => {
    const { request, response, cv } = context;
    const format = pageFormatOf(queryOf(request, 'format'));
    if (!format) return responses.missing(request, response);
    const file = await files.create(request, response, cv, format);
    if ('retryAfter' in file) return responses.tooMany(request, response, file.retryAfter);
    // If the CV changed, the next attempt returns the new file or learns that the CV is gone.
    if (!file.ready || !(await isCurrent(context)))
      return responses.waiting(request, response, { file: `${cv.path}/export?format=${format}`, cv: cv.path });
    await applicationAccess.record(cv);
    return files.send(request, response, cv, file.address);
  };
}

function photoHandler(
  { resume, responses, applicationAccess }: PublicRoutesDependencies,
  { isEmbedded = false }: { isEmbedded?: boolean } = {},
): CvHandler {
  return async ({ request, response, cv, requestId }) => {
    if (cv.anonymized) return responses.missing(request, response);
    const caller = companyCaller(cv.companyId, requestId);
    const picture = await resume.call.GetCvPicture({ id: cv.id, experienceId: 0 }, { caller });
    await applicationAccess.record(cv);
    const entityTag = entityTagOf(picture.content.toString('base64'));
    response.set({ 'Cache-Control': cacheControlOf(cv), ETag: entityTag, Vary: 'Cookie' });
    if (isEmbedded && !cv.protected) response.set('Cross-Origin-Resource-Policy', 'cross-origin');
    if (!isIndexed(cv)) hideFromSearch(response);
    if (matchesEntityTag(request, entityTag)) response.status(304).end();
    else response.type(picture.contentType).send(picture.content);
  };
}

function pageHandler(dependencies: PublicRoutesDependencies): CvHandler {
  const { resume, applicationAccess, countVisit, publicUrl, clock } = dependencies;
  const pageOf = createPageCache({
    render: async (cv, requestId) => {
      const caller = companyCaller(cv.companyId, requestId);
      const { head, document } = await resume.call.GetExportSource({ id: cv.id, withoutPictures: true }, { caller });
      // The resume service validated the CV when it was saved. Validating a large one again would block other requests.
      const source = JSON.parse(document.toString('utf8')) as ExportSource;
      const page = await runInSlices(renderCv(cv, source, publicUrl, clock.now()));
      return { ...page, revision: head?.revision ?? 0 };
    },
    clock,
  });
  return async ({ request, response, cv, requestId }) => {
    const { html, styles, entityTag } = await pageOf(cv, requestId);
    await applicationAccess.record(cv);
    setCvPageHeaders(response, { styles, indexed: isIndexed(cv), protected: cv.protected });
    countVisit(request, cv, requestId);
    if (cv.protected) return response.type('html').send(html);
    response.set('ETag', entityTag);
    return matchesEntityTag(request, entityTag) ? response.status(304).end() : response.type('html').send(html);
  };
}

function passwordHandler(dependencies: PublicRoutesDependencies): CvHandler {
  const { responses, unlocked, devices } = dependencies;
  return async ({ request, response, cv, requestId }) => {
    if (!cv.protected) return seeOther(response, cv.path);
    const { password } = formOf(request).parse({ password: z.string() });
    const result = await unlock(request, cv, password, requestId, dependencies);
    if ('failure' in result) return responses.locked(request, response, cv.path, result.failure);
    unlocked.remember(response, cv.id, result.version);
    devices.remember(request, response, cvAccount(cv.id), String(result.version));
    return seeOther(response, cv.path);
  };
}

/** Malformed percent-encoding in a path is reported like any unknown address. */
function missingOnMalformedPath(responses: PublicResponses): ErrorRequestHandler {
  return (thrown, request, response, next) => {
    if (thrown instanceof URIError) responses.missing(request, response);
    else next(thrown);
  };
}
