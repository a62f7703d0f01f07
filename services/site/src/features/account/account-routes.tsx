import type { Owner, OwnerCredentials } from '@vitae/accounts/credentials/owner-credentials';
import type { SessionStore } from '@vitae/accounts/sessions/session-store';
import { requestIdOf } from '@vitae/kit/http/request-id';
import { type Locale, parseLocale } from '@vitae/proto/locale';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { type Form, formOf, queryOf } from '../../layout/form.ts';
import { seeOther, sendPage } from '../../layout/render.ts';
import { browserLocale, DEFAULT_LOCALE } from '../../locales/locale.ts';
import type { Cookie } from '../../sessions/cookie.ts';
import { isOurForm } from '../../sessions/csrf.ts';
import { type SignInDependencies, signIn } from '../../sessions/sign-in.ts';
import type { Visitor, Visitors } from '../../sessions/visitors.ts';
import {
  AccountPage,
  type AccountPageProps,
  AccountSignInPage,
  type AccountView,
  ApplicationsPage,
  DeletedPage,
  DeletionPage,
  type Done,
} from './account-pages.tsx';
import { changePassword, confirmPassword } from './change-password.ts';
import type { ConnectedApplications } from './connected-applications.ts';
import { cvActions } from './cv-forms.ts';
import { isChangedMeanwhile, type OwnCvs } from './own-cvs.ts';

export type AccountDependencies = SignInDependencies & {
  credentials: OwnerCredentials;
  visitors: Visitors;
  sessions: Pick<SessionStore, 'endAll'>;
  languageCookie: Cookie;
  cvs: OwnCvs;
  applications: ConnectedApplications;
  timeZoneOf: (companyId: number) => Promise<string>;
  /** Takes the user out of every list and reach, sessions and applications included; the services erase the rest later. */
  deleteUser: (owner: Owner, requestId: string) => Promise<void>;
  /** Days after which a deleted user's data are gone. */
  retentionDays: number;
  /** Public address of the site. */
  publicUrl: string;
};

/** One look at the account. */
type PageContext = { request: Request; response: Response; visitor: Visitor; view: AccountView };
type OwnerContext = PageContext & { owner: Owner };

const ONE_YEAR = 31_536_000;
const ID = /^[1-9]\d{0,14}$/;

