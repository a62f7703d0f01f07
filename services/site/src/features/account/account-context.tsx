import { type Company, companySignInPath } from '@vitae/accounts/companies/company-store';
import type { Owner, OwnerCredentials } from '@vitae/accounts/credentials/owner-credentials';
import type { SessionStore } from '@vitae/accounts/sessions/session-store';
import { unlessReason, VitaeError } from '@vitae/kit/errors';
import { requestIdOf } from '@vitae/kit/http/request-id';
import { type Locale, parseLocale } from '@vitae/proto/locale';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import {
  type Form,
  formOf,
  longFormOf,
  queryOf,
  type Upload,
  uploadOf,
  visitorFormOf,
  wantsJson,
} from '../../layout/form.ts';
import { seeOther, sendPage } from '../../layout/render.ts';
import { browserLocale } from '../../locales/locale.ts';
import type { Cookie } from '../../sessions/cookie.ts';
import { csrfToken, formExpired, isOurForm, isOurOrigin } from '../../sessions/csrf.ts';
import { type KeptForm, type KeptForms, ownerIdOf } from '../../sessions/kept-form.ts';
import { createKeptFormRoute } from '../../sessions/kept-form-route.ts';
import type { SignInDependencies } from '../../sessions/sign-in.ts';
import type { Visitor, Visitors } from '../../sessions/visitors.ts';
import { isInFrame, sendFramedProblem } from '../errors/framed-problem.tsx';
import { AccountPage, type AccountPageProps } from './account-pages.tsx';
import { AccountSignInPage } from './account-sign-in-page.tsx';
import type { AccountView } from './account-view.ts';
import type { ConnectedApplications } from './connected-applications.ts';
import { DELETED_PARAMETER } from './deleted-cvs-section.tsx';
import type { EmailChange } from './email-change.ts';
import { AccountGonePage, GonePage } from './gone-page.tsx';
import type { OwnCvs } from './own-cvs.ts';
import type { OwnProfile } from './own-profile.ts';
import { typedTexts } from './typed-texts.ts';

export type AccountDependencies = SignInDependencies & {
  credentials: OwnerCredentials;
  visitors: Visitors;
  sessions: Pick<SessionStore, 'list' | 'endListed' | 'endAll'>;
  languageCookie: Cookie;
  keptForms: Pick<KeptForms, 'keep' | 'seal'>;
  cvs: OwnCvs;
  profile: OwnProfile;
  emailChange: EmailChange;
  /** Whether the site sends mail. If not, owners cannot change their email address. */
  sendsMail: boolean;
  applications: ConnectedApplications;
  timeZoneOf: (companyId: number) => Promise<string>;
  /** Finds a company by its slug or number. */
  findCompany: (address: string) => Promise<Company | undefined>;
  /** Removes the user from all lists and ends sessions and grants. Personal data is erased after the retention time. */
  deleteUser: (owner: Owner, requestId: string) => Promise<void>;
  /** Days until the personal data of a deleted user is erased. */
  retentionDays: number;
  /** Public address of the site. */
  publicUrl: string;
};

/** A request to the account pages. */
export type PageContext = { request: Request; response: Response; visitor: Visitor; view: AccountView };
export type OwnerContext = PageContext & { owner: Owner };

