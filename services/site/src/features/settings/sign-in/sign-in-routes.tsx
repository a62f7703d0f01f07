import type { Administrator, Administrators } from '@vitae/accounts/administrators/administrators';
import type { SecondFactors } from '@vitae/accounts/administrators/second-factors';
import { type AuditLog, entryBy, type NewAuditEntry } from '@vitae/accounts/audit/audit-log';
import type { Logger } from '@vitae/kit/log';
import type { Transact } from '@vitae/kit/transaction';
import { type NextFunction, type Request, type Response, Router } from 'express';
import { z } from 'zod';
import { type Form, queryOf } from '../../../layout/form.ts';
import { seeOther, sendPage } from '../../../layout/render.ts';
import type { AttemptLimiter } from '../../../sessions/attempt-limiter.ts';
import { type KeptForms, keptField } from '../../../sessions/kept-form.ts';
import type { KnownDevices } from '../../../sessions/known-devices.ts';
import type { AdministratorVisitors } from '../administrator-visitors.ts';
import type { PageContext, SettingsSite } from '../settings-site.tsx';
import { SIGN_IN, safeNext } from './after-sign-in.ts';
import { administratorAccount, checkCode, checkPassword } from './sign-in-administrator.ts';
import { CodePage, type CodePageProps, SignInPage, type SignInPageProps } from './sign-in-pages.tsx';

type SignInRouteDependencies = {
  administrators: Pick<Administrators, 'verify' | 'findByEmail'>;
  secondFactors: Pick<SecondFactors, 'state' | 'consumeCode'>;
  visitors: AdministratorVisitors;
  devices: KnownDevices;
  limiter: AttemptLimiter;
  transact: Transact;
  keptForms: Pick<KeptForms, 'open' | 'readSignIn'>;
  audit: AuditLog;
  log: Logger;
};

/** Where to continue after the sign-in: with a form that was not saved, or at an address. */
type Continuation = { next: string; kept: string | undefined };

const CODE = '/settings/sign-in/code';
const text = z.string();

/**
 * /settings/sign-in and /settings/sign-out. Precedes the routes of forms, because a sign-in continues with the route of a
 * kept form.
 */
export function signInRoutes(site: SettingsSite, dependencies: SignInRouteDependencies): Router {
  const { visitors, audit } = dependencies;
  const router = Router();
  addPasswordRoutes(router, site, dependencies);
  addCodeRoutes(router, site, dependencies);

  router.post('/settings/sign-out', async (request: Request, response: Response) => {
    const at = await site.pageContext(request, response);
    site.readForm(at).parse({});
    const { administrator } = at.visitor;
    await visitors.signOut(response, at.visitor);
    if (administrator) await audit.record(entryBy(administrator, 'signedOut', request.ip));
    return seeOther(response, `${SIGN_IN}?done=signedOut`);
  });

  return router;
}

function addPasswordRoutes(router: Router, site: SettingsSite, dependencies: SignInRouteDependencies) {
  const { administrators, secondFactors, visitors, devices, limiter, audit, log } = dependencies;
  const recordLater = (entry: NewAuditEntry) => {
    audit.record(entry).catch((err: unknown) => log.error({ err }, 'An audit entry was lost'));
  };

  router.get(SIGN_IN, async (request, response) => {
    const at = await site.pageContext(request, response);
    const next = safeNext(queryOf(request, 'next'));
    if (at.visitor.administrator) return seeOther(response, next);
    return showSignIn(at, { next, done: doneOf(queryOf(request, 'done')) });
  });

  router.post(SIGN_IN, async (request, response, handleKept) => {
    const at = await site.pageContext(request, response);
    const { form, expired } = await dependencies.keptForms.readSignIn(request, at.visitor.formKey);
    if (expired) return showExpired(at, form, expired);
    const { email, password, ...more } = form.parse({ email: text, password: text, ...continuationFields });
    const to = continuationOf(more);
    const client = devices.clientOf(request);
    const entry = await checkPassword(client, email, password, { administrators, limiter });
    if ('retryAfter' in entry) {
      return showSignIn(at, { ...to, email, failure: { reason: 'tooMany', retryAfter: entry.retryAfter } }, 429);
    }
    if ('wrong' in entry) {
      showSignIn(at, { ...to, email, failure: { reason: 'wrong' } }, 403);
      // Recorded after the response, whose time must not reveal that the address exists.
      if (entry.known) recordLater(strangerEntry(entry.known, 'signInFailed', request));
      return;
    }
    const administrator = entry.passed;
    if (!(await secondFactors.state(administrator.id)).isOn)
      return completeSignIn(at, administrator, to, { ...dependencies, site, handleKept });
    const visitor = await visitors.signInHalfway(response, at.visitor, administrator);
    // A redirect cannot carry the form.
    if (to.kept) return showCode({ ...at, visitor, view: { ...at.view, formKey: visitor.formKey } }, to);
    return seeOther(response, `${CODE}?next=${encodeURIComponent(to.next)}`);
  });
}

