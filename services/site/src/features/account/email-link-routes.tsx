import { requestIdOf } from '@vitae/kit/http/request-id';
import { type Request, Router } from 'express';
import { z } from 'zod';
import { formOf } from '../../layout/form.ts';
import { seeOther, sendPage } from '../../layout/render.ts';
import { isOurForm } from '../../sessions/csrf.ts';
import { ownerAccount } from '../../sessions/sign-in.ts';
import type { AccountContext, AccountDependencies, PageContext } from './account-context.tsx';
import { confirmPassword } from './change-password.ts';
import type { EmailLink } from './email-change.ts';
import { ConfirmEmailPage, DeadEmailLinkPage, EmailChangedPage } from './email-pages.tsx';

/**
 * /account/email/{token}: confirms a new email address. The link alone is not enough, because the address may have a typo
 * and belong to another person: the visitor must be signed in as the owner, or enter the owner's password.
 */
export function emailLinkRoutes(account: AccountContext, dependencies: AccountDependencies): Router {
  const { emailChange, publicUrl } = dependencies;
  const router = Router();

  const show = (
    { response, view, visitor }: PageContext,
    { email, userId }: EmailLink,
    problems: Pick<Parameters<typeof ConfirmEmailPage>[0], 'problem' | 'expired' | 'taken'> = {},
    status = 200,
  ) => {
    const current = visitor.owner?.username;
    const signedIn = visitor.owner?.userId === userId;
    const page = <ConfirmEmailPage {...{ view, email, current, signedIn, ...problems }} />;
    sendPage(response, page, { status });
  };
  const showDead = ({ response, view }: PageContext) =>
    sendPage(response, <DeadEmailLinkPage view={view} />, { status: 404 });

  router.get('/account/email/changed', async (request, response) => {
    const { view } = await account.read(request, response);
    sendPage(response, <EmailChangedPage view={view} />);
  });

  router.get('/account/email/:token', async (request, response) => {
    const context = await account.read(request, response);
    const link = await emailChange.find(tokenOf(request));
    return link ? show(context, link) : showDead(context);
  });

  router.post('/account/email/:token', async (request, response) => {
    const context = await account.read(request, response);
    const { view, visitor } = context;
    const form = formOf(request);
    const isOurs = isOurForm(request, form, visitor.sessionId, publicUrl);
    const { password = '' } = isOurs ? form.parse({ password: z.string().optional() }) : {};
    const link = await emailChange.find(tokenOf(request));
    if (!isOurs && link) return show(context, link, { expired: true }, 403);
    if (!isOurs) return account.sendSignIn(context, { failure: { reason: 'expired' } }, 403);
    if (!link) return showDead(context);
    const { userId } = link;
    if (visitor.owner?.userId !== userId) {
      const problem = await confirmPassword(ownerAccount(userId), userId, password, dependencies);
      if (problem) return show(context, link, { problem }, problem.reason === 'tooMany' ? 429 : 403);
    }
    const confirmed = { requestId: requestIdOf(response), locale: view.locale };
    const result = await emailChange.confirm(link, tokenOf(request), confirmed);
    if (result === 'taken') return show(context, link, { taken: true }, 409);
    return result === 'changed' ? seeOther(response, '/account/email/changed') : showDead(context);
  });

  return router;
}

function tokenOf(request: Request): string {
  return String(request.params.token);
}
