import { requestIdOf } from '@vitae/kit/http/request-id';
import { isSlugCut, slugOf } from '@vitae/kit/slug';
import type { LinkPreviewChoice } from '@vitae/proto/export-source';
import { Router } from 'express';
import { z } from 'zod';
import { copyScript } from '../../../layout/assets.ts';
import { type Form, ONCE_FIELD, queryOf } from '../../../layout/form.ts';
import { jsonField } from '../../../layout/json-field.ts';
import { seeOther } from '../../../layout/render.ts';
import type { OneTimeForms } from '../../../sessions/one-time-forms.ts';
import { pictureNotReady } from '../../public-cvs/cv-files.ts';
import type { PublicResponses } from '../../public-cvs/public-responses.tsx';
import type { AccountContext, OwnerContext } from '../account-context.tsx';
import { ofExistingCv } from '../existing-cv.ts';
import { mergeFlags } from '../merge-flags.ts';
import { onlyNumbers } from '../only-numbers.ts';
import type { OwnFiles } from '../own-files.ts';
import type { LinkProblem } from './links-section.tsx';
import { dayOptions, MAX_NAME } from './own-sharing.ts';
import type { AddressProblem } from './public-address.tsx';
import { type ShareContext, sendShare } from './send-share.tsx';
import type { ShareNotice } from './share-page.tsx';
import { sharePath } from './share-path.ts';
import { changeUserSlug, releaseUserSlug, sendFormerName, type UserAddressDependencies } from './user-address.tsx';

export type ShareRoutesDependencies = UserAddressDependencies & {
  cvFiles: OwnFiles;
  oneTimeForms: OneTimeForms;
  responses: Pick<PublicResponses, 'tooMany'>;
};

const notices: readonly ShareNotice[] = ['added', 'revoked', 'replaced', 'slug', 'userSlug', 'released', 'preview'];
const newLink = { name: z.string(), days: z.enum(dayOptions) };
const token = z.string().regex(/^[\w-]{1,80}$/);
const checkBox = z.literal('1').optional();

