import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import { requestIdOf } from '@vitae/kit/http/request-id';
import { type RequestHandler, Router } from 'express';
import type { VNode } from 'preact';
import { z } from 'zod';
import { Button, PostForm } from '../../../components/form.tsx';
import { LabelledControl } from '../../../components/labelled-control.tsx';
import { Notice } from '../../../components/notice.tsx';
import { editorScript } from '../../../layout/assets.ts';
import { type Form, queryOf } from '../../../layout/form.ts';
import { seeOther, sendPage } from '../../../layout/render.ts';
import { messagesFor } from '../../../locales/messages.ts';
import type { AccountContext, OwnerContext } from '../account-context.tsx';
import { Frame } from '../account-frame.tsx';
import type { AccountView } from '../account-view.ts';
import { ofExistingCv } from '../existing-cv.ts';
import { onlyNumbers } from '../only-numbers.ts';
import type { CvEditor } from './cv-editor.ts';
import { Undo } from './editor-pages.tsx';
import { addFormerPictures, erasurePath, onPlaceForm } from './former-pictures.tsx';
import type { Changed, OwnPictures, PictureFault, PicturePlace } from './own-pictures.ts';
import { adjustmentOf, type PhotoChoice, photoFields } from './photo-fields.tsx';
import { PictureBoxPlace } from './picture-box-place.tsx';
import { kindOf, linksOf, picturePath, placeOf } from './picture-place.ts';

export type PictureRoutesDependencies = { pictures: OwnPictures; editor: Pick<CvEditor, 'read'> };

const PHOTO = '/account/cvs/:id/edit/photo';
const LOGO = '/account/cvs/:id/edit/experiences/:item/logo';
const WORK = '/account/cvs/:id/edit/portfolios/:item/picture';

/** Photo, company logos and portfolio pictures of the owner's CVs. */
export function pictureRoutes(account: AccountContext, dependencies: PictureRoutesDependencies): Router {
  const router = Router();
  router.get(editorScript.path, editorScript.serve);
  router.get(
    [PHOTO, LOGO, WORK],
    onlyNumbers,
    account.onPage((context) => ofExistingCv(account, context, () => sendPicturePage(context, dependencies))),
  );
  for (const path of [PHOTO, LOGO, WORK]) {
    addForms(router, path, account, dependencies);
    addFormerPictures(router, path, account, dependencies);
  }
  addPictures(router, account, dependencies);
  return router;
}

function addForms(
  router: Router,
  path: string,
  account: AccountContext,
  dependencies: PictureRoutesDependencies,
): void {
  const { pictures } = dependencies;
  router.post(path, onlyNumbers, onUpload(account, dependencies));
  router.post(
    `${path}/remove`,
    onlyNumbers,
    onPlaceForm(account, async (owner, place, requestId) =>
      donePath(place, 'deleted', await pictures.remove(owner, place, requestId)),
    ),
  );
}

/** Adds the routes that send the pictures. */
function addPictures(router: Router, account: AccountContext, { pictures }: PictureRoutesDependencies): void {
  router.get(
    ['/account/cvs/:id/photo', '/account/cvs/:id/logos/:item', '/account/cvs/:id/works/:item'],
    onlyNumbers,
    account.onPage((context) =>
      ofExistingCv(account, context, async () => {
        const { response, owner } = context;
        const picture = await pictures.find(owner, placeOf(context), requestIdOf(response));
        response.set({ 'Cache-Control': 'private, no-store', 'X-Content-Type-Options': 'nosniff' });
        if (picture) response.type(picture.contentType).send(picture.content);
        else response.status(404).end();
      }),
    ),
  );
}

function onUpload(account: AccountContext, dependencies: PictureRoutesDependencies): RequestHandler {
  const { pictures } = dependencies;
  return account.onUpload(
    (context, { form, file }) =>
      ofExistingCv(account, context, async () => {
        const { response, owner } = context;
        const place = placeOf(context);
        const { chosen, revision } = readFields(form, place);
        const reject = (fault: PictureFault) => sendPicturePage(context, dependencies, { fault, chosen }, 422);
        if (!file && revision === undefined) return reject('missing');
        const change = {
          content: file,
          ...(chosen && { adjustment: adjustmentOf(chosen) }),
          ...(!file && revision !== undefined && { ifRevision: revision }),
        };
        const result = await pictures.set(owner, place, change, requestIdOf(response));
        if (typeof result === 'string') return reject(result);
        return seeOther(response, donePath(place, 'saved', result));
      }),
    (context, reason) =>
      ofExistingCv(account, context, () =>
        reason === 'expired'
          ? sendPicturePage(context, dependencies, { expired: true }, 403)
          : sendPicturePage(context, dependencies, { fault: 'tooLarge' }, 413),
      ),
  );
}

