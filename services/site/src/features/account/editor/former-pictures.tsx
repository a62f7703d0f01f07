import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import { requestIdOf } from '@vitae/kit/http/request-id';
import type { RequestHandler, Router } from 'express';
import type { VNode } from 'preact';
import { PostForm } from '../../../components/form.tsx';
import { SubmitOrCancel } from '../../../components/submit-or-cancel.tsx';
import { seeOther, sendPage } from '../../../layout/render.ts';
import { messagesFor } from '../../../locales/messages.ts';
import type { AccountContext } from '../account-context.tsx';
import { Frame } from '../account-frame.tsx';
import type { AccountView } from '../account-view.ts';
import { ofExistingCv } from '../existing-cv.ts';
import { onlyNumbers } from '../only-numbers.ts';
import type { OwnPictures, PicturePlace } from './own-pictures.ts';
import { picturePath, placeOf } from './picture-place.ts';

export const erasurePath = (place: PicturePlace) => `${picturePath(place)}/erase`;

/** Adds the page, below that of a picture, that erases its former pictures from earlier versions. */
export function addFormerPictures(
  router: Router,
  path: string,
  account: AccountContext,
  { pictures }: { pictures: Pick<OwnPictures, 'eraseFormer'> },
): void {
  router.get(
    `${path}/erase`,
    onlyNumbers,
    account.onPage((context) => {
      const { response, view, owner } = context;
      const place = placeOf(context);
      const texts = messagesFor(view.locale).editor.pictures.former;
      const paths = { path: erasurePath(place), cancelPath: picturePath(place) };
      sendPage(response, <ErasurePage view={view} owner={owner} {...paths} {...texts} />);
    }),
  );
  router.post(
    `${path}/erase`,
    onlyNumbers,
    onPlaceForm(account, async (owner, place, requestId) => {
      const erased = await pictures.eraseFormer(owner, place, requestId);
      return `${picturePath(place)}?done=${erased ? 'erased' : 'unchanged'}`;
    }),
  );
}

/** Handles a form without fields that changes a picture. `change` returns the address of the next page. */
export function onPlaceForm(
  account: AccountContext,
  change: (owner: Owner, place: PicturePlace, requestId: string) => Promise<string>,
): RequestHandler {
  return account.onForm((context, form) =>
    ofExistingCv(account, context, async () => {
      const { response, owner } = context;
      form.parse({});
      seeOther(response, await change(owner, placeOf(context), requestIdOf(response)));
    }),
  );
}

type ErasurePageProps = { view: AccountView; owner: Owner; path: string; cancelPath: string } & Record<
  'title' | 'warning' | 'kept' | 'submit',
  string
>;

/** Asks for confirmation, because erased pictures cannot be restored. */
export function ErasurePage({ view, owner, path, cancelPath, title, warning, kept, submit }: ErasurePageProps): VNode {
  return (
    <Frame view={{ ...view, path }} title={title} owner={owner} width="narrow">
      <div class="sheet stack">
        <h1>{title}</h1>
        <p>{warning}</p>
        <p>{kept}</p>
        <PostForm action={path} sessionId={view.sessionId}>
          <SubmitOrCancel locale={view.locale} kind="danger" cancelPath={cancelPath}>
            {submit}
          </SubmitOrCancel>
        </PostForm>
      </div>
    </Frame>
  );
}
