import { loginKey, type Owner } from '@vitae/accounts/credentials/owner-credentials';
import type { LinkOf, OneTimeLinks, OwnerLinkPurpose } from '@vitae/accounts/links/one-time-links';
import { sitePath } from '@vitae/accounts/links/site-path';
import type { Transact } from '@vitae/kit/transaction';
import { type Request, Router } from 'express';
import type { VNode } from 'preact';
import { z } from 'zod';
import type { ForgottenState } from '../../../components/link-pages.tsx';
import type { PasswordProblem } from '../../../components/password-section.tsx';
import { queryOf } from '../../../layout/form.ts';
import { seeOther, sendPage } from '../../../layout/render.ts';
import { type ResetLimit, tokenOf, withLink } from '../../../sessions/link-use.ts';
import { MAX_TYPED_LENGTH, ownerAccount } from '../../../sessions/sign-in.ts';
import { endAllAround } from '../../settings/administrator-visitors.ts';
import type { AccountContext, AccountDependencies, PageContext } from '../account-context.tsx';
import { newPasswordProblem } from '../change-password.ts';
import {
  DeadLinkPage,
  FORGOTTEN,
  OwnerForgottenPage,
  OwnerInvitationPage,
  OwnerResetPage,
  SignInLinkPage,
} from './link-pages.tsx';
import type { ResetLinks } from './reset-links.ts';

export type LinkRouteDependencies = Pick<
  AccountDependencies,
  'credentials' | 'visitors' | 'sessions' | 'devices' | 'findCompany'
> & {
  links: OneTimeLinks;
  transact: Transact;
  companyName(companyId: number): Promise<string>;
  resetLimit: ResetLimit;
  /** Undefined if the server sends no mail. */
  resetLinks: Pick<ResetLinks, 'request'> | undefined;
};

/** A valid link and its owner. */
type OwnersLink = { link: LinkOf<OwnerLinkPurpose>; owner: Owner };

const text = z.string();

/** The pages of one-time links to CV owners. Viewing a page does not consume its link. */
export function linkRoutes(account: AccountContext, dependencies: LinkRouteDependencies): Router {
  const router = Router();
  addForgotten(router, account, dependencies);
  addInvitation(router, account, dependencies);
  addReset(router, account, dependencies);
  addSignInLink(router, account, dependencies);
  return router;
}

function addForgotten(router: Router, account: AccountContext, dependencies: LinkRouteDependencies): void {
  const { resetLimit, resetLinks, findCompany } = dependencies;
  const show = async ({ request, response, view }: PageContext, state?: ForgottenState, status = 200) => {
    const shown = { sendsMail: !!resetLinks, company: await companyOf(request), state };
    sendPage(response, <OwnerForgottenPage view={{ ...view, path: FORGOTTEN }} {...shown} />, { status });
  };
  /** The company whose sign-in page led here. */
  const companyOf = async (request: Request) => {
    const address = queryOf(request, 'company');
    return address === undefined ? undefined : findCompany(address.toLowerCase());
  };

  router.get(FORGOTTEN, async (request, response) =>
    show(await account.read(request, response), queryOf(request, 'done') === 'sent' ? 'sent' : undefined),
  );

  router.post(FORGOTTEN, async (request, response) => {
    const context = await account.read(request, response);
    const login = account.readForm(context).parse({ login: text }).login.slice(0, MAX_TYPED_LENGTH);
    if (!resetLinks) return show(context);
    const retryAfter = await resetLimit(request, login);
    if (retryAfter > 0) {
      response.set('Retry-After', String(retryAfter));
      return show(context, 'tooMany', 429);
    }
    const company = await companyOf(request);
    await resetLinks.request(login, company?.id, context.view.locale);
    return seeOther(response, `${FORGOTTEN}?done=sent${company ? `&company=${company.slug ?? company.id}` : ''}`);
  });
}

function addInvitation(router: Router, account: AccountContext, dependencies: LinkRouteDependencies): void {
  const { visitors, companyName } = dependencies;
  addNewPassword(router, account, dependencies, {
    purpose: 'ownerInvitation',
    path: '/account/invitation/:token',
    page: async (context, owner, problem) => {
      const company = await companyName(owner.companyId);
      return <OwnerInvitationPage {...linkOf(context, owner)} company={company} problem={problem} />;
    },
    finish: async ({ response, visitor }, owner) => {
      await visitors.signIn(response, visitor, owner);
      seeOther(response, '/account');
    },
  });
}

