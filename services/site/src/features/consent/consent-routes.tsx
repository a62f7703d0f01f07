import { type Locale, parseLocale } from '@vitae/proto/locale';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { VNode } from 'preact';
import type { SignInFailure } from '../../components/sign-in-form.tsx';
import { type Form, formOf, queryOf } from '../../layout/form.ts';
import { seeOther, sendPage } from '../../layout/render.ts';
import { isOurForm } from '../../sessions/csrf.ts';
import { type SignInDependencies, signIn } from '../../sessions/sign-in.ts';
import type { Visitor, Visitors } from '../../sessions/visitors.ts';
import type { AuthorizationProblem, AuthorizationRequest, AuthorizationSteps } from './authorization.ts';
import { type AuthorizeAddress, authorizeUrl } from './authorize-address.ts';
import {
  AllowedPage,
  ConsentPage,
  DeniedPage,
  RequestProblemPage,
  type Screen,
  SignInPage,
  VerifierPage,
} from './consent-pages.tsx';
import { formTargetsOf, placeOf } from './form-targets.ts';

export type CompanyName = (companyId: number) => Promise<string>;

export type ConsentDependencies = SignInDependencies & {
  authorization: AuthorizationSteps;
  visitors: Visitors;
  companyName: CompanyName;
  /** Public address of the OAuth surface. */
  publicUrl: string;
};

/** One look at the screen: who looks, in which language, at which request. */
type PageContext = { request: Request; response: Response; visitor: Visitor; screen: Screen };

const STATUS: Record<AuthorizationProblem, number> = {
  unknown: 404,
  expired: 410,
  used: 410,
  refused: 410,
  callback_differs: 400,
  application_gone: 410,
  other_company: 403,
};

/** The screen at /{locale}/oauth/authorize (RFC 5849 section 2.2). It works without script. */
export function consentRoutes(dependencies: ConsentDependencies): Router {
  const { authorization, visitors, companyName, publicUrl } = dependencies;
  const router = Router();

  const pageContext = async (
    request: Request,
    response: Response,
    locale: Locale,
    address: AuthorizeAddress,
  ): Promise<PageContext> => {
    const visitor = await visitors.read(request, response);
    return { request, response, visitor, screen: { locale, address, sessionId: visitor.sessionId } };
  };

  /** Shows what the request's state calls for, or hands the open request on. */
  const asked = async ({
    response,
    visitor,
    screen,
  }: PageContext): Promise<(AuthorizationRequest & { company: string }) | undefined> => {
    const found = await authorization.ask(screen.address.token, screen.address.callback, visitor.owner);
    if (typeof found !== 'string') return { ...found, company: await companyName(found.companyId) };
    showProblem(response, screen, visitor, found);
    return undefined;
  };

  const showScreen = async (
    at: PageContext,
    { failure, login = '', expired = false }: { failure?: SignInFailure; login?: string; expired?: boolean } = {},
  ) => {
    const open = await asked(at);
    if (!open) return;
    const { response, visitor, screen } = at;
    const { applicationName: application, company, callback, answered } = open;
    const status = failure?.reason === 'tooMany' ? 429 : failure || expired ? 403 : 200;
    if (failure?.reason === 'tooMany') response.set('Retry-After', String(failure.retryAfter));
    const show = (page: VNode, formTargets: string[] = []) => sendPage(response, page, { status, formTargets });
    if (!visitor.owner)
      show(<SignInPage screen={screen} application={application} company={company} login={login} failure={failure} />);
    else if (!answered) {
      const page = (
        <ConsentPage
          screen={screen}
          owner={visitor.owner}
          application={application}
          company={company}
          place={placeOf(callback)}
          expired={expired}
        />
      );
      show(page, formTargetsOf(callback));
    } else if ('verifier' in answered)
      show(<VerifierPage screen={screen} application={application} verifier={answered.verifier} />);
    else show(<AllowedPage screen={screen} application={application} redirect={answered.redirect} />);
  };

  const decide = async (at: PageContext, decision: string) => {
    const { response, visitor, screen } = at;
    const { token } = screen.address;
    if (!visitor.owner) return showScreen(at);
    if (decision === 'allow') {
      const answer = await authorization.allow(token, visitor.owner);
      if (typeof answer === 'string') return showProblem(response, screen, visitor, answer);
      return seeOther(response, 'redirect' in answer ? answer.redirect : authorizeUrl(screen.locale, screen.address));
    }
    if (decision !== 'refuse') return showScreen(at);
    const open = await asked(at);
    if (!open) return;
    const answer = await authorization.refuse(token, visitor.owner);
    if (typeof answer === 'string') return showProblem(response, screen, visitor, answer);
    if (answer) return seeOther(response, answer.redirect);
    return sendPage(response, <DeniedPage screen={screen} application={open.applicationName} />);
  };

  const enter = async (at: PageContext, form: Form) => {
    const login = form.get('login');
    const entry = await signIn(login, form.get('password'), at.request.ip ?? '', dependencies);
    if ('wrong' in entry) return showScreen(at, { login, failure: { reason: 'wrong' } });
    if ('retryAfter' in entry)
      return showScreen(at, { login, failure: { reason: 'tooMany', retryAfter: entry.retryAfter } });
    await visitors.signIn(at.response, at.visitor, entry.owner);
    return seeOther(at.response, authorizeUrl(at.screen.locale, at.screen.address));
  };

  const leave = async ({ response, visitor, screen }: PageContext) => {
    await visitors.signOut(response, visitor);
    seeOther(response, authorizeUrl(screen.locale, screen.address));
  };

  /** A form of the screen: shown again when it is not ours or too old, and nothing is done. */
  const onForm =
    (act: (at: PageContext, form: Form) => Promise<unknown>): RequestHandler =>
    async (request, response, next) => {
      const locale = parseLocale(String(request.params.locale));
      if (!locale) return next();
      const form = formOf(request);
      const address = { token: form.get('oauth_token'), callback: form.get('oauth_callback') || undefined };
      const at = await pageContext(request, response, locale, address);
      if (isOurForm(request, form, at.visitor.sessionId, publicUrl)) await act(at, form);
      else await showScreen(at, { login: form.get('login'), failure: { reason: 'expired' }, expired: true });
    };

  router.get('/:locale/oauth/authorize', async (request, response, next) => {
    const locale = parseLocale(request.params.locale);
    if (!locale) return next();
    const address = { token: queryOf(request, 'oauth_token') ?? '', callback: queryOf(request, 'oauth_callback') };
    await showScreen(await pageContext(request, response, locale, address));
  });
  router.post(
    '/:locale/oauth/authorize',
    onForm((at, form) => decide(at, form.get('decision'))),
  );
  router.post('/:locale/oauth/sign-in', onForm(enter));
  router.post('/:locale/oauth/sign-out', onForm(leave));
  return router;
}

function showProblem(response: Response, screen: Screen, { owner }: Visitor, problem: AuthorizationProblem): void {
  sendPage(response, <RequestProblemPage screen={screen} problem={problem} owner={owner} />, {
    status: STATUS[problem],
  });
}