/** Reads requests to the account and sends its two main pages. */
export type AccountContext = {
  read(request: Request, response: Response): Promise<PageContext>;
  /**
   * Reads the form of a page that needs no sign-in.
   * @throws {VitaeError} PERMISSION_DENIED form_expired if it has no CSRF token of this session
   */
  readForm(context: PageContext): Form;
  writeLanguage(response: Response, locale: Locale): void;
  /** Handles a request, and ends the session if the user was deleted in the meantime. */
  unlessDeleted(context: PageContext, act: () => unknown): Promise<void>;
  sendSignIn(context: PageContext, props?: Partial<SignInProps>, status?: number): void;
  /** Sends the account, or the page of a deleted CV if a problem is about one. */
  sendAccount(context: OwnerContext, props?: Partial<AccountPageProps>, status?: number): Promise<void>;
  /**
   * Reports that a CV was deleted. Repeats what the owner typed into the submitted form, or the given one.
   * @throws {VitaeError} NOT_FOUND user_not_found if the owner was deleted too
   */
  sendGone(context: OwnerContext, form?: KeptForm): Promise<void>;
  /** Continues with the route of a form that was not saved. The route shows it again. Other owners see the account page. */
  showKept(context: OwnerContext, form: KeptForm, next: NextFunction): void;
  /** Handles a page for signed-in owners. Others see the sign-in page. */
  onPage(show: (context: OwnerContext) => unknown): RequestHandler;
  /**
   * Handles a form of a signed-in owner. A foreign or expired form changes nothing. With `redisplay`, its text is shown
   * again, also after the owner signed in again. If another owner is signed in, the sign-in page shows the text. Forms
   * in which owners type need `redisplay`. `reportTooLarge` responds to forms over 7 MB.
   */
  onForm(
    act: HandleForm,
    redisplay?: Redisplay,
    reportTooLarge?: (context: OwnerContext) => Promise<unknown>,
  ): RequestHandler;
  /** Handles a form with a file of a signed-in owner. A foreign, expired or too large form changes nothing. */
  onUpload(
    act: (context: OwnerContext, upload: Upload) => unknown,
    reject: (context: OwnerContext, reason: 'expired' | 'tooLarge') => unknown,
  ): RequestHandler;
};

type HandleForm = (context: OwnerContext, form: Form, next: NextFunction) => Promise<unknown>;
/** Shows an unsaved form again. */
type Redisplay = (context: OwnerContext, form: Form, status: number) => Promise<unknown>;
type SignInProps = Parameters<typeof AccountSignInPage>[0];

const ONE_YEAR = 31_536_000;