/** /account, for CV owners. It works without script. */
export function accountRoutes(dependencies: AccountDependencies): Router {
  const {
    credentials,
    visitors,
    sessions,
    languageCookie,
    cvs,
    applications,
    timeZoneOf,
    deleteUser,
    retentionDays,
    publicUrl,
  } = dependencies;
  const router = Router();

  const pageContext = async (request: Request, response: Response): Promise<PageContext> => {
    const visitor = await visitors.read(request, response);
    const asked = parseLocale(queryOf(request, 'locale'));
    if (asked) languageCookie.write(response, asked, ONE_YEAR);
    const locale = asked ?? chosenLocale(request, visitor);
    return { request, response, visitor, view: { locale, sessionId: visitor.sessionId, path: request.path } };
  };
  const chosenLocale = (request: Request, { owner }: Visitor): Locale =>
    parseLocale(languageCookie.read(request)) ?? parseLocale(owner?.locale) ?? browserLocale(request);

  const showSignIn = (
    { response, view }: PageContext,
    props: Partial<Parameters<typeof AccountSignInPage>[0]> = {},
    status = 200,
  ) => {
    const { failure } = props;
    if (failure?.reason === 'tooMany') response.set('Retry-After', String(failure.retryAfter));
    sendPage(response, <AccountSignInPage view={{ ...view, path: '/account' }} {...props} />, { status });
  };

  const showAccount = async (
    { response, view, owner }: OwnerContext,
    props: Partial<AccountPageProps> = {},
    status = 200,
  ) => {
    const list = await applications.list(owner.userId);
    const timeZone = await timeZoneOf(owner.companyId);
    const own = await cvs.list(owner, requestIdOf(response));
    sendPage(
      response,
      <AccountPage
        view={{ ...view, path: '/account' }}
        owner={owner}
        cvs={own}
        applications={list}
        timeZone={timeZone}
        {...props}
      />,
      { status },
    );
  };

  /** A page of somebody who is signed in; others are asked to. */
  const onPage =
    (show: (at: OwnerContext) => unknown): RequestHandler =>
    async (request, response) => {
      const at = await pageContext(request, response);
      const { owner } = at.visitor;
      if (owner) await show({ ...at, owner });
      else showSignIn(at, { signedOut: queryOf(request, 'done') === 'signed-out' });
    };

  /** A form of somebody who is signed in; one that is not ours or too old changes nothing. */
  const onForm =
    (act: (at: OwnerContext, form: Form) => Promise<unknown>): RequestHandler =>
    async (request, response) => {
      const at = await pageContext(request, response);
      const { owner } = at.visitor;
      const form = formOf(request);
      if (!owner) showSignIn(at, { failure: { reason: 'expired' } }, 403);
      else if (!isOurForm(request, form, at.visitor.sessionId, publicUrl))
        await showAccount({ ...at, owner }, { expired: true }, 403);
      else await act({ ...at, owner }, form);
    };

  router.get(
    '/account',
    onPage((at) => showAccount(at, { done: doneOf(queryOf(at.request, 'done')) })),
  );

  router.post('/account/sign-in', async (request, response) => {
    const at = await pageContext(request, response);
    const form = formOf(request);
    const login = form.get('login');
    if (!isOurForm(request, form, at.visitor.sessionId, publicUrl))
      return showSignIn(at, { login, failure: { reason: 'expired' } }, 403);
    const entry = await signIn(login, form.get('password'), request.ip ?? '', dependencies);
    if ('wrong' in entry) return showSignIn(at, { login, failure: { reason: 'wrong' } }, 403);
    if ('retryAfter' in entry)
      return showSignIn(at, { login, failure: { reason: 'tooMany', retryAfter: entry.retryAfter } }, 429);
    await visitors.signIn(response, at.visitor, entry.owner);
    return seeOther(response, '/account');
  });

  router.post(
    '/account/sign-out',
    onForm(async ({ response, visitor }) => {
      await visitors.signOut(response, visitor);
      seeOther(response, '/account?done=signed-out');
    }),
  );

  const actions = cvActions(cvs);
  router.post(
    '/account/cvs/:id/:action',
    ({ params }, _response, next) =>
      next(ID.test(String(params.id)) && Object.hasOwn(actions, String(params.action)) ? undefined : 'route'),
    onForm(async (at, form) => {
      const { request, response, owner } = at;
      const act = actions[String(request.params.action)] as (typeof actions)[string];
      try {
        const cvProblem = await act(owner, Number(request.params.id), form, requestIdOf(response));
        if (cvProblem) return await showAccount(at, { cvProblem }, 422);
      } catch (thrown) {
        if (!isChangedMeanwhile(thrown)) throw thrown;
        return showAccount(at, { cvConflict: true }, 409);
      }
      return seeOther(response, '/account?done=cv');
    }),
  );

  router.get(
    '/account/applications',
    onPage(async ({ request, response, view, owner }) => {
      const props = {
        view,
        owner,
        applications: await applications.list(owner.userId),
        timeZone: await timeZoneOf(owner.companyId),
      };
      sendPage(response, <ApplicationsPage {...props} done={doneOf(queryOf(request, 'done'))} />);
    }),
  );

  router.post(
    '/account/applications/:id/revoke',
    (request, _response, next) => next(ID.test(String(request.params.id)) ? undefined : 'route'),
    onForm(async ({ request, response, owner }) => {
      await applications.revoke(owner.userId, Number(request.params.id));
      seeOther(response, '/account/applications?done=revoked');
    }),
  );

  router.post(
    '/account/password',
    onForm(async (at, form) => {
      const { request, response, visitor, owner } = at;
      const change = { current: form.get('current'), next: form.get('next'), again: form.get('again') };
      const problem = await changePassword(owner.userId, change, request.ip ?? '', dependencies);
      if (problem) return showAccount(at, { passwordProblem: problem }, problem.reason === 'tooMany' ? 429 : 422);
      await sessions.endAll(owner.userId);
      await visitors.signIn(response, visitor, owner);
      return seeOther(response, '/account?done=password');
    }),
  );

  router.post(
    '/account/language',
    onForm(async ({ response, owner }, form) => {
      const locale = parseLocale(form.get('locale')) ?? DEFAULT_LOCALE;
      await credentials.setLocale(owner.userId, locale);
      languageCookie.write(response, locale, ONE_YEAR);
      seeOther(response, '/account?done=language');
    }),
  );

  router.get(
    '/account/delete',
    onPage(({ response, view, owner }) => {
      sendPage(response, <DeletionPage view={view} owner={owner} retentionDays={retentionDays} />);
    }),
  );

  router.post(
    '/account/delete',
    onForm(async ({ request, response, visitor, view, owner }, form) => {
      const problem = await confirmPassword(owner.userId, form.get('password'), request.ip ?? '', dependencies);
      if (problem) {
        const page = <DeletionPage view={view} owner={owner} retentionDays={retentionDays} problem={problem} />;
        return sendPage(response, page, { status: problem.reason === 'tooMany' ? 429 : 403 });
      }
      await deleteUser(owner, requestIdOf(response));
      await visitors.signOut(response, visitor);
      return seeOther(response, '/account/deleted');
    }),
  );

  router.get('/account/deleted', async (request, response) => {
    const { view } = await pageContext(request, response);
    sendPage(response, <DeletedPage view={view} retentionDays={retentionDays} />);
  });

  return router;
}

function doneOf(text: string | undefined): Done | undefined {
  return text === 'password' || text === 'language' || text === 'revoked' || text === 'cv' ? text : undefined;
}
