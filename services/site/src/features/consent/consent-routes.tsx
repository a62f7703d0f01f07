import { requestIdOf } from '@vitae/kit/http/request-id';
import { parseLocale } from '@vitae/proto/locale';
import { type RequestHandler, Router } from 'express';
import { z } from 'zod';
import { accessFields, selectedAccess } from '../../components/access-fields.tsx';
import { type Form, formOf, queryOf } from '../../layout/form.ts';
import { seeOther, sendPage } from '../../layout/render.ts';
import { isOurForm } from '../../sessions/csrf.ts';
import { ownerAccount, type SignInDependencies, signIn } from '../../sessions/sign-in.ts';
import { authorizeUrl } from './authorize-address.ts';
import { type ConsentContext, type ConsentScreenDependencies, createConsentScreen } from './consent-context.tsx';
import { DeniedPage } from './consent-pages.tsx';

type ConsentDependencies = SignInDependencies &
  ConsentScreenDependencies & {
    /** Public address of OAuth. */
    publicUrl: string;
  };

/** The hidden fields of every form of the screen. */
const addressFields = { oauth_token: z.string(), oauth_callback: z.string().optional() };

/** The consent screen at /{locale}/oauth/authorize (RFC 5849 section 2.2). Works without scripts. */
export function consentRoutes(dependencies: ConsentDependencies): Router {
  const { authorization, visitors, cvs, publicUrl } = dependencies;
  const screen = createConsentScreen(dependencies);

  const decide = async (context: ConsentContext, form: Form) => {
    const decisionFields = { ...addressFields, ...accessFields, decision: z.enum(['allow', 'refuse']) };
    const { decision, ...selected } = form.parse(decisionFields);
    const { response, visitor } = context;
    const { locale, address } = context.screen;
    const { owner } = visitor;
    if (!owner) return screen.send(context);
    if (decision === 'allow') {
      const { access, problem } = await selectedAccess(selected, () => cvs.list(owner, requestIdOf(response)));
      if (problem) return screen.send(context, { rejected: { access, problem } });
      const result = await authorization.allow(address.token, owner, access);
      if (typeof result === 'string') return screen.sendProblem(context, result);
      return seeOther(response, 'redirect' in result ? result.redirect : authorizeUrl(locale, address));
    }
    const pending = await screen.pendingRequest(context);
    if (!pending) return;
    const result = await authorization.deny(address.token, owner);
    if (typeof result === 'string') return screen.sendProblem(context, result);
    if (result) return seeOther(response, result.redirect);
    return sendPage(response, <DeniedPage screen={context.screen} application={pending.applicationName} />);
  };

  const leave = async ({ response, visitor, screen: { locale, address } }: ConsentContext, form: Form) => {
    form.parse(addressFields);
    await visitors.signOut(response, visitor);
    seeOther(response, authorizeUrl(locale, address));
  };

  /** Handles a form of the screen. A foreign or expired form shows the screen again and changes nothing. */
  const onForm =
    (act: (context: ConsentContext, form: Form) => Promise<unknown>): RequestHandler =>
    async (request, response, next) => {
      const locale = parseLocale(String(request.params.locale));
      if (!locale) return next();
      const form = formOf(request);
      const address = { token: form.get('oauth_token'), callback: form.get('oauth_callback') || undefined };
      const context = await screen.read(request, response, locale, address);
      if (isOurForm(request, form, context.visitor.sessionId, publicUrl)) await act(context, form);
      else await screen.send(context, { login: form.get('login'), failure: { reason: 'expired' }, expired: true });
    };

  const router = Router();
  router.get('/:locale/oauth/authorize', async (request, response, next) => {
    const locale = parseLocale(request.params.locale);
    if (!locale) return next();
    const address = { token: queryOf(request, 'oauth_token') ?? '', callback: queryOf(request, 'oauth_callback') };
    await screen.send(await screen.read(request, response, locale, address));
  });
  router.post('/:locale/oauth/authorize', onForm(decide));
  router.post(
    '/:locale/oauth/sign-in',
    onForm((context, form) => signInOwner(context, form, screen, dependencies)),
  );
  router.post('/:locale/oauth/sign-out', onForm(leave));
  return router;
}

async function signInOwner(
  context: ConsentContext,
  form: Form,
  screen: ReturnType<typeof createConsentScreen>,
  dependencies: ConsentDependencies,
): Promise<void> {
  const { login, password } = form.parse({ ...addressFields, login: z.string(), password: z.string() });
  const pending = await screen.pendingRequest(context);
  if (!pending) return;
  // Only users of the company can allow the application. Others learn on the next page that they cannot.
  const find = async (name: string) => {
    const ofCompany = await dependencies.credentials.findByLogin(name, pending.companyId);
    return ofCompany.length > 0 ? ofCompany : dependencies.credentials.findByLogin(name);
  };
  const result = await signIn(context.request, { login, password, find }, dependencies);
  if ('wrong' in result) return screen.send(context, { login, failure: { reason: 'wrong' } });
  if ('retryAfter' in result)
    return screen.send(context, { login, failure: { reason: 'tooMany', retryAfter: result.retryAfter } });
  const owner = result.passed;
  await dependencies.visitors.signIn(context.response, context.visitor, owner);
  const account = ownerAccount(owner.userId);
  dependencies.devices.remember(context.request, context.response, account, owner.passwordVersion);
  return seeOther(context.response, authorizeUrl(context.screen.locale, context.screen.address));
}
