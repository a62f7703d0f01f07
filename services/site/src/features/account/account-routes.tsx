import { requestIdOf } from '@vitae/kit/http/request-id';
import { locales } from '@vitae/proto/locale';
import { type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { formOf, queryOf } from '../../layout/form.ts';
import { seeOther, sendPage } from '../../layout/render.ts';
import { isOurForm } from '../../sessions/csrf.ts';
import { ownerAccount, signIn } from '../../sessions/sign-in.ts';
import { type AccountContext, type AccountDependencies, createAccountContext } from './account-context.tsx';
import { ApplicationsPage, DeletedPage, DeletionPage, type Done } from './account-pages.tsx';
import { changePassword, confirmPassword } from './change-password.ts';
import { cvActions } from './cv-forms.ts';
import { isRevisionConflict } from './own-cvs.ts';

const text = z.string();

/** /account, for CV owners. Works without scripts. */
export function accountRoutes(dependencies: AccountDependencies): Router {
  const account = createAccountContext(dependencies);
  const router = Router();
  router.get(
    '/account',
    account.onPage((context) => account.sendAccount(context, { done: doneOf(queryOf(context.request, 'done')) })),
  );
  addSignIn(router, account, dependencies);
  addCvForms(router, account, dependencies);
  addApplications(router, account, dependencies);
  addPreferences(router, account, dependencies);
  addDeletion(router, account, dependencies);
  return router;
}

function addSignIn(router: Router, account: AccountContext, dependencies: AccountDependencies): void {
  const { visitors, devices, publicUrl } = dependencies;
  router.post('/account/sign-in', async (request, response) => {
    const context = await account.read(request, response);
    const form = formOf(request);
    const login = form.get('login');
    if (!isOurForm(request, form, context.visitor.sessionId, publicUrl))
      return account.sendSignIn(context, { login, failure: { reason: 'expired' } }, 403);
    const { password } = form.parse({ login: text, password: text });
    const result = await signIn(request, login, password, dependencies);
    if ('wrong' in result) return account.sendSignIn(context, { login, failure: { reason: 'wrong' } }, 403);
    if ('retryAfter' in result) {
      const { retryAfter } = result;
      return account.sendSignIn(context, { login, failure: { reason: 'tooMany', retryAfter } }, 429);
    }
    await visitors.signIn(response, context.visitor, result.passed);
    devices.remember(request, response, ownerAccount(result.passed.userId), result.passed.passwordVersion);
    return seeOther(response, '/account');
  });
  router.post(
    '/account/sign-out',
    account.onForm(async ({ response, visitor }, form) => {
      form.parse({});
      await visitors.signOut(response, visitor);
      seeOther(response, '/account?done=signed-out');
    }),
  );
}

function addCvForms(router: Router, account: AccountContext, { cvs }: AccountDependencies): void {
  const actions = cvActions(cvs);
  const isAction: RequestHandler = ({ params }, _response, next) =>
    next(isId(params.id) && Object.hasOwn(actions, String(params.action)) ? undefined : 'route');
  router.post(
    '/account/cvs/:id/:action',
    isAction,
    account.onForm(async (context, form) => {
      const { request, response, owner } = context;
      const act = actions[String(request.params.action)] as (typeof actions)[string];
      try {
        const cvProblem = await act(owner, Number(request.params.id), form, requestIdOf(response));
        if (cvProblem) return await account.sendAccount(context, { cvProblem }, 422);
      } catch (thrown) {
        if (!isRevisionConflict(thrown)) throw thrown;
        return account.sendAccount(context, { cvConflict: true }, 409);
      }
      return seeOther(response, '/account?done=cv');
    }),
  );
}

function addApplications(router: Router, account: AccountContext, dependencies: AccountDependencies): void {
  const { applications, timeZoneOf } = dependencies;
  router.get(
    '/account/applications',
    account.onPage(async ({ request, response, view, owner }) => {
      const list = await applications.list(owner.userId);
      const timeZone = await timeZoneOf(owner.companyId);
      const done = doneOf(queryOf(request, 'done'));
      sendPage(
        response,
        <ApplicationsPage view={view} owner={owner} applications={list} timeZone={timeZone} done={done} />,
      );
    }),
  );
  router.post(
    '/account/applications/:id/revoke',
    ({ params }, _response, next) => next(isId(params.id) ? undefined : 'route'),
    account.onForm(async ({ request, response, owner }, form) => {
      form.parse({});
      await applications.revoke(owner.userId, Number(request.params.id));
      seeOther(response, '/account/applications?done=revoked');
    }),
  );
}

function addPreferences(router: Router, account: AccountContext, dependencies: AccountDependencies): void {
  const { credentials, sessions, visitors } = dependencies;
  router.post(
    '/account/password',
    account.onForm(async (context, form) => {
      const { response, visitor, owner } = context;
      const change = form.parse({ current: text, next: text, again: text });
      const problem = await changePassword(
        { account: ownerAccount(owner.userId), userId: owner.userId, names: [owner.username, owner.email] },
        change,
        dependencies,
      );
      if (problem)
        return account.sendAccount(context, { passwordProblem: problem }, problem.reason === 'tooMany' ? 429 : 422);
      await sessions.endAll(owner.userId);
      await visitors.signIn(response, visitor, owner);
      return seeOther(response, '/account?done=password');
    }),
  );
  router.post(
    '/account/language',
    account.onForm(async ({ response, owner }, form) => {
      const { locale } = form.parse({ locale: z.enum(locales) });
      await credentials.setLocale(owner.userId, locale);
      account.writeLanguage(response, locale);
      seeOther(response, '/account?done=language');
    }),
  );
}

function addDeletion(router: Router, account: AccountContext, dependencies: AccountDependencies): void {
  const { visitors, deleteUser, retentionDays } = dependencies;
  router.get(
    '/account/delete',
    account.onPage(({ response, view, owner }) => {
      sendPage(response, <DeletionPage view={view} owner={owner} retentionDays={retentionDays} />);
    }),
  );
  router.post(
    '/account/delete',
    account.onForm(async ({ response, visitor, view, owner }, form) => {
      const account = ownerAccount(owner.userId);
      const problem = await confirmPassword(
        account,
        owner.userId,
        form.parse({ password: text }).password,
        dependencies,
      );
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
    const { view } = await account.read(request, response);
    sendPage(response, <DeletedPage view={view} retentionDays={retentionDays} />);
  });
}

function isId(text: unknown): boolean {
  return /^[1-9]\d{0,14}$/.test(String(text));
}

function doneOf(text: string | undefined): Done | undefined {
  return text === 'password' || text === 'language' || text === 'revoked' || text === 'cv' ? text : undefined;
}