function addReset(router: Router, account: AccountContext, dependencies: LinkRouteDependencies): void {
  const { visitors } = dependencies;
  addNewPassword(router, account, dependencies, {
    purpose: 'ownerReset',
    path: '/account/reset/:token',
    page: async (context, owner, problem) => <OwnerResetPage {...linkOf(context, owner)} problem={problem} />,
    finish: async ({ response, visitor }) => {
      await visitors.signOut(response, visitor);
      seeOther(response, '/account?done=password-set');
    },
  });
}

/** The owner of a link, and who else is signed in in this browser. */
function linkOf({ view, visitor }: PageContext, owner: Owner) {
  const current = visitor.owner;
  const isOther = current !== undefined && current.userId !== owner.userId;
  return { view, owner, other: isOther ? { name: current.username, home: '/account' } : undefined };
}

type NewPasswordPage = {
  purpose: 'ownerInvitation' | 'ownerReset';
  path: string;
  page(context: PageContext, owner: Owner, problem?: PasswordProblem): Promise<VNode>;
  /** Responds after the password was set. */
  finish(context: PageContext, owner: Owner): Promise<void>;
};

/** A page on which an owner chooses a password. It ends all sessions of the owner. */
function addNewPassword(
  router: Router,
  account: AccountContext,
  dependencies: LinkRouteDependencies,
  { purpose, path, page, finish }: NewPasswordPage,
): void {
  const { links, credentials, sessions, devices } = dependencies;

  router.get(path, async (request, response) => {
    const context = await account.read(request, response);
    const found = await findLink(purpose, tokenOf(request), dependencies);
    return found ? sendPage(response, await page(context, found.owner)) : sendDeadLink(context);
  });

  router.post(path, async (request, response) => {
    const context = await account.read(request, response);
    const chosen = account.readForm(context).parse({ next: text, again: text });
    const found = await findLink(purpose, tokenOf(request), dependencies);
    if (!found) return sendDeadLink(context);
    const { userId, username, email } = found.owner;
    const problem = newPasswordProblem(chosen, [username, email]);
    if (problem) return sendPage(response, await page(context, found.owner, problem), { status: 422 });
    const isSet = await endAllAround(sessions, userId, () =>
      withLink(() =>
        credentials.setPassword(userId, chosen.next, async (session) => {
          await links.consume(purpose, tokenOf(request), session);
          // The others too, for example a confirmation of a new address that a thief has requested.
          await links.removeAllOfOwner(userId, session);
        }),
      ),
    );
    const changed = await credentials.find(userId);
    if (!isSet || !changed) return sendDeadLink(context);
    // Failures before the change do not delay the next sign-in.
    devices.remember(request, response, ownerAccount(userId), changed.passwordVersion);
    return finish(context, changed);
  });
}

function addSignInLink(router: Router, account: AccountContext, dependencies: LinkRouteDependencies): void {
  const { links, transact, visitors, companyName } = dependencies;
  const path = '/account/sign-in-link/:token';

  router.get(path, async (request, response) => {
    const context = await account.read(request, response);
    const found = await findLink('ownerSignIn', tokenOf(request), dependencies);
    if (!found) return sendDeadLink(context);
    const company = await companyName(found.owner.companyId);
    return sendPage(response, <SignInLinkPage {...linkOf(context, found.owner)} company={company} />);
  });

  router.post(path, async (request, response) => {
    const context = await account.read(request, response);
    account.readForm(context).parse({});
    const found = await findLink('ownerSignIn', tokenOf(request), dependencies);
    if (!found) return sendDeadLink(context);
    // The session is stored first: if that fails, the link still works.
    const consume = () => transact((session) => links.consume('ownerSignIn', tokenOf(request), session));
    const started = await visitors.signIn(response, context.visitor, found.owner, () => withLink(consume));
    if (!started) return sendDeadLink(context);
    return seeOther(response, 'path' in found.link ? sitePath.parse(found.link.path) : '/account');
  });
}

async function findLink(
  purpose: OwnerLinkPurpose,
  token: string,
  { links, credentials }: Pick<LinkRouteDependencies, 'links' | 'credentials'>,
): Promise<OwnersLink | undefined> {
  const link = await links.find(purpose, token);
  const owner = link && (await credentials.find(link.userId));
  if (!owner) return undefined;
  if (purpose === 'ownerInvitation' && owner.passwordVersion !== '') return undefined;
  // A link is proof of control only of the address to which it was sent.
  const isOfAddress = purpose === 'ownerSignIn' || loginKey(owner.email) === loginKey(link.email);
  return isOfAddress ? { link, owner } : undefined;
}

function sendDeadLink({ response, view }: PageContext): void {
  sendPage(response, <DeadLinkPage view={view} />, { status: 404 });
}