export function createAccountContext(dependencies: AccountDependencies): AccountContext {
  const { visitors, languageCookie, keptForms, cvs, profile, applications, timeZoneOf, retentionDays, publicUrl } =
    dependencies;

  const writeLanguage: AccountContext['writeLanguage'] = (response, locale) =>
    languageCookie.write(response, locale, ONE_YEAR);

  const localeOf = (request: Request, { owner }: Visitor): Locale =>
    parseLocale(languageCookie.read(request)) ?? parseLocale(owner?.locale) ?? browserLocale(request);

  const read: AccountContext['read'] = async (request, response) => {
    const visitor = await visitors.read(request, response);
    const requested = parseLocale(queryOf(request, 'locale'));
    if (requested) writeLanguage(response, requested);
    const locale = requested ?? localeOf(request, visitor);
    const isSubmitted = request.method === 'POST';
    return {
      ...{ request, response, visitor },
      view: { locale, sessionId: visitor.sessionId, path: request.path, isSubmitted },
    };
  };

  const sendAccount: AccountContext['sendAccount'] = async (context, props = {}, status = 200) => {
    const { request, response, view, owner } = context;
    const cursor = queryOf(request, DELETED_PARAMETER) ?? '';
    const own = await cvs.list(owner, requestIdOf(response));
    const { cvProblem } = props;
    if (cvProblem && 'cvId' in cvProblem && !own.some(({ id }) => id === cvProblem.cvId)) return sendGone(context);
    const page = (
      <AccountPage
        view={{ ...view, path: '/account' }}
        owner={owner}
        profile={await profile.read(owner, requestIdOf(response))}
        applications={await applications.list(owner.userId)}
        timeZone={await timeZoneOf(owner.companyId)}
        cvs={own}
        deletedCvs={{ ...(await cvs.listDeleted(owner, requestIdOf(response), cursor)), isFirst: cursor === '' }}
        retentionDays={retentionDays}
        {...props}
      />
    );
    sendPage(response, page, { status });
  };

  const keptRoute = createKeptFormRoute<OwnerContext>('/account');

  /** Whether the page may repeat a submitted form: another owner may be signed in, and other sites send forms too. */
  const mayRepeat = ({ request, visitor, owner }: OwnerContext, form: Form) =>
    isOurForm(request, form, visitor.sessionId, publicUrl) ||
    (isOurOrigin(request, publicUrl) && ownerIdOf(form) === owner.userId);

  /** The submitted form, if the page may repeat it. */
  const submittedForm = async (context: OwnerContext): Promise<KeptForm | 'tooLarge' | undefined> => {
    const { request, response, owner } = context;
    const kept = keptRoute.read(response);
    if (kept) return kept.form;
    if (request.method !== 'POST' || wantsJson(request)) return undefined;
    try {
      const form = await visitorFormOf(request);
      return mayRepeat(context, form) ? { path: request.path, ownerId: owner.userId, form } : undefined;
    } catch (thrown) {
      const { code, reason } = VitaeError.from(thrown);
      if (code !== 'INVALID_ARGUMENT') throw thrown;
      return reason === 'body_too_large' ? 'tooLarge' : undefined;
    }
  };

  const sendGone: AccountContext['sendGone'] = async (context, given) => {
    const { request, response, view, owner } = context;
    const requestId = requestIdOf(response);
    if (wantsJson(request) || isInFrame(request, response)) {
      await cvs.list(owner, requestId);
      if (wantsJson(request)) return void response.status(404).json({});
      return sendFramedProblem(response, { locale: view.locale, path: request.originalUrl, problem: 'gone' }, 404);
    }
    const form = given ?? (await submittedForm(context));
    const isTooLarge = form === 'tooLarge';
    const typed = form && !isTooLarge ? typedTexts(view, form) : [];
    if (!form || (!isTooLarge && typed.length === 0))
      return sendAccount(context, { cvProblem: { reason: 'gone' } }, 404);
    const kept = isTooLarge ? undefined : await keptForms.seal(form);
    const cvId = Number(/\d+/.exec(isTooLarge ? request.path : form.path)?.[0]);
    const deleted = (await cvs.listDeleted(owner, requestId)).cvs.find(({ id }) => id === cvId);
    const timeZone = await timeZoneOf(owner.companyId);
    const page = <GonePage {...{ view, owner, typed, kept, deleted, timeZone, retentionDays }} />;
    sendPage(response, page, { status: 404 });
  };

  /** Reports that the account was deleted. Repeats what its owner typed. */
  const sendAccountGone = ({ response, view }: PageContext, form: KeptForm | 'tooLarge' | undefined) => {
    const isTooLarge = form === 'tooLarge';
    const typed = form && !isTooLarge ? typedTexts(view, form) : [];
    sendPage(response, <AccountGonePage {...{ view, typed, isTooLarge }} />, { status: 404 });
  };

  /** Whether one of our pages sent the form, which another owner opened before this one signed in in another tab. */
  const isOfOtherOwner = ({ request, owner }: OwnerContext, form: Form) =>
    isOurOrigin(request, publicUrl) && ![0, owner.userId].includes(ownerIdOf(form));

  /**
   * Sends the sign-in page to a visitor whose session has ended, or has been replaced by that of another owner. It keeps
   * the text of the submitted form, and shows it, because the owner cannot sign in if the account was deleted.
   */
  const sendSignInWithForm = async (context: PageContext) => {
    const { request, visitor, view } = context;
    const { form, ...keeping } = await keptForms.keep(request, visitor.sessionId);
    const typed = form && typedTexts(view, form);
    const current = visitor.owner?.username;
    sendSignIn(context, { failure: { reason: 'expired' }, typed, current, ...keeping }, 403);
  };

  const redisplayOrReject = async (
    context: OwnerContext,
    form: Form,
    redisplay: Redisplay | undefined,
    status: number,
  ): Promise<unknown> => {
    try {
      if (redisplay) return await redisplay(context, form, status);
    } catch (thrown) {
      // A form that no page has cannot be shown again.
      if (VitaeError.from(thrown).code !== 'INVALID_ARGUMENT') throw thrown;
    }
    if (wantsJson(context.request)) return sendExpired(context.response);
    return sendAccount(context, { expired: true }, 403);
  };

  const unlessDeleted = (context: PageContext, act: () => unknown) =>
    signOutIfDeleted(visitors, context, act, async () => {
      const { request, response, visitor } = context;
      const { owner } = visitor;
      if (!owner || request.method !== 'POST') return seeOther(response, '/account');
      return sendAccountGone(context, await submittedForm({ ...context, owner }));
    });

  return {
    read,
    readForm: ({ request, visitor }) => {
      const form = formOf(request);
      if (!isOurForm(request, form, visitor.sessionId, publicUrl)) throw formExpired();
      return form;
    },
    writeLanguage,
    unlessDeleted,
    sendSignIn,
    sendAccount,
    sendGone,
    showKept: (context, form, next) =>
      keptRoute.show({ ...context, view: { ...context.view, path: form.path } }, context.owner.userId, form, next),
    onPage: (show) => async (request, response) => {
      const context = await read(request, response);
      const { owner } = context.visitor;
      if (owner) await unlessDeleted(context, () => show({ ...context, owner }));
      else sendSignIn(context, { done: signInDoneOf(queryOf(request, 'done')) });
    },
    onForm: (act, redisplay, reportTooLarge) => async (request, response, next) => {
      const kept = keptRoute.read(response);
      if (kept)
        return unlessDeleted(kept.context, () => redisplayOrReject(kept.context, kept.form.form, redisplay, 200));
      const context = await read(request, response);
      const { owner, sessionId } = context.visitor;
      if (!owner && wantsJson(request)) return sendSignedOut(response);
      if (!owner && redisplay) return sendSignInWithForm(context);
      if (!owner) return sendSignIn(context, { failure: { reason: 'expired' } }, 403);
      const known = { ...context, owner };
      await unlessDeleted(context, async () => {
        const reported = reportTooLarge ? ['body_too_large'] : [];
        const form = await longFormOf(request).catch(unlessReason(...reported));
        if (!form) return reportTooLarge?.(known);
        if (isOurForm(request, form, sessionId, publicUrl)) return act(known, form, next);
        if (redisplay && !wantsJson(request) && isOfOtherOwner(known, form)) return sendSignInWithForm(known);
        const isOwn = mayRepeat(known, form);
        if (wantsJson(request) && isOwn) return sendNewToken(response, sessionId);
        // Other sites cannot show a response to a script.
        const isShown = wantsJson(request) || isOwn;
        return redisplayOrReject(known, form, isShown ? redisplay : undefined, 403);
      });
    },
    onUpload: (act, reject) => async (request, response) => {
      const context = await read(request, response);
      const { owner, sessionId } = context.visitor;
      if (!owner) return sendSignInWithForm(context);
      const known = { ...context, owner };
      await unlessDeleted(context, async () => {
        const upload = await uploadOf(request).catch(unlessReason('body_too_large'));
        if (!upload) return reject(known, 'tooLarge');
        return isOurForm(request, upload.form, sessionId, publicUrl) ? act(known, upload) : reject(known, 'expired');
      });
    },
  };
}

