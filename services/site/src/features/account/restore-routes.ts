import { requestIdOf } from '@vitae/kit/http/request-id';
import { Router } from 'express';
import type { Form } from '../../layout/form.ts';
import { seeOther } from '../../layout/render.ts';
import { type KeptForms, keptField } from '../../sessions/kept-form.ts';
import type { AccountContext, OwnerContext } from './account-context.tsx';
import type { CvHistory } from './cv-history.ts';
import { onlyNumbers } from './only-numbers.ts';
import { isMissingCv } from './own-cvs.ts';

type RestoreRoutesDependencies = {
  cvs: Pick<CvHistory, 'restoreDeleted'>;
  keptForms: Pick<KeptForms, 'open'>;
};

/**
 * Restores a deleted CV, then shows the form of this CV that could not be saved. Must precede the routes of forms,
 * because it continues with the route of this form.
 */
export function restoreRoutes(account: AccountContext, { cvs, keptForms }: RestoreRoutesDependencies): Router {
  const router = Router();
  const sendGone = async (context: OwnerContext, form: Form) => {
    const kept = await keptForms.open(form.parse(keptField).kept);
    return account.sendGone(context, kept?.ownerId === context.owner.userId ? kept : undefined);
  };
  router.post(
    '/account/cvs/:id/restore',
    onlyNumbers,
    account.onForm(async (context, form, next) => {
      const { request, response, owner } = context;
      try {
        await cvs.restoreDeleted(owner, Number(request.params.id), requestIdOf(response));
      } catch (thrown) {
        if (!isMissingCv(thrown)) throw thrown;
        return sendGone(context, form);
      }
      const kept = await keptForms.open(form.parse(keptField).kept);
      return kept ? account.showKept(context, kept, next) : seeOther(response, '/account?done=restored');
    }, sendGone),
  );
  return router;
}
