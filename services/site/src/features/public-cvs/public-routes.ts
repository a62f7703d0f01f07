import { companyCaller } from '@vitae/kit/caller';
import type { Clock } from '@vitae/kit/clock';
import { requestIdOf } from '@vitae/kit/http/request-id';
import type { Logger } from '@vitae/kit/log';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import { exportSource } from '@vitae/proto/export-source';
import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import { formOf, queryOf } from '../../layout/form.ts';
import { handlePageErrors } from '../../layout/page-errors.tsx';
import { seeOther } from '../../layout/render.ts';
import { cvAddressOf } from './cv-address.ts';
import { type CvFiles, notReadyYet } from './cv-files.ts';
import { entityTagOf, hasAlready, keptWhen, setCvPageHeaders } from './cv-page-headers.ts';
import { isIndexed, showCv } from './cv-view.ts';
import { findCv, isMissing, type ShownCv } from './find-cv.ts';
import { pageFormatOf } from './page-formats.ts';
import type { PublicResponses } from './public-responses.tsx';
import { type UnlockDependencies, unlock } from './unlock.ts';
import type { UnlockedCvs } from './unlocked-cvs.ts';
import type { CountVisit } from './visits.ts';

export type PublicRoutesDependencies = UnlockDependencies & {
  resume: Pick<ResumeClient, 'call'>;
  files: CvFiles;
  responses: PublicResponses;
  unlocked: UnlockedCvs;
  countVisit: CountVisit;
  clock: Clock;
  log: Logger;
};

/** A look at a CV that is there. */
type CvContext = { request: Request; response: Response; cv: ShownCv; requestId: string };

const PAGES = ['/p/:userSlug', '/p/:userSlug/:cvSlug', '/c/:token'];

/** The CVs on the web: their pages, pictures and files. */
export function publicRoutes(dependencies: PublicRoutesDependencies): Router {
  const { resume, files, responses, unlocked, countVisit, publicUrl, clock, log } = dependencies;
  const router = Router();

  /** A CV that is there; any other is as if it had never been. */
  const onCv =
    (show: (at: CvContext) => Promise<unknown> | unknown): RequestHandler =>
    async (request, response) => {
      const cv = await findCv(resume, cvAddressOf(request));
      if (!cv) return responses.missing(request, response);
      try {
        await show({ request, response, cv, requestId: requestIdOf(response) });
      } catch (thrown) {
        // It was deleted while it was read.
        if (!isMissing(thrown) || response.headersSent) throw thrown;
        responses.missing(request, response);
      }
    };

  /** A CV that the visitor may open; who has not given its password is asked for it. */
  const onOpenCv = (show: (at: CvContext) => Promise<unknown> | unknown): RequestHandler =>
    onCv((at) =>
      unlocked.mayOpen(at.request, at.cv) ? show(at) : responses.locked(at.request, at.response, at.cv.path),
    );

  /** What the page shows was true a moment ago: whether it is still, after something that took its time. */
  const isStill = async ({ request, cv }: CvContext): Promise<boolean> => {
    const now = await findCv(resume, cvAddressOf(request));
    return now !== undefined && now.revision === cv.revision && unlocked.mayOpen(request, now);
  };

  const showPicture = onCv(async (at) => {
    const { request, response, cv } = at;
    if (cv.protected) return responses.missing(request, response);
    const file = await files.make(request, response, cv, 'preview');
    if ('retryAfter' in file) return responses.tooMany(request, response, file.retryAfter);
    if (!file.ready) throw notReadyYet();
    return (await isStill(at))
      ? files.sendPicture(request, response, file.address)
      : responses.missing(request, response);
  });
  for (const page of PAGES) router.get(`${page}/preview.png`, showPicture);

  router.get(
    '/c/:token/export',
    onOpenCv(async (at) => {
      const { request, response, cv } = at;
      const format = pageFormatOf(queryOf(request, 'format'));
      if (!format) return responses.missing(request, response);
      const file = await files.make(request, response, cv, format);
      if ('retryAfter' in file) return responses.tooMany(request, response, file.retryAfter);
      // Also when it was changed meanwhile: whoever comes back gets what is there then, or learns that it is gone.
      if (!file.ready || !(await isStill(at)))
        return responses.waiting(request, response, `${cv.path}/export?format=${format}`);
      return files.send(request, response, cv, file.address);
    }),
  );

  router.get(
    '/c/:token/photo',
    onOpenCv(async ({ request, response, cv, requestId }) => {
      if (cv.anonymized) return responses.missing(request, response);
      const caller = companyCaller(cv.companyId, requestId);
      const picture = await resume.call.GetCvPicture({ id: cv.id, experienceId: 0 }, { caller });
      const entityTag = entityTagOf(picture.content.toString('base64'));
      response.set({ 'Cache-Control': keptWhen(cv), ETag: entityTag, Vary: 'Cookie' });
      if (hasAlready(request, entityTag)) response.status(304).end();
      else response.type(picture.contentType).send(picture.content);
    }),
  );

  const showPage = onOpenCv(async ({ request, response, cv, requestId }) => {
    const caller = companyCaller(cv.companyId, requestId);
    const { document } = await resume.call.GetExportSource({ id: cv.id }, { caller });
    const source = exportSource.parse(JSON.parse(document.toString('utf8')));
    const { html, styles } = showCv(cv, source, publicUrl, clock.now());
    setCvPageHeaders(response, { styles, indexed: isIndexed(cv), protected: cv.protected });
    countVisit(request, cv, requestId);
    if (cv.protected) return response.type('html').send(html);
    const entityTag = entityTagOf(html);
    response.set('ETag', entityTag);
    return hasAlready(request, entityTag) ? response.status(304).end() : response.type('html').send(html);
  });

  const tryPassword = onCv(async ({ request, response, cv, requestId }) => {
    if (!cv.protected) return seeOther(response, cv.path);
    const tried = await unlock(request, cv, formOf(request).get('password'), requestId, dependencies);
    if ('failure' in tried) return responses.locked(request, response, cv.path, tried.failure);
    unlocked.remember(response, cv.id, tried.version);
    return seeOther(response, cv.path);
  });

  for (const page of PAGES) router.route(page).get(showPage).post(tryPassword);
  router.use(['/p', '/c'], (request, response) => responses.missing(request, response));
  router.use(['/p', '/c'], missingWhenUnreadable(responses));
  router.use(['/p', '/c'], handlePageErrors(log));
  return router;
}

/** An address whose escapes mean nothing is nobody's. */
function missingWhenUnreadable(responses: PublicResponses): ErrorRequestHandler {
  return (thrown, request, response, next) => {
    if (thrown instanceof URIError) responses.missing(request, response);
    else next(thrown);
  };
}
