import { requestIdOf } from '@vitae/kit/http/request-id';
import { Router } from 'express';
import { seeOther } from '../../layout/render.ts';
import type { AccountContext } from './account-context.tsx';
import type { CvHistory } from './cv-history.ts';
import { type KeptForms, keptField } from './kept-form.ts';
import { onlyNumbers } from './only-numbers.ts';
import { isMissingCv, type OwnCvs } from './own-cvs.ts';

type RestoreRoutesDependencies = {
  cvs: Pick<CvHistory, 'restoreDeleted'> & Pick<OwnCvs, 'list'>;
  keptForms: Pick<KeptForms, 'open'>;
};

/**
 * Restores a deleted CV, then shows the kept form again that could not be saved in it. Precedes the routes of forms,
 * because it continues with the route of this form.
 */
export function restoreRoutes(account: AccountContext, { cvs, keptForms }: RestoreRoutesDependencies): Router {
  const router = Router();
  router.post(
    '/account/cvs/:id/restore',
    onlyNumbers,
    account.onForm(async (context, form, next) => {
      const { request, response, owner } = context;
      const requestId = requestIdOf(response);
      const cvId = Number(request.params.id);
      const kept = await keptForms.open(form.parse(keptField).kept);
      try {
        await cvs.restoreDeleted(owner, cvId, requestId);
      } catch (thrown) {
        if (!isMissingCv(thrown)) throw thrown;
        // It may have been restored in another window.
        const isRestored = (await cvs.list(owner, requestId)).some(({ id }) => id === cvId);
        if (!isRestored) return account.sendGone(context, kept?.ownerId === owner.userId ? kept : undefined);
      }
      return kept ? account.showKept(context, kept, next) : seeOther(response, '/account?done=restored');
    }),
  );
  return router;
}
