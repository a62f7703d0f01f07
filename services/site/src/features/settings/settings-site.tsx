import { mayActAs, type Role } from '@vitae/accounts/administrators/administrator-roles';
import type { Administrator } from '@vitae/accounts/administrators/administrators';
import type { AuditAction } from '@vitae/accounts/audit/audit-actions';
import type { AuditLog, AuditTarget, NewAuditEntry } from '@vitae/accounts/audit/audit-log';
import { type Company, type CompanyStore, companyNotFound } from '@vitae/accounts/companies/company-store';
import { parseLocale } from '@vitae/proto/locale';
import type { NextFunction, Request, RequestHandler, Response, Router } from 'express';
import type { ClientSession } from 'mongoose';
import { type Form, formOf, longFormOf, ONCE_FIELD, queryOf } from '../../layout/form.ts';
import { seeOther, sendPage } from '../../layout/render.ts';
import { browserLocale } from '../../locales/locale.ts';
import type { Cookie } from '../../sessions/cookie.ts';
import { formExpired, isOurForm, isOurOrigin } from '../../sessions/csrf.ts';
import { type KeptForm, type KeptForms, ownerIdOf } from '../../sessions/kept-form.ts';
import { createKeptFormRoute } from '../../sessions/kept-form-route.ts';
import type { FormResult, OneTimeForms } from '../../sessions/one-time-forms.ts';
import type { AdministratorVisitors, SettingsVisitor } from './administrator-visitors.ts';
import type { AreaName } from './settings-area.ts';
import { ForbiddenPage } from './settings-page.tsx';
import type { SettingsView, VisitorView } from './settings-view.ts';
import { SIGN_IN, START, signInAddress } from './sign-in/after-sign-in.ts';
import { SignInPage } from './sign-in/sign-in-pages.tsx';

/** A page request, with or without a signed-in administrator. */
export type PageContext = { request: Request; response: Response; visitor: SettingsVisitor; view: VisitorView };

/** A page request of a signed-in administrator. */
export type AdministratorContext = Omit<PageContext, 'view'> & {
  view: SettingsView;
  administrator: Administrator;
  company: Company;
  /** Records an action of this administrator in the audit log of the company. */
  record(
    action: AuditAction,
    target: AuditTarget,
    detail?: Record<string, string>,
    session?: ClientSession,
  ): Promise<void>;
};

/**
 * The pages of one area, under `/settings/<name>`. Each area is a folder here. It appears in the menu when it is in the
 * list of areas in settings-surface.ts.
 */
export type SettingsArea = {
  name: AreaName;
  /** Whether the area is available to this administrator. Available to all if omitted. */
  isFor?(administrator: Administrator): Promise<boolean>;
  routes(site: SettingsSite): Router;
};

/** What the areas use to define their pages. */
export type SettingsSite = {
  /** Reads the session and the language, for pages that need no sign-in. */
  pageContext(request: Request, response: Response): Promise<PageContext>;
  /** Reads the form of a page that needs no sign-in. Rejects forms without a valid CSRF token. */
  readForm(at: PageContext): Form;
  /** Continues with the route of a form that was not saved. The route shows it again, but not to other administrators. */
  showKept(at: PageContext, form: KeptForm, next: NextFunction): void;
  /** Requires a signed-in administrator whose role includes `role`. Others see the sign-in page or an error page. */
  requireAdministrator(role: Role, act: (at: AdministratorContext) => unknown): RequestHandler;
  /**
   * Like `requireAdministrator`, for a posted form. The form must have a valid CSRF token. With `redisplay`, a form whose
   * session has ended is shown again after the sign-in. Forms with secrets must not have it.
   */
  onForm(role: Role, act: HandleForm, redisplay?: Redisplay): RequestHandler;
  /** Runs the action of a form with a one-time token unless it was submitted before, and redirects to its result. */
  submitOnce(at: AdministratorContext, form: Form, act: () => Promise<FormResult>): Promise<void>;
  /** Stores the data that the page at `location` shows once. */
  leave(at: AdministratorContext, result: FormResult): Promise<void>;
  /** Returns the data stored for this page. Redirects to `otherwise` if it was shown before or is older than a minute. */
  shownOnce<T>(at: AdministratorContext, otherwise: string): Promise<T | undefined>;
};

type HandleForm = (at: AdministratorContext, form: Form) => unknown;
/** Shows an unsaved form again. */
type Redisplay = (at: AdministratorContext, form: Form, status: number) => unknown;

type SettingsSiteDependencies = {
  visitors: AdministratorVisitors;
  keptForms: Pick<KeptForms, 'keep'>;
  languageCookie: Cookie;
  companies: Pick<CompanyStore, 'find'>;
  audit: AuditLog;
  oneTimeForms: OneTimeForms;
  areas: readonly Pick<SettingsArea, 'name' | 'isFor'>[];
  /** Public address of the site. */
  publicUrl: string;
};

const ONE_YEAR = 31_536_000;