const sendSignIn: AccountContext['sendSignIn'] = ({ response, view }, props = {}, status = 200) => {
  const { failure, company } = props;
  const path = company ? companySignInPath(company) : '/account';
  if (failure?.reason === 'tooMany') response.set('Retry-After', String(failure.retryAfter));
  sendPage(response, <AccountSignInPage view={{ ...view, path }} {...props} />, { status });
};

/** Handles a request, and ends the session if the user was deleted in the meantime. */
async function signOutIfDeleted(
  visitors: Visitors,
  context: PageContext,
  act: () => unknown,
  sendDeleted: () => Promise<void>,
) {
  const { request, response, visitor, view } = context;
  try {
    await act();
  } catch (error) {
    if (VitaeError.from(error).reason !== 'user_not_found') throw error;
    await visitors.signOut(response, visitor);
    // Scripts follow no redirects.
    if (wantsJson(request)) sendSignedOut(response);
    else if (isInFrame(request, response))
      sendFramedProblem(response, { locale: view.locale, path: request.originalUrl, problem: 'signedOut' }, 403);
    else await sendDeleted();
  }
}

/** Tells a script that the session has ended. */
export const sendSignedOut = (response: Response) => rejectScript(response, 'signedOut');
/** Tells a script that its form is of an earlier session, or that no page has it. */
const sendExpired = (response: Response) => rejectScript(response, 'expired');

/** Sends the token of the new session if the owner has signed in again in another window. Other sites cannot read it. */
const sendNewToken = (response: Response, sessionId: string) =>
  rejectScript(response, 'expired', { csrf: csrfToken(sessionId) });

function rejectScript(response: Response, problem: 'signedOut' | 'expired', details: { csrf?: string } = {}): void {
  response
    .status(403)
    .set('Cache-Control', 'no-store')
    .json({ problem, ...details });
}

function signInDoneOf(text: string | undefined): SignInProps['done'] {
  if (text === 'signed-out') return 'signedOut';
  return text === 'password-set' ? 'passwordSet' : undefined;
}