/** Reads the fields beside the file. Only the form of a photo has some. */
function readFields(form: Form, place: PicturePlace): { chosen?: PhotoChoice; revision?: number | undefined } {
  const upload = { file: z.string().optional() };
  if (kindOf(place) === 'photo') {
    const { revision, ...chosen } = form.parse({ ...upload, ...photoFields });
    return { chosen, revision };
  }
  form.parse(upload);
  return {};
}

type PicturePageProps = {
  view: AccountView;
  owner: Owner;
  place: PicturePlace;
  /** The revision of the CV if it has the picture. */
  revision: number | undefined;
  fault?: PictureFault;
  chosen?: PhotoChoice | undefined;
  expired?: boolean;
  /** Whether earlier versions have other pictures of the place. */
  hasFormer: boolean;
  done?: Done | undefined;
  /** The revision of the CV if its last change was that of the picture. */
  undoable?: number | undefined;
};

const DONE = ['saved', 'deleted', 'undone', 'unchanged', 'erased'] as const;
type Done = (typeof DONE)[number];

/** The page after a change. With the revision, it does not offer to undo a later change. */
function donePath(place: PicturePlace, done: Done, { changed }: Changed): string {
  const query = changed === undefined ? 'done=unchanged' : `done=${done}&revision=${changed}`;
  return `${picturePath(place)}?${query}`;
}

async function sendPicturePage(
  context: OwnerContext,
  { pictures, editor }: PictureRoutesDependencies,
  props: Pick<PicturePageProps, 'fault' | 'chosen' | 'expired'> = {},
  status = 200,
): Promise<void> {
  const { request, response, view, owner } = context;
  const done = DONE.find((one) => one === queryOf(request, 'done'));
  const place = placeOf(context);
  const requestId = requestIdOf(response);
  const revision = await pictures.findRevision(owner, place, requestId);
  const hasFormer = await pictures.hasFormer(owner, place, requestId);
  // Undoing more could remove the entry that has the picture.
  const changed = Number(queryOf(request, 'revision'));
  const isChange = done === 'saved' || done === 'deleted';
  const current = isChange ? await editor.read(owner, place.cvId, requestId) : undefined;
  const path = picturePath(place);
  const undoable = current?.revision === changed ? changed : undefined;
  const shown = { place, revision, hasFormer, done, undoable, ...props };
  sendPage(response, <PicturePage view={{ ...view, path }} owner={owner} {...shown} />, { status, script: true });
}

function PicturePage(props: PicturePageProps): VNode {
  const { view, owner, place, revision, fault, chosen, expired = false, hasFormer, done, undoable } = props;
  const { editor, signIn } = messagesFor(view.locale);
  const { pictures } = editor;
  const kind = kindOf(place);
  const title = pictures[kind];
  const path = picturePath(place);
  const { back, picture, section } = linksOf(place);
  const exists = revision !== undefined;
  const isAdjustable = exists && kind === 'photo';
  return (
    <Frame view={view} title={title} owner={owner} scripts={[editorScript.path]}>
      <div class="stack-wide">
        <p>
          <a href={back}>{section ? editor.sections[section] : editor.open}</a>
        </p>
        <h1>{title}</h1>
        {done && (
          <div class="done">
            <Notice kind="good">{editor.done[done]}</Notice>
            {undoable !== undefined && (
              <Undo
                view={view}
                cvId={place.cvId}
                revision={undoable}
                back={path.slice(`/account/cvs/${place.cvId}/`.length)}
              />
            )}
          </div>
        )}
        {expired && <Notice kind="bad">{signIn.expired}</Notice>}
        <section class="sheet stack">
          {exists ? <img class="picture" src={picture} alt={pictures.alt} /> : <p>{pictures.none}</p>}
          <PostForm action={path} sessionId={view.sessionId} multipart class="stack">
            <LabelledControl
              name="file"
              label={pictures.choose}
              hint={pictures.hint}
              error={fault && pictures.faults[fault]}
            >
              {({ own, said }) => (
                <input
                  type="file"
                  {...own}
                  accept="image/jpeg,image/png,image/gif"
                  required={!isAdjustable}
                  {...said}
                />
              )}
            </LabelledControl>
            <PictureBoxPlace
              locale={view.locale}
              crop={kind === 'photo'}
              photo={exists ? { address: picture, revision } : undefined}
              chosen={chosen}
            />
            <Button>{isAdjustable ? editor.save : pictures.upload}</Button>
          </PostForm>
          {exists && (
            <PostForm action={`${path}/remove`} sessionId={view.sessionId} class="stack-tight">
              <p class="field-hint">{pictures.kept}</p>
              <Button kind="danger">{pictures.remove}</Button>
            </PostForm>
          )}
          {hasFormer && (
            <div class="stack-tight">
              <p class="field-hint">{pictures.former.lead}</p>
              <p>
                <a class="button button-secondary" href={erasurePath(place)}>
                  {pictures.former.open}
                </a>
              </p>
            </div>
          )}
        </section>
      </div>
    </Frame>
  );
}
