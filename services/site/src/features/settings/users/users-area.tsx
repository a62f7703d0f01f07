import type { OwnerCredentials } from '@vitae/accounts/credentials/owner-credentials';
import type { OneTimeLinks } from '@vitae/accounts/links/one-time-links';
import type { LinkRequest, OwnerLinks } from '@vitae/accounts/links/owner-links';
import { companyCaller } from '@vitae/kit/caller';
import { notFound, VitaeError } from '@vitae/kit/errors';
import { requestIdOf } from '@vitae/kit/http/request-id';
import type { ResumeClient } from '@vitae/proto/clients/resume-client';
import type { UserRecord } from '@vitae/proto/user-record';
import { type Request, Router } from 'express';
import { z } from 'zod';
import { queryOf } from '../../../layout/form.ts';
import { seeOther, sendPage } from '../../../layout/render.ts';
import { messagesFor } from '../../../locales/messages.ts';
import { areaPath } from '../settings-area.ts';
import type { AdministratorContext, SettingsArea, SettingsSite } from '../settings-site.tsx';
import { ShownLinkPage } from '../shown-link-page.tsx';
import { type ListedUser, nameOf, type UserChoice, type UsersDone, UsersPage, usersDone } from './users-page.tsx';

/** The methods of the resume client that list users. */
export type UserLists = Pick<ResumeClient, 'user'> & { call: Pick<ResumeClient['call'], 'ListUsers' | 'SearchUsers'> };

type UsersDependencies = {
  resume: UserLists;
  credentials: Pick<OwnerCredentials, 'findAll'>;
  links: Pick<OneTimeLinks, 'findOfOwners'>;
  ownerLinks: OwnerLinks;
  /** Public address of the site. */
  siteUrl: string;
};

const PATH = areaPath('users');
const USERS_PER_PAGE = 20;
const MAX_TERM = 200;
/** The list to return to after an action. */
const choiceFields = { term: z.string().max(MAX_TERM).optional(), cursor: z.string().max(500).optional() };

/** /settings/users: visible to all roles. Administrators invite users and create links to reset passwords. */
export function createUsersArea(dependencies: UsersDependencies): SettingsArea {
  const { ownerLinks, siteUrl } = dependencies;
  return {
    name: 'users',
    routes: (site) => {
      const router = Router();
      router.param('id', (request: Request, _response, next) =>
        next(/^[1-9]\d{0,14}$/.test(String(request.params.id)) ? undefined : userNotFound()),
      );
      router.get(
        PATH,
        site.requireAdministrator('viewer', async ({ request, response, view }) => {
          const choice = choiceOf(request);
          const { users, next } = await listUsers(dependencies, callerOf({ response, view }), choice);
          const done = doneOf(queryOf(request, 'done'));
          const page = { view, users, next, choice, done, siteUrl };
          sendPage(response, <UsersPage {...page} />, { script: true });
        }),
      );
      addLinkRoutes(router, site, dependencies, {
        path: 'invitation',
        shownAt: `${PATH}/invited`,
        texts: 'invited',
        send: ownerLinks.invite,
        sent: 'invited',
        rejected: { reason: 'already_signed_up', done: 'signedUp' },
      });
      addLinkRoutes(router, site, dependencies, {
        path: 'password-reset',
        shownAt: `${PATH}/reset`,
        texts: 'reset',
        send: ownerLinks.resetPassword,
        sent: 'resetSent',
        rejected: { reason: 'not_signed_up', done: 'notSignedUp' },
      });
      addWithdrawal(router, site, dependencies);
      return router;
    },
  };
}

/** An action that sends a user a link. The page at `shownAt` shows the link if the server sends no mail. */
type SentLinkAction = {
  path: string;
  shownAt: string;
  texts: 'invited' | 'reset';
  send: OwnerLinks['invite'];
  sent: UsersDone;
  /** The message to show if the link is rejected with this reason. */
  rejected: { reason: string; done: UsersDone };
};

