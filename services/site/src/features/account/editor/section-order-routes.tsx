import { allWords } from '@vitae/document/words/all-words';
import { invalid } from '@vitae/kit/errors';
import { requestIdOf } from '@vitae/kit/http/request-id';
import { type SectionKind, sectionKinds, sectionOrder } from '@vitae/proto/display';
import { Router } from 'express';
import type { VNode } from 'preact';
import { z } from 'zod';
import { Button, PostForm } from '../../../components/form.tsx';
import { Notice } from '../../../components/notice.tsx';
import { editorScript } from '../../../layout/assets.ts';
import { type Form, queryOf, wantsJson } from '../../../layout/form.ts';
import { seeOther, sendPage } from '../../../layout/render.ts';
import { messagesFor } from '../../../locales/messages.ts';
import type { AccountContext, OwnerContext } from '../account-context.tsx';
import { Frame } from '../account-frame.tsx';
import type { AccountView } from '../account-view.ts';
import { ofExistingCv } from '../existing-cv.ts';
import { onlyNumbers } from '../only-numbers.ts';
import { renderForScript } from '../script-response.ts';
import type { DesignRoutesDependencies } from './design-routes.tsx';
import { editorPath, OrderStatusPlace } from './editor-pages.tsx';
import type { SectionLists, SectionMove } from './own-section-order.ts';
import { cvIdOf } from './part-params.ts';
import { EditorLinks, Preview } from './preview-section.tsx';

const PATH = '/account/cvs/:id/edit/sections';
const doneNames = ['moved', 'reset'] as const;
type Done = (typeof doneNames)[number];

/** The order of sections on the web page and in the files of a CV. */
export function sectionOrderRoutes(account: AccountContext, { design }: DesignRoutesDependencies): Router {
  const router = Router();
  const sendOrder = async (context: OwnerContext, props: Pick<PageProps, 'done' | 'changed'>, status = 200) => {
    const { request, response, view, owner } = context;
    const cvId = cvIdOf(request.params);
    const lists = await design.order.read(owner, cvId, requestIdOf(response));
    const shown = { ...view, path: sectionsPath(cvId) };
    const page = <SectionOrderPage {...props} context={{ ...context, view: shown }} cvId={cvId} lists={lists} />;
    sendPage(response, page, { status, frame: true, script: true });
  };
  router.get(
    PATH,
    onlyNumbers,
    account.onPage((context) =>
      ofExistingCv(account, context, () => {
        const asked = queryOf(context.request, 'done');
        return sendOrder(context, { done: doneNames.find((name) => name === asked) });
      }),
    ),
  );
  router.post(
    PATH,
    onlyNumbers,
    account.onForm((context, form) =>
      ofExistingCv(account, context, async () => {
        const { request, response, owner } = context;
        const cvId = cvIdOf(request.params);
        const move = readMove(form);
        const { isDone, list } = await design.order.move(owner, cvId, move, requestIdOf(response));
        if (wantsJson(request)) return sendList(context, move, list, isDone);
        if (!isDone) return sendOrder(context, { changed: true }, 409);
        return seeOther(response, `${sectionsPath(cvId)}?done=moved`);
      }),
    ),
  );
  router.post(
    `${PATH}/reset`,
    onlyNumbers,
    account.onForm((context, form) =>
      ofExistingCv(account, context, async () => {
        form.parse({});
        const cvId = cvIdOf(context.request.params);
        await design.order.reset(context.owner, cvId, requestIdOf(context.response));
        return seeOther(context.response, `${sectionsPath(cvId)}?done=reset`);
      }),
    ),
  );
  return router;
}

export const sectionsPath = (cvId: number) => `${editorPath(cvId)}/sections`;

const shape = {
  section: z.enum(sectionKinds),
  order: z
    .string()
    .max(500)
    .transform((text) => text.split(','))
    .pipe(sectionOrder),
  action: z.enum(['up', 'down', 'to']),
  to: z
    .string()
    .regex(/^[1-9]\d?$/)
    .optional(),
};

