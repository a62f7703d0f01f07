import { invalid } from '@vitae/kit/errors';
import { requestIdOf } from '@vitae/kit/http/request-id';
import { runInSlices } from '@vitae/kit/slices';
import { maxItems } from '@vitae/proto/cv-items';
import type { Router } from 'express';
import { z } from 'zod';
import { type Form, wantsJson } from '../../../layout/form.ts';
import { seeOther } from '../../../layout/render.ts';
import { messagesFor } from '../../../locales/messages.ts';
import type { AccountContext, OwnerContext } from '../account-context.tsx';
import { ofExistingCv } from '../existing-cv.ts';
import { renderForScript } from '../script-response.ts';
import { type Arranged, type CvEditor, type ItemAction, itemActions, type MoveTo } from './cv-editor.ts';
import { itemsOf } from './cv-part.ts';
import { overviewPath, renderItemsOf, Undo } from './editor-pages.tsx';
import type { JsonObject } from './field-text.ts';
import { addressOf, cvIdOf, onlyEditor } from './part-params.ts';
import type { SectionName } from './sections.ts';

type ItemRoutesDependencies = {
  editor: CvEditor;
  /** Shows the CV with a notice that the item was changed. */
  sendChanged(context: OwnerContext): Promise<void>;
};

/** Moves and removes the items of a section. */
export function addItemActions(router: Router, account: AccountContext, dependencies: ItemRoutesDependencies): void {
  const { editor, sendChanged } = dependencies;
  router.post(
    '/account/cvs/:id/edit/:section/:item/arrange',
    onlyEditor,
    account.onForm((context, form) =>
      ofExistingCv(account, context, async () => {
        const { request, response, owner } = context;
        const cvId = cvIdOf(request.params);
        const address = addressOf(request.params);
        const { digest, action } = readArrangement(form);
        const result = await editor.arrange(owner, cvId, { address, digest }, action, requestIdOf(response));
        if (wantsJson(request)) return sendOrder(context, address.section, action, result);
        if (!result.isDone) return sendChanged(context);
        const done = action === 'delete' ? 'deleted' : 'moved';
        return seeOther(response, overviewPath(cvId, done, address.section, result.changed));
      }),
    ),
  );
}

const position = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .pipe(z.number().min(1).max(maxItems));

function readArrangement(form: Form): { digest: string; action: ItemAction | MoveTo } {
  const { digest, action, to, order } = form.parse({
    digest: z.string().max(64),
    action: z.enum([...itemActions, 'to']),
    to: position.optional(),
    order: z.string().max(64).optional(),
  });
  const hasPlace = to !== undefined && order !== undefined;
  if (action === 'to' ? !hasPlace : to !== undefined || order !== undefined)
    throw invalid('Only the action “to” has a position and an order.');
  return { digest, action: action !== 'to' ? action : { to: to ?? 0, order: order ?? '' } };
}

/** Sends the script the current items of the section and the message to show. */
async function sendOrder(
  { response, view, owner }: OwnerContext,
  section: SectionName,
  action: ItemAction | MoveTo,
  { isDone, cv: edited, changed }: Arranged,
): Promise<void> {
  const { editor, text } = messagesFor(view.locale);
  const count = itemsOf(edited.cv as unknown as JsonObject, section).length;
  const done =
    typeof action === 'object'
      ? text(editor.order.moved, { to: action.to, count })
      : editor.done[action === 'delete' ? 'deleted' : 'moved'];
  const { rows, order } = await runInSlices(renderItemsOf(view, edited, section));
  response
    .status(isDone ? 200 : 409)
    .set('Cache-Control', 'no-store')
    .json({
      text: isDone ? done : editor.itemChanged,
      items: rows,
      order,
      undo:
        changed === undefined
          ? ''
          : renderForScript(owner, <Undo view={view} cvId={edited.cv.id} revision={changed} />),
    });
}
