import { requestIdOf } from '@vitae/kit/http/request-id';
import { Router } from 'express';
import { templatePictures } from '../../../layout/assets.ts';
import { queryOf, wantsJson } from '../../../layout/form.ts';
import { seeOther, sendPage } from '../../../layout/render.ts';
import type { OneTimeForms } from '../../../sessions/one-time-forms.ts';
import type { AccountContext, OwnerContext } from '../account-context.tsx';
import { ofExistingCv } from '../existing-cv.ts';
import { onlyNumbers } from '../only-numbers.ts';
import { renderForScript, sendProblemToScript, sendSavedToScript } from '../script-response.ts';
import { designOfForm, isDesignChanged, savedDesign } from './design-form.ts';
import { colorFault, DesignPage, type DesignProps, designDone, designPath, UndoDesign } from './design-page.tsx';
import type { MergedDesign, OwnDesign } from './own-design.ts';

export type DesignRoutesDependencies = { design: OwnDesign; oneTimeForms: Pick<OneTimeForms, 'leave' | 'take'> };

const PATH = '/account/cvs/:id/edit/design';

/** Template, color and what the files of a CV show. */
export function designRoutes(account: AccountContext, { design, oneTimeForms }: DesignRoutesDependencies): Router {
  const router = Router();
  for (const { path, serve } of templatePictures.values()) router.get(path, serve);
  router.get(
    PATH,
    onlyNumbers,
    account.onPage((context) =>
      ofExistingCv(account, context, async () => {
        const { request, response, owner, visitor } = context;
        const cvId = Number(request.params.id);
        const shown = await design.read(owner, cvId, requestIdOf(response));
        const done = designDone.find((one) => one === queryOf(request, 'done'));
        const left = done && request.method === 'GET' && (await oneTimeForms.take(visitor.sessionId, designPath(cvId)));
        sendDesign(context, { design: shown, shown, done, undoable: (left || undefined) as MergedDesign | undefined });
      }),
    ),
  );
  router.post(
    [PATH, `${PATH}/undo`],
    onlyNumbers,
    account.onForm(
      (context, form) =>
        ofExistingCv(account, context, async () => {
          const { request, response, owner, visitor, view } = context;
          const { shown, submitted, isColorInvalid } = designOfForm(form);
          if (isColorInvalid) return sendDesign(context, { design: submitted, shown, isColorInvalid }, 422);
          const cvId = Number(request.params.id);
          const merged = await design.save(owner, cvId, { shown, submitted }, requestIdOf(response));
          if (merged.conflicts.length > 0) return sendDesign(context, { ...merged, shown: merged.stored }, 409);
          const path = designPath(cvId);
          const isUndo = request.path.endsWith('/undo');
          const undoable = !isUndo && isDesignChanged(merged) ? merged : undefined;
          // The script saves before the owner presses Save, which then changes nothing.
          const savedByScript = `${path}#script`;
          if (wantsJson(request)) {
            await oneTimeForms.leave(visitor.sessionId, { location: savedByScript, shown: undoable });
            const undo = undoable && renderForScript(owner, <UndoDesign view={view} cvId={cvId} change={undoable} />);
            return sendSavedToScript(response, { action: path, undo, ...savedDesign(submitted, merged) });
          }
          // Removes an earlier change whose page was not shown.
          await oneTimeForms.take(visitor.sessionId, path);
          const byScript = await oneTimeForms.take(visitor.sessionId, savedByScript);
          if (!isUndo) await oneTimeForms.leave(visitor.sessionId, { location: path, shown: undoable ?? byScript });
          return seeOther(response, `${path}?done=${isUndo ? 'undone' : 'saved'}`);
        }),
      (context, form, status) =>
        ofExistingCv(account, context, async () => {
          const { request, response, owner } = context;
          // Fails if the CV was deleted.
          await design.read(owner, Number(request.params.id), requestIdOf(response));
          const { shown, submitted, isColorInvalid } = designOfForm(form);
          return sendDesign(context, { design: submitted, shown, isColorInvalid, unsaved: true }, status);
        }),
    ),
  );
  return router;
}

function sendDesign(context: OwnerContext, props: DesignProps, status = 200): void {
  const { request, response, owner, view } = context;
  if (wantsJson(request)) {
    sendProblem(context, props, status);
    return;
  }
  const cvId = Number(request.params.id);
  const page = <DesignPage {...props} view={{ ...view, path: designPath(cvId) }} owner={owner} cvId={cvId} />;
  sendPage(response, page, { status, frame: true, script: true });
}

/** Tells the script why the form was not saved. The page says the same. */
function sendProblem({ response, view }: OwnerContext, props: DesignProps, status: number): void {
  const kinds = { conflict: props.conflicts?.length, expired: props.unsaved, invalid: props.isColorInvalid };
  const faults = props.isColorInvalid ? [colorFault(view.locale)] : [];
  sendProblemToScript(response, status, kinds, faults);
}
