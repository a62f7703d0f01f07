import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import { densitySteps } from '@vitae/document/templates/density';
import { unlessReason, VitaeError } from '@vitae/kit/errors';
import { recordFacts } from '@vitae/kit/http/log-requests';
import { requestIdOf } from '@vitae/kit/http/request-id';
import { abortOnDisconnect } from '@vitae/kit/http/response';
import { validate } from '@vitae/kit/validate';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { z } from 'zod';
import { cvFonts, printFonts } from '../../../layout/assets.ts';
import { type Form, longFormOf, queryOf } from '../../../layout/form.ts';
import { createCookie } from '../../../sessions/cookie.ts';
import { isOurForm } from '../../../sessions/csrf.ts';
import type { RateLimit, RateLimiter } from '../../../sessions/rate-limiter.ts';
import { expectFrame, isInFrame, sendFramedProblem } from '../../errors/framed-problem.tsx';
import { setCvPageHeaders } from '../../public-cvs/cv-page-headers.ts';
import { type AccountContext, sendSignedOut } from '../account-context.tsx';
import { ofExistingCv } from '../existing-cv.ts';
import { onlyNumbers } from '../only-numbers.ts';
import { designOfForm } from './design-form.ts';
import type { OwnPictures } from './own-pictures.ts';
import { type Draft, designDraft, partDraft, type RenderedPreview } from './own-preview.ts';
import { addressOf, cvIdOf, onlyEditor } from './part-params.ts';
import { type PreviewView, previewViews } from './preview-view.ts';
import { STORED_PREVIEW } from './script-texts.ts';
import { submissionOf } from './submission.ts';

export type PreviewRoutesDependencies = {
  pictures: Pick<OwnPictures, 'preview'>;
  rate: Pick<RateLimiter, 'count'>;
  /** Public address of the site. */
  publicUrl: string;
};

/** Higher than fast typing needs. */
export const PREVIEWS: RateLimit = { name: 'previews', max: 1_200, windowSeconds: 60, withoutRedis: true };
const DESIGN = '/account/cvs/:id/edit/design/preview';
const PARTS = ['/account/cvs/:id/edit/:section/preview', '/account/cvs/:id/edit/:section/:item/preview'];

const anyView = z.enum(previewViews);
const anyStep = z.enum(densitySteps.map(String));

/** Previews of a CV as it is printed or shown on the web: as stored, and with the unsaved changes of a form. */
export function previewRoutes(account: AccountContext, dependencies: PreviewRoutesDependencies): Router {
  const { pictures, publicUrl } = dependencies;
  const cookie = createCookie('vitae_preview', publicUrl);
  const chosenView = (request: Request): PreviewView => anyView.catch('pages').parse(cookie.read(request));
  /** Counts and renders a preview. If there are too many, calls `tooMany` with the seconds to wait. */
  const withinLimits = async (
    owner: Owner,
    render: () => Promise<void>,
    tooMany: (retryAfter: number) => void,
  ): Promise<void> => {
    const retryAfter = await dependencies.rate.count(PREVIEWS, String(owner.userId));
    if (retryAfter > 0) return tooMany(retryAfter);
    try {
      await render();
    } catch (thrown) {
      const error = VitaeError.from(thrown);
      if (error.reason !== 'rate_limited') throw thrown;
      tooMany(error.retryAfter ?? 1);
    }
  };
  const router = Router();
  for (const { path, serve } of [printFonts, ...cvFonts.values()]) router.get(path, serve);
  router.get('/account/cvs/:id/preview', onlyNumbers, async (request, response) => {
    expectFrame(response);
    const read = await account.read(request, response);
    const { owner } = read.visitor;
    const problemPage = { locale: read.view.locale, path: request.originalUrl };
    if (!owner && !isInFrame(request, response)) return account.sendSignIn(read);
    if (!owner) return sendFramedProblem(response, { ...problemPage, problem: 'signedOut' }, 403);
    const context = { ...read, owner };
    const render = async () => {
      const requested = validate(anyView.optional(), queryOf(request, 'view'));
      const step = validate(anyStep.optional(), queryOf(request, 'step'));
      const options = {
        view: requested ?? chosenView(request),
        step: step === undefined ? undefined : Number(step),
        signal: abortOnDisconnect(request),
      };
      const rendered = await pictures.preview(owner, cvIdOf(request.params), options, requestIdOf(response));
      if (requested) cookie.write(response, requested);
      if (rendered) sendPreview(response, rendered);
    };
    const tooMany = (retryAfter: number) => {
      recordFacts(response, { outcome: 'rate_limited' });
      response.set('Retry-After', String(retryAfter));
      sendFramedProblem(response, { ...problemPage, problem: 'tooMany' }, 429);
    };
    await account.unlessDeleted(context, () =>
      ofExistingCv(account, context, () => withinLimits(owner, render, tooMany)),
    );
  });

  const onDraft =
    (draftOf: (request: Request, form: Form) => Draft | undefined): RequestHandler =>
    async (request, response) => {
      const read = await account.read(request, response);
      const { owner, sessionId } = read.visitor;
      if (!owner) return sendSignedOut(response);
      const context = { ...read, owner };
      const render = async () => {
        const form = await longFormOf(request).catch(unlessReason('body_too_large'));
        if (!form) return reject(response, 413);
        if (!isOurForm(request, form, sessionId, publicUrl)) return reject(response, 403);
        // The cookie has the view that was chosen last, which may have been in another tab.
        const view = validate(anyView, queryOf(request, 'view'));
        const draft = draftOf(request, form);
        const options = draft && { view, draft, signal: abortOnDisconnect(request) };
        const cvId = cvIdOf(request.params);
        const rendered = options && (await pictures.preview(owner, cvId, options, requestIdOf(response)));
        if (rendered) sendPreview(response, rendered);
        else reject(response, 422);
      };
      const tooMany = (retryAfter: number) => reject(response.set('Retry-After', String(retryAfter)), 429);
      return account.unlessDeleted(context, () =>
        ofExistingCv(account, context, () => withinLimits(owner, render, tooMany)),
      );
    };
  const design = onDraft((_request, form) => {
    const { submitted, isColorInvalid } = designOfForm(form);
    return isColorInvalid ? undefined : designDraft(submitted);
  });
  const part = onDraft(({ params }, form) => partDraft(submissionOf(addressOf(params), form)));
  router.post(DESIGN, onlyNumbers, design);
  for (const path of PARTS) router.post(path, onlyEditor, part);
  return router;
}

function sendPreview(response: Response, rendered: RenderedPreview): void {
  const { html, styles, linksStyles = false, isStored = false } = rendered;
  if (isStored) response.set(STORED_PREVIEW, '1');
  setCvPageHeaders(response, { styles, linksStyles, indexed: false, protected: true, framed: true });
  response.type('html').send(html);
}

/** Sends no content, so that the script keeps the last preview. */
function reject(response: Response, status: number): void {
  response.status(status).set('Cache-Control', 'no-store').end();
}
