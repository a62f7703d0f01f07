import { Router } from 'express';
import type { AuditLog } from '../../../audit/audit-log.ts';
import type { Administrator } from '../../../credentials/administrators.ts';
import { queryOf } from '../../form.ts';
import { seeOther, sendPage } from '../../render.ts';
import type { AdministratorVisitors } from '../administrator-visitors.ts';
import { administratorTarget } from '../audit-targets.ts';
import type { Look, SettingsSite } from '../settings-site.tsx';
import { safeNext } from './after-sign-in.ts';
import { checkPassword, type PasswordEntryDependencies } from './sign-in-administrator.ts';
import { SignInPage, type SignInPageProps } from './sign-in-pages.tsx';

export type SignInRouteDependencies = PasswordEntryDependencies & {
  visitors: AdministratorVisitors;
  audit: AuditLog;
};

/** /settings/sign-in and /settings/sign-out. */
export function signInRoutes(site: SettingsSite, dependencies: SignInRouteDependencies): Router {
  const { visitors, audit } = dependencies;
  const router = Router();

  const show = ({ response, view }: Look, props: Omit<SignInPageProps, 'view'>, status = 200) => {
    if (props.failure?.reason === 'tooMany') response.set('Retry-After', String(props.failure.retryAfter));
    sendPage(response, <SignInPage view={{ ...view, address: '/settings/sign-in' }} {...props} />, { status });
  };
  const recordSignIn = ({ request }: Look, administrator: Administrator) =>
    audit.record({
      companyId: administrator.companyId,
      actor: { kind: 'administrator', id: administrator.id, name: administrator.email },
      action: 'signedIn',
      target: administratorTarget(administrator),
      from: request.ip,
    });
  const recordFailure = async ({ request }: Look, known: Administrator | undefined) => {
    if (!known) return;
    await audit.record({
      companyId: known.companyId,
      actor: { kind: 'stranger', name: known.email },
      action: 'signInFailed',
      target: administratorTarget(known),
      from: request.ip,
    });
  };

  router.get('/settings/sign-in', async (request, response) => {
    const at = await site.look(request, response);
    const next = safeNext(queryOf(request, 'next'));
    if (at.visitor.administrator) return seeOther(response, next);
    return show(at, { next, done: doneOf(queryOf(request, 'done')) });
  });

  router.post('/settings/sign-in', async (request, response) => {
    const at = await site.look(request, response);
    const form = site.readForm(at);
    const next = safeNext(form.get('next'));
    const email = form.get('email');
    const entry = await checkPassword(email, form.get('password'), request.ip ?? '', dependencies);
    if ('retryAfter' in entry)
      return show(at, { next, email, failure: { reason: 'tooMany', retryAfter: entry.retryAfter } }, 429);
    if ('wrong' in entry) {
      await recordFailure(at, entry.known);
      return show(at, { next, email, failure: { reason: 'wrong' } }, 403);
    }
    await recordSignIn(at, entry.administrator);
    await visitors.signIn(request, response, at.visitor, entry.administrator);
    return seeOther(response, next);
  });

  router.post('/settings/sign-out', async (request, response) => {
    const at = await site.look(request, response);
    site.readForm(at);
    const { administrator } = at.visitor;
    await visitors.signOut(response, at.visitor);
    if (administrator) {
      const actor = { kind: 'administrator', id: administrator.id, name: administrator.email } as const;
      const { companyId } = administrator;
      const target = administratorTarget(administrator);
      await audit.record({ companyId, actor, action: 'signedOut', target, from: request.ip });
    }
    return seeOther(response, '/settings/sign-in?done=signedOut');
  });

  return router;
}

function doneOf(text: string | undefined): SignInPageProps['done'] {
  return text === 'signedOut' || text === 'passwordSet' ? text : undefined;
}