function readMove(form: Form): SectionMove {
  const { section, order, action, to } = form.parse(shape);
  const from = order.indexOf(section);
  const target = { up: from - 1, down: from + 1, to: Number(to) - 1 }[action];
  if ((action === 'to') !== (to !== undefined)) throw invalid('Only the action “to” has a position.');
  if (from < 0 || !(target in order)) throw invalid('The section or its position is not in the list.');
  return { section, list: order, to: target };
}

/** Sends the script the current list and the message to show. */
function sendList(
  { request, response, view, owner }: OwnerContext,
  { to }: SectionMove,
  list: readonly SectionKind[],
  isDone: boolean,
): void {
  const { editor, text } = messagesFor(view.locale);
  response
    .status(isDone ? 200 : 409)
    .set('Cache-Control', 'no-store')
    .json({
      text: isDone ? text(editor.order.moved, { to: to + 1, count: list.length }) : editor.sectionOrder.changed,
      items: renderForScript(owner, <Rows view={view} cvId={cvIdOf(request.params)} list={list} />),
      order: list.join(),
      undo: '',
    });
}

type PageProps = {
  context: OwnerContext;
  cvId: number;
  lists: SectionLists;
  done?: Done | undefined;
  /** The order was changed in the meantime. */
  changed?: boolean;
};

function SectionOrderPage({ context: { view, owner }, cvId, lists, done, changed }: PageProps): VNode {
  const { editor } = messagesFor(view.locale);
  const { sectionOrder: messages } = editor;
  const { side, main } = lists;
  const hasSections = side.length + main.length > 0;
  const hasColumns = side.length > 0 && main.length > 0;
  return (
    <Frame view={view} title={messages.title} owner={owner} scripts={[editorScript.path]}>
      <div class="editor-columns">
        <div class="stack-wide">
          <EditorLinks view={view} back={editorPath(cvId)} text={editor.open} />
          <h1>{messages.title}</h1>
          {done && <Notice kind="good">{done === 'moved' ? editor.done.moved : messages.isReset}</Notice>}
          {changed && <Notice kind="bad">{messages.changed}</Notice>}
          <p>{hasSections ? messages.hint : messages.empty}</p>
          <List view={view} cvId={cvId} list={side} heading={hasColumns ? messages.side : undefined} />
          <List view={view} cvId={cvId} list={main} heading={hasColumns ? messages.main : undefined} />
          {hasSections && (
            <PostForm action={`${sectionsPath(cvId)}/reset`} sessionId={view.sessionId}>
              <Button kind="secondary">{messages.reset}</Button>
            </PostForm>
          )}
        </div>
        <Preview view={view} cvId={cvId} />
      </div>
    </Frame>
  );
}

type ListProps = { view: AccountView; cvId: number; list: readonly SectionKind[] };

function List({ heading, ...props }: ListProps & { heading: string | undefined }): VNode | null {
  const { order } = messagesFor(props.view.locale).editor;
  if (props.list.length === 0) return null;
  return (
    <section class="sheet stack-tight">
      {heading !== undefined && <h2>{heading}</h2>}
      <ul class="row-list" data-order={props.list.join()}>
        <Rows {...props} />
      </ul>
      <OrderStatusPlace messages={order} />
    </section>
  );
}

function Rows({ view, cvId, list }: ListProps): VNode {
  const { editor } = messagesFor(view.locale);
  return (
    <>
      {list.map((section, index) => {
        const name = allWords[view.locale].headings[section];
        const action = (direction: 'up' | 'down') => (
          <Button kind="quiet" name="action" value={direction} label={`${editor[direction]}: ${name}`}>
            {editor[direction]}
          </Button>
        );
        return (
          <li class="stack-tight" key={section}>
            <div class="row-heading">
              <p class="row-title">{name}</p>
              {list.length > 1 && (
                <button type="button" class="drag-handle" hidden aria-label={`${editor.order.drag}: ${name}`}>
                  <span aria-hidden="true">⠿</span>
                </button>
              )}
            </div>
            <PostForm
              action={sectionsPath(cvId)}
              sessionId={view.sessionId}
              carry={{ section, order: list.join() }}
              class="pieces"
            >
              {index > 0 && action('up')}
              {index < list.length - 1 && action('down')}
            </PostForm>
          </li>
        );
      })}
    </>
  );
}