/** Pages and forms that share a CV: private links, addresses and the link preview. */
export function shareRoutes(account: AccountContext, dependencies: ShareRoutesDependencies): Router {
  const { cvs } = dependencies;
  const router = Router();
  const handle = (context: OwnerContext, act: (context: ShareContext) => unknown) =>
    ofExistingCv(account, context, () => {
      const { request, response } = context;
      return act({ ...context, cvId: Number(request.params.id), requestId: requestIdOf(response) });
    });
  const onPage = (act: (context: ShareContext) => unknown) => account.onPage((context) => handle(context, act));
  const onForm = (
    act: (context: ShareContext, form: Form) => unknown,
    problemsOf?: (form: Form) => Parameters<typeof sendShare>[2],
  ) =>
    account.onForm(
      (context, form) => handle(context, (known) => act(known, form)),
      problemsOf &&
        ((context, form, status) =>
          handle(context, (known) => sendShare(dependencies, known, problemsOf(form), status))),
    );
  const done = ({ response, cvId }: ShareContext, notice: ShareNotice) =>
    seeOther(response, `${sharePath(cvId)}?done=${notice}`);

  router.get(copyScript.path, copyScript.serve);
  router.get(
    '/account/cvs/:id/share',
    onlyNumbers,
    onPage((context) => {
      const asked = queryOf(context.request, 'done');
      return sendShare(dependencies, context, { notice: notices.find((notice) => notice === asked) });
    }),
  );
  router.get(
    '/account/cvs/:id/share/preview.png',
    onlyNumbers,
    onPage((context) => sendPicture(dependencies, context)),
  );
  router.post(
    '/account/cvs/:id/share/links',
    onlyNumbers,
    onForm(
      (context, form) => addLink(dependencies, context, form),
      (form) => ({ linkProblem: { ...form.parse(newLink), reason: 'unsaved' } }),
    ),
  );
  router.post(
    '/account/cvs/:id/share/links/revoke',
    onlyNumbers,
    onForm(async (context, form) => {
      await cvs.revokeLink(context.owner, context.cvId, form.parse({ token }).token, context.requestId);
      done(context, 'revoked');
    }),
  );
  router.post(
    '/account/cvs/:id/share/private-link',
    onlyNumbers,
    onForm(async (context, form) => {
      form.parse({});
      await cvs.replacePrivateLink(context.owner, context.cvId, context.requestId);
      done(context, 'replaced');
    }),
  );
  router.post(
    '/account/cvs/:id/share/address',
    onlyNumbers,
    onForm(
      async (context, form) => {
        const { slug: typed } = form.parse({ slug: z.string() });
        const slug = slugOf(typed);
        const reject = (reason: AddressProblem['reason']) =>
          sendShare(dependencies, context, { addressProblem: { reason, slug: typed } }, 422);
        if (slug === '') return reject('invalid');
        if (isSlugCut(typed)) return reject('tooLong');
        if (!(await cvs.setSlug(context.owner, context.cvId, slug, context.requestId))) return reject('taken');
        return done(context, 'slug');
      },
      (form) => ({ addressProblem: { reason: 'unsaved', slug: form.get('slug') } }),
    ),
  );
  router.post(
    '/account/cvs/:id/share/user-address',
    onlyNumbers,
    onForm(
      async (context, form) => {
        if (await changeUserSlug(dependencies, context, form)) done(context, 'userSlug');
      },
      (form) => ({ userAddressProblem: { fault: 'unsaved', userSlug: form.get('userSlug') } }),
    ),
  );
  router.get(
    '/account/cvs/:id/share/former-name',
    onlyNumbers,
    onPage((context) => sendFormerName(dependencies, context)),
  );
  router.post(
    '/account/cvs/:id/share/former-name',
    onlyNumbers,
    onForm(async (context, form) => {
      await releaseUserSlug(dependencies, context, form);
      done(context, 'released');
    }),
  );
  router.post(
    '/account/cvs/:id/share/preview',
    onlyNumbers,
    onForm(
      async (context, form) => {
        const { owner, cvId, requestId } = context;
        const { choice, before } = previewChoiceOf(form);
        const { shown: stored } = await cvs.sharing(owner, cvId, requestId);
        const merged = mergeFlags(['name', 'photo'], { shown: before, submitted: choice, stored });
        await cvs.setLinkPreview(owner, cvId, merged, requestId);
        done(context, 'preview');
      },
      (form) => ({ unsavedPreview: previewChoiceOf(form).choice }),
    ),
  );
  return router;
}

const shownChoice = jsonField(z.strictObject({ name: z.boolean(), photo: z.boolean() })).optional();

/** Returns the choice for the link preview, and what the form showed before: undefined for forms of earlier releases. */
function previewChoiceOf(form: Form): { choice: LinkPreviewChoice; before: LinkPreviewChoice | undefined } {
  const { name, photo, shown } = form.parse({ name: checkBox, photo: checkBox, shown: shownChoice });
  return { choice: { name: name === '1', photo: photo === '1' }, before: shown };
}

async function addLink(dependencies: ShareRoutesDependencies, context: ShareContext, form: Form): Promise<void> {
  const { cvs, oneTimeForms } = dependencies;
  const { response, visitor, owner, cvId, requestId } = context;
  const fields = form.parse(newLink);
  const name = fields.name.trim();
  const reject = (reason: LinkProblem['reason']) =>
    sendShare(dependencies, context, { linkProblem: { reason, name, days: fields.days } }, 422);
  if (name === '') return reject('nameRequired');
  if (name.length > MAX_NAME) return reject('nameTooLong');
  const link = { name, days: Number(fields.days) };
  let isFull = false;
  const location = await oneTimeForms.submit(visitor.sessionId, form.get(ONCE_FIELD), async () => {
    isFull = !(await cvs.addLink(owner, cvId, link, requestId));
    return { location: isFull ? sharePath(cvId) : `${sharePath(cvId)}?done=added` };
  });
  return isFull ? reject('tooMany') : seeOther(response, location);
}

async function sendPicture({ cvFiles, responses }: ShareRoutesDependencies, context: ShareContext): Promise<void> {
  const file = await cvFiles.send(context, context.cvId, 'preview');
  if ('retryAfter' in file) return responses.tooMany(context.request, context.response, file.retryAfter);
  if (!file.ready) throw pictureNotReady();
}
