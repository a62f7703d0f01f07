import { requestIdOf } from '@vitae/kit/http/request-id';
import { runInSlices } from '@vitae/kit/slices';
import { Router } from 'express';
import { z } from 'zod';
import { type Form, queryOf } from '../../layout/form.ts';
import { seeOther, sendPage } from '../../layout/render.ts';
import type { AccountContext, OwnerContext } from './account-context.tsx';
import { type CvHistory, isMissingVersion } from './cv-history.ts';
import type { CvEditor } from './editor/cv-editor.ts';
import type { OwnPictures } from './editor/own-pictures.ts';
import { ofExistingCv } from './existing-cv.ts';
import { NUMBER, onlyNumbers } from './only-numbers.ts';
import { isRevisionConflict } from './revision-conflict.ts';
import { renderChanges } from './version-changes.tsx';
import { type VersionNotice, VersionPage, VersionPicturesPage, VersionsPage, versionsPath } from './version-pages.tsx';

export type VersionRoutesDependencies = {
  cvs: CvHistory;
  editor: Pick<CvEditor, 'undo'>;
  pictures: Pick<OwnPictures, 'eraseAllFormer'>;
  timeZoneOf: (companyId: number) => Promise<string>;
};

type VersionContext = OwnerContext & { cvId: number; requestId: string; timeZone: string };

const revision = z.string().regex(NUMBER).transform(Number);
/** The part of an address of the editor after that of the CV. */
const EDITOR_PATH = /^edit(?:\/[\w-]{1,40}){0,4}$/;

/** Pages with the earlier versions of a CV, and forms that restore versions and undo changes. */
export function versionRoutes(account: AccountContext, dependencies: VersionRoutesDependencies): Router {
  const { cvs, editor, pictures, timeZoneOf } = dependencies;
  const router = Router();
  /** Handles a request, and reports that the CV or the version is not stored or was changed by another request. */
  const handle = (context: OwnerContext, act: (context: VersionContext) => unknown, missing: VersionNotice = 'gone') =>
    ofExistingCv(account, context, async () => {
      const { request, response, owner } = context;
      const cvId = Number(request.params.id);
      const timeZone = await timeZoneOf(owner.companyId);
      const known = { ...context, cvId, timeZone, requestId: requestIdOf(response) };
      try {
        await act(known);
      } catch (thrown) {
        const notice = isMissingVersion(thrown) ? missing : isRevisionConflict(thrown) ? 'changed' : undefined;
        if (!notice) throw thrown;
        await sendVersions(cvs, known, notice, notice === 'gone' ? 404 : 409);
      }
    });
  const onPage = (act: (context: VersionContext) => unknown) => account.onPage((context) => handle(context, act));
  const onForm = (act: (context: VersionContext, form: Form) => unknown, missing?: VersionNotice) =>
    account.onForm((context, form) => handle(context, (known) => act(known, form), missing));

  router.get(
    '/account/cvs/:id/versions',
    onlyNumbers,
    onPage((context) => sendVersions(cvs, context, noticeOf(queryOf(context.request, 'done')))),
  );
  router.get(
    '/account/cvs/:id/versions/erase',
    onlyNumbers,
    onPage(({ response, ...context }) => sendPage(response, <VersionPicturesPage {...pageProps(context)} />)),
  );
  router.post(
    '/account/cvs/:id/versions/erase',
    onlyNumbers,
    onForm(async ({ response, owner, cvId, requestId }, form) => {
      form.parse({});
      await pictures.eraseAllFormer(owner, cvId, requestId);
      seeOther(response, `${versionsPath(cvId)}?done=erased`);
    }),
  );
  router.get(
    '/account/cvs/:id/versions/:revision',
    onlyNumbers,
    onPage((context) => sendVersion(cvs, context)),
  );
  router.post(
    '/account/cvs/:id/versions/:revision/restore',
    onlyNumbers,
    onForm(async ({ request, response, owner, cvId, requestId }, form) => {
      const restored = { revision: Number(request.params.revision), ifRevision: form.parse({ revision }).revision };
      await cvs.restoreVersion(owner, cvId, restored, requestId);
      seeOther(response, `${versionsPath(cvId)}?done=restored`);
    }),
  );
  router.post(
    '/account/cvs/:id/undo',
    onlyNumbers,
    onForm(async (context, form) => {
      const { response, owner, cvId, requestId } = context;
      const fields = form.parse({ revision, back: z.string().regex(EDITOR_PATH).optional() });
      const { isDone, next } = await editor.undo(owner, cvId, fields.revision, requestId);
      if (!isDone) return sendVersions(cvs, context, 'changed', 409);
      const page = fields.back ? `/account/cvs/${cvId}/${fields.back}` : versionsPath(cvId);
      seeOther(response, `${page}?done=undone${next === undefined ? '' : `&revision=${next}`}`);
    }, 'nothingToUndo'),
  );
  return router;
}

async function sendVersions(cvs: CvHistory, context: VersionContext, notice?: VersionNotice, status = 200) {
  const { response, owner, cvId, requestId } = context;
  const list = await cvs.versions(owner, cvId, requestId);
  sendPage(response, <VersionsPage {...pageProps(context)} list={list} notice={notice} />, { status });
}

async function sendVersion(cvs: CvHistory, context: VersionContext) {
  const { request, response, owner, cvId, requestId } = context;
  const versionRevision = Number(request.params.revision);
  const comparison = await cvs.compareVersion(owner, cvId, versionRevision, requestId);
  const changes = await runInSlices(renderChanges(context.view, comparison));
  const page = <VersionPage {...pageProps(context)} {...{ versionRevision, comparison, changes }} />;
  sendPage(response, page);
}

function pageProps({ view, owner, cvId, timeZone }: Omit<VersionContext, 'response'>) {
  return { view, owner, cvId, timeZone };
}

function noticeOf(done: string | undefined): VersionNotice | undefined {
  return done === 'restored' || done === 'undone' || done === 'erased' ? done : undefined;
}