export function createSettingsSite(dependencies: SettingsSiteDependencies): SettingsSite {
  const { visitors, languageCookie, keptForms, oneTimeForms, publicUrl } = dependencies;

  const localeOf = (request: Request, response: Response) => {
    const asked = parseLocale(queryOf(request, 'locale'));
    if (asked) languageCookie.write(response, asked, ONE_YEAR);
    return asked ?? parseLocale(languageCookie.read(request)) ?? browserLocale(request);
  };

  const keptRoute = createKeptFormRoute<PageContext>(START);

  const pageContext: SettingsSite['pageContext'] = async (request, response) => {
    const kept = keptRoute.read(response);
    if (kept) return kept.context;
    const visitor = await visitors.read(request, response);
    const locale = localeOf(request, response);
    return { request, response, visitor, view: { locale, formKey: visitor.formKey, address: request.originalUrl } };
  };

  const verifyForm = (form: Form, { request, visitor }: PageContext | AdministratorContext): Form => {
    if (!isOurForm(request, form, visitor.formKey, publicUrl)) throw formExpired();
    return form;
  };

  const handle =
    (role: Role, act: (at: AdministratorContext) => unknown, signIn: (at: PageContext) => unknown): RequestHandler =>
    async (request, response) => {
      const at = await pageContext(request, response);
      const { administrator } = at.visitor;
      if (!administrator) return signIn(at);
      const known = await contextOf(at, administrator, dependencies);
      if (mayActAs(administrator.role, role)) await act(known);
      else sendPage(response, <ForbiddenPage view={known.view} />, { status: 403 });
    };

  const askToSignInWithForm = async (at: PageContext) => {
    const { request, response, visitor, view } = at;
    const { form: _own, ...keeping } = await keptForms.keep(request, visitor.formKey);
    if (!keeping.kept && !keeping.omitted) return askToSignIn(at);
    const page = { view: { ...view, address: SIGN_IN }, next: START, failure: { reason: 'expired' } as const };
    return sendPage(response, <SignInPage {...page} {...keeping} />, { status: 403 });
  };

  const handleForm = async (at: AdministratorContext, act: HandleForm, redisplay: Redisplay | undefined) => {
    const { request, response, visitor, administrator } = at;
    const unsaved = { ...at, view: { ...at.view, isUnsaved: true } };
    const kept = keptRoute.read(response)?.form;
    if (kept) return redisplay ? redisplay(unsaved, kept.form, 200) : seeOther(response, START);
    const form = await longFormOf(request);
    if (isOurForm(request, form, visitor.formKey, publicUrl)) return act(at, form);
    // For example, the administrator has signed in again in another window.
    const isOwn = isOurOrigin(request, publicUrl) && ownerIdOf(form) === administrator.id;
    if (!isOwn || !redisplay) throw formExpired();
    return redisplay(unsaved, form, 403);
  };

  return {
    pageContext,
    readForm: (at) => verifyForm(formOf(at.request), at),
    showKept: (at, form, next) => {
      const { visitor, view } = at;
      const signedIn = { ...at, view: { ...view, formKey: visitor.formKey, address: form.path } };
      keptRoute.show(signedIn, visitor.administrator?.id, form, next);
    },
    requireAdministrator: (role, act) => handle(role, act, askToSignIn),
    onForm: (role, act, redisplay) =>
      handle(role, (at) => handleForm(at, act, redisplay), redisplay ? askToSignInWithForm : askToSignIn),
    submitOnce: async ({ response, visitor }, form, act) =>
      seeOther(response, await oneTimeForms.submit(visitor.formKey, form.get(ONCE_FIELD), act)),
    leave: ({ visitor }, result) => oneTimeForms.leave(visitor.formKey, result),
    shownOnce: async <T,>({ request, response, visitor }: AdministratorContext, otherwise: string) => {
      // A HEAD request must not consume what a GET request shows.
      const isGet = request.method === 'GET';
      const shown = isGet ? await oneTimeForms.take(visitor.formKey, request.path) : undefined;
      if (shown === undefined) seeOther(response, otherwise);
      return shown as T | undefined;
    },
  };
}

async function contextOf(
  at: PageContext,
  administrator: Administrator,
  { companies, audit, areas }: SettingsSiteDependencies,
): Promise<AdministratorContext> {
  const { id, companyId, email, role } = administrator;
  const company = await companies.find(companyId);
  if (!company) throw companyNotFound(companyId);
  const shown = await Promise.all(areas.map(({ isFor }) => isFor?.(administrator) ?? true));
  const names = areas.map(({ name }) => name).filter((_name, index) => shown[index]);
  const view = { ...at.view, administrator, company, areas: names, may: (needed: Role) => mayActAs(role, needed) };
  return {
    ...at,
    view,
    administrator,
    company,
    record: (action, target, detail, session) => {
      const entry: NewAuditEntry = {
        companyId,
        actor: { kind: 'administrator', id, name: email },
        action,
        target,
        from: at.request.ip,
        ...(detail && { detail }),
      };
      return audit.record(entry, session);
    },
  };
}

function askToSignIn({ request, response }: PageContext): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') throw formExpired();
  seeOther(response, signInAddress(request.originalUrl));
}