function addLinkRoutes(
  router: Router,
  { requireAdministrator, onForm, submitOnce, shownOnce }: SettingsSite,
  { resume }: UsersDependencies,
  { path, shownAt, texts, send, sent, rejected }: SentLinkAction,
): void {
  router.get(
    shownAt,
    requireAdministrator('administrator', async (at) => {
      const shown = await shownOnce<{ name: string; url: string }>(at, PATH);
      if (!shown) return;
      const { users, text } = messagesFor(at.view.locale);
      const { title, lead, done } = users[texts];
      const page = { title, lead: text(lead, { name: shown.name }), done };
      sendPage(at.response, <ShownLinkPage view={at.view} area="users" url={shown.url} {...page} />);
    }),
  );
  router.post(
    `${PATH}/:id/${path}`,
    onForm('administrator', async (at, form) => {
      const choice = form.parse(choiceFields);
      return submitOnce(at, form, async () => {
        try {
          const request = linkRequest(at);
          const { url } = await send(request, at.view.locale);
          if (url === null) return { location: listAddress(choice, sent) };
          const { json } = await resume.user(request.user, request.caller);
          const name = nameOf(JSON.parse(json.toString('utf8')) as UserRecord);
          return { location: shownAt, shown: { name, url } };
        } catch (error) {
          if (isReason(error, rejected.reason)) return { location: listAddress(choice, rejected.done) };
          throw error;
        }
      });
    }),
  );
}

function addWithdrawal(router: Router, { onForm }: SettingsSite, { ownerLinks }: UsersDependencies): void {
  router.post(
    `${PATH}/:id/invitation/withdraw`,
    onForm('administrator', async (at, form) => {
      const choice = form.parse(choiceFields);
      try {
        await ownerLinks.withdrawInvitation(linkRequest(at));
      } catch (error) {
        // It was used, withdrawn or has expired in the meantime: the list shows it.
        if (!isReason(error, 'invitation_not_found')) throw error;
      }
      seeOther(at.response, listAddress(choice, 'withdrawn'));
    }),
  );
}

/** Returns a page of users, and whether each can sign in. */
async function listUsers(
  { resume, credentials, links }: UsersDependencies,
  caller: LinkRequest['caller'],
  { term, cursor = '' }: UserChoice,
): Promise<{ users: ListedUser[]; next: string | undefined }> {
  const page = { page: 1, limit: USERS_PER_PAGE, cursor };
  const { json, next } = term
    ? await resume.call.SearchUsers({ term, page }, { caller })
    : await resume.call.ListUsers({ kinds: [], page }, { caller });
  const records = JSON.parse(json.toString('utf8')) as UserRecord[];
  const ids = records.map(({ id }) => id);
  const [owners, invitations] = await Promise.all([
    credentials.findAll(ids),
    links.findOfOwners('ownerInvitation', ids),
  ]);
  const withPassword = new Set(owners.filter((one) => one.passwordVersion !== '').map(({ userId }) => userId));
  const openUntil = new Map(invitations.map(({ userId, expiresAt }) => [userId, expiresAt]));
  const users = records.map((user) => ({
    ...user,
    canSignIn: withPassword.has(user.id),
    invitedUntil: openUntil.get(user.id),
  }));
  return { users, next: next || undefined };
}

function callerOf({ response, view }: Pick<AdministratorContext, 'response' | 'view'>): LinkRequest['caller'] {
  return companyCaller(view.company.id, requestIdOf(response));
}

function linkRequest(at: AdministratorContext): LinkRequest {
  const { id, email } = at.administrator;
  return {
    user: { id: String(at.request.params.id), byIdOrigin: false },
    caller: callerOf(at),
    actor: { kind: 'administrator', id, name: email },
    from: at.request.ip,
  };
}

function choiceOf(request: Request): UserChoice {
  const term = queryOf(request, 'term')?.trim().slice(0, MAX_TERM);
  const cursor = queryOf(request, 'cursor');
  return { ...(term && { term }), ...(cursor && { cursor }) };
}

function listAddress({ term, cursor }: { term?: string | undefined; cursor?: string | undefined }, done: UsersDone) {
  return `${PATH}?${new URLSearchParams({ ...(term && { term }), ...(cursor && { cursor }), done })}`;
}

function doneOf(text: string | undefined): UsersDone | undefined {
  return usersDone.find((done) => done === text);
}

function isReason(error: unknown, reason: string): boolean {
  return error instanceof VitaeError && error.reason === reason;
}

function userNotFound() {
  return notFound('user_not_found', 'There is no such user.');
}
