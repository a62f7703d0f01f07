import { requestIdOf } from '@vitae/kit/http/request-id';
import { Router } from 'express';
import { Copyable } from '../../components/copyable.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { copyScript } from '../../layout/assets.ts';
import { sendPage } from '../../layout/render.ts';
import { messagesFor } from '../../locales/messages.ts';
import type { AccountContext } from './account-context.tsx';
import { Frame } from './account-pages.tsx';
import type { OwnCvs } from './own-cvs.ts';

/** /account/cvs/{id}/share: the addresses of a CV to copy, and as QR codes. */
export function shareRoutes(account: AccountContext, { cvs }: { cvs: Pick<OwnCvs, 'list'> }): Router {
  const router = Router();
  router.get(copyScript.path, copyScript.serve);
  router.get(
    '/account/cvs/:id/share',
    account.onPage(async (context) => {
      const { request, response, owner } = context;
      const cv = (await cvs.list(owner, requestIdOf(response))).find(({ id }) => String(id) === request.params.id);
      if (!cv) return account.sendAccount(context, { cvProblem: { reason: 'gone' } }, 404);
      const view = { ...context.view, path: request.path };
      const { account: messages, common, text } = messagesFor(view.locale);
      const title = text(messages.share.title, { title: cv.title || messages.cvs.untitled });
      const addresses = [
        ...(cv.publicUrl === '' ? [] : [{ id: 'public', label: messages.cvs.publicAddress, url: cv.publicUrl }]),
        { id: 'private', label: messages.cvs.privateLink, url: cv.privateUrl, hint: messages.cvs.privateHint },
      ];
      const page = (
        <Frame view={view} title={title} owner={owner} scripts={[copyScript.path]}>
          <div class="stack-wide">
            <p>
              <a href="/account">{messages.title}</a>
            </p>
            <h1>{title}</h1>
            {cv.publicUrl === '' && <p>{messages.share.unpublished}</p>}
            {addresses.map(({ id, label, url, hint }) => (
              <section key={id} class="sheet stack" aria-label={label}>
                <Copyable id={id} label={label} text={url} messages={common} />
                {hint && <p class="field-hint">{hint}</p>}
                <details>
                  <summary aria-label={`${messages.share.qr}: ${label}`}>{messages.share.qr}</summary>
                  <QrCode text={url} label={`${messages.share.qr}: ${label}`} />
                </details>
              </section>
            ))}
          </div>
        </Frame>
      );
      return sendPage(response, page, { script: true });
    }),
  );
  return router;
}