function addCodeRoutes(router: Router, site: SettingsSite, dependencies: SignInRouteDependencies) {
  const { secondFactors, limiter, transact, keptForms, audit } = dependencies;

  router.get(CODE, async (request, response) => {
    const at = await site.pageContext(request, response);
    const next = safeNext(queryOf(request, 'next'));
    if (!at.visitor.halfway) return seeOther(response, SIGN_IN);
    return showCode(at, { next });
  });

  router.post(CODE, async (request, response, handleKept) => {
    const at = await site.pageContext(request, response);
    const { form, expired } = await keptForms.readSignIn(request, at.visitor.formKey);
    if (expired) return showExpired(at, form, expired);
    const { code, ...more } = form.parse({ code: text, ...continuationFields });
    const to = continuationOf(more);
    const { halfway } = at.visitor;
    if (!halfway) return showSignIn(at, { ...to, failure: { reason: 'expired' } }, 403);
    const entry = await checkCode(halfway, code, {
      secondFactors,
      transact,
      limiter,
      recordRecovery: (within) => audit.record(entryBy(halfway, 'recoveryCodeUsed', request.ip), within),
    });
    if ('retryAfter' in entry) {
      return showCode(at, { ...to, failure: { reason: 'tooMany', retryAfter: entry.retryAfter } }, 429);
    }
    if ('wrong' in entry) {
      await audit.record(strangerEntry(halfway, 'secondFactorFailed', request));
      return showCode(at, { ...to, failure: { reason: 'wrong' } }, 403);
    }
    return completeSignIn(at, halfway, to, { ...dependencies, site, handleKept });
  });
}

const continuationFields = { next: text.optional(), ...keptField };

function continuationOf({ next, kept }: { next?: string | undefined; kept?: string | undefined }): Continuation {
  return { next: safeNext(next), kept };
}

function showSignIn({ response, view }: PageContext, props: Omit<SignInPageProps, 'view'>, status = 200): void {
  if (props.failure?.reason === 'tooMany') response.set('Retry-After', String(props.failure.retryAfter));
  sendPage(response, <SignInPage view={{ ...view, address: SIGN_IN }} {...props} />, { status });
}

/** Asks for the password again after the administrator signed in in another window. */
function showExpired(at: PageContext, form: Form, { kept }: { kept: string | undefined }): void {
  const next = safeNext(form.get('next'));
  showSignIn(at, { next, kept, email: form.get('email'), failure: { reason: 'expired' } }, 403);
}

function showCode({ response, view }: PageContext, props: Omit<CodePageProps, 'view'>, status = 200): void {
  if (props.failure?.reason === 'tooMany') response.set('Retry-After', String(props.failure.retryAfter));
  sendPage(response, <CodePage view={{ ...view, address: CODE }} {...props} />, { status });
}

async function completeSignIn(
  at: PageContext,
  administrator: Administrator,
  { next, kept }: Continuation,
  { audit, visitors, devices, keptForms, site, handleKept }: CompletionDependencies,
): Promise<void> {
  const { request, response } = at;
  // The entry is recorded first, so that no session exists without one.
  await audit.record(entryBy(administrator, 'signedIn', request.ip));
  const visitor = await visitors.signIn(request, response, at.visitor, administrator);
  devices.remember(request, response, administratorAccount(administrator.id), administrator.passwordVersion);
  const form = await keptForms.open(kept);
  if (form) site.showKept({ ...at, visitor }, form, handleKept);
  else seeOther(response, next);
}

type CompletionDependencies = SignInRouteDependencies & { site: SettingsSite; handleKept: NextFunction };

/** An entry whose actor is unknown: the password or the code was wrong. */
function strangerEntry(typed: Administrator, action: 'signInFailed' | 'secondFactorFailed', { ip }: Request) {
  return { ...entryBy(typed, action, ip), actor: { kind: 'stranger', name: typed.email } as const };
}

function doneOf(text: string | undefined): SignInPageProps['done'] {
  return text === 'signedOut' || text === 'passwordSet' ? text : undefined;
}
