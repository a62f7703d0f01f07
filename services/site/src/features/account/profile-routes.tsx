import { sessionRef } from '@vitae/accounts/sessions/session-store';
import { VitaeError } from '@vitae/kit/errors';
import { requestIdOf } from '@vitae/kit/http/request-id';
import { locales } from '@vitae/proto/locale';
import { userInput } from '@vitae/proto/user-record';
import { Router } from 'express';
import { z } from 'zod';
import { type Form, queryOf } from '../../layout/form.ts';
import { seeOther, sendPage } from '../../layout/render.ts';
import { messagesFor } from '../../locales/messages.ts';
import { ownerAccount } from '../../sessions/sign-in.ts';
import type { AccountContext, AccountDependencies, OwnerContext } from './account-context.tsx';
import { changePassword, chooseFirstPassword, confirmPassword } from './change-password.ts';
import { NUMBER } from './only-numbers.ts';
import { fieldErrors, type ProfileField } from './profile-fields.ts';
import { type ProfileDone, ProfilePage, type ProfilePageProps, profileActions } from './profile-page.tsx';
import { isRevisionConflict } from './revision-conflict.ts';

const PATH = '/account/profile';
const text = z.string();
/** Keyboards of phones add a space to a name or an address. */
const name = z.string().trim();

type SendProfile = (context: OwnerContext, props?: Partial<ProfilePageProps>, status?: number) => Promise<void>;

/** /account/profile: everything about the person, as opposed to the CVs. */
export function profileRoutes(account: AccountContext, dependencies: AccountDependencies): Router {
  const { profile, emailChange, sessions, sendsMail, timeZoneOf } = dependencies;
  const sendProfile: SendProfile = async ({ response, view, visitor, owner }, props = {}, status = 200) => {
    const current = await profile.read(owner, requestIdOf(response));
    const pending = await emailChange.pending(owner.userId);
    const page = (
      <ProfilePage
        view={{ ...view, path: PATH }}
        owner={owner}
        profile={current}
        sendsMail={sendsMail}
        // An interrupted confirmation has changed the address and left the link.
        pendingEmail={pending === current.email ? undefined : pending}
        sessions={await sessions.list(owner.userId)}
        ownRef={sessionRef(visitor.sessionId)}
        timeZone={await timeZoneOf(owner.companyId)}
        {...props}
      />
    );
    sendPage(response, page, { status });
  };
  const router = Router();
  router.get(
    PATH,
    account.onPage((context) => sendProfile(context, { done: doneOf(queryOf(context.request, 'done')) })),
  );
  addDetails(router, account, dependencies, sendProfile);
  addUsername(router, account, dependencies, sendProfile);
  addEmail(router, account, dependencies, sendProfile);
  addPassword(router, account, dependencies, sendProfile);
  addLanguage(router, account, dependencies);
  addSessions(router, account, dependencies);
  return router;
}

type AddRoutes = (
  router: Router,
  account: AccountContext,
  dependencies: AccountDependencies,
  sendProfile: SendProfile,
) => void;

/** Shows the text of an unsaved form again. The owner must enter passwords again. */
function sendUnsaved(
  context: OwnerContext,
  form: Form,
  names: readonly ProfileField[],
  status: number,
  sendProfile: SendProfile,
): Promise<void> {
  const typed = Object.fromEntries(names.map((name) => [name, form.get(name)]));
  const revision = form.get('revision');
  return sendProfile(context, { typed, unsaved: true, ...(revision && { revision }) }, status);
}

const addDetails: AddRoutes = (router, account, { profile }, sendProfile) => {
  const { firstname, lastname, phone } = userInput.shape;
  router.post(
    `${PATH}/details`,
    account.onForm(
      async (context, form) => {
        const { response, view, owner } = context;
        const revision = z.string().regex(NUMBER);
        const fields = form.parse({ firstname: text, lastname: text, phone: text, revision });
        const typed = { firstname: fields.firstname, lastname: fields.lastname, phone: fields.phone };
        const errors = fieldErrors(view.locale, typed);
        if (Object.keys(errors).length > 0) return sendProfile(context, { typed, errors }, 422);
        const details = z.object({ firstname, lastname, phone }).parse(typed);
        try {
          await profile.setDetails(owner, details, Number(fields.revision), requestIdOf(response));
        } catch (error) {
          if (!isRevisionConflict(error)) throw error;
          return sendProfile(context, { typed, conflict: true }, 409);
        }
        return seeOther(response, `${PATH}?done=details`);
      },
      (context, form, status) => sendUnsaved(context, form, ['firstname', 'lastname', 'phone'], status, sendProfile),
    ),
  );
};

const addUsername: AddRoutes = (router, account, dependencies, sendProfile) => {
  router.post(
    `${PATH}/username`,
    account.onForm(
      async (context, form) => {
        const { response, view, owner } = context;
        const { username, password } = form.parse({ username: name, password: text });
        const typed = { username };
        const errors = fieldErrors(view.locale, typed);
        if (errors.username) return sendProfile(context, { typed, errors }, 422);
        if (await isUnconfirmed(context, dependencies, { form: 'username', password, typed }, sendProfile)) return;
        try {
          await dependencies.profile.setUsername(owner, username, requestIdOf(response));
        } catch (error) {
          if (VitaeError.from(error).reason !== 'username_taken') throw error;
          const { usernameTaken } = messagesFor(view.locale).profile.errors;
          return sendProfile(context, { typed, errors: { username: usernameTaken } }, 409);
        }
        return seeOther(response, `${PATH}?done=username`);
      },
      (context, form, status) => sendUnsaved(context, form, ['username'], status, sendProfile),
    ),
  );
};

const addEmail: AddRoutes = (router, account, dependencies, sendProfile) => {
  const { profile, emailChange, sendsMail } = dependencies;

  /** Mails the link, or shows when the owner can try again. */
  const request = async (context: OwnerContext, email: string, typed?: { email: string }) => {
    const { response, view, owner } = context;
    const { email: former } = await profile.read(owner, requestIdOf(response));
    if (former === email) {
      const { sameEmail } = messagesFor(view.locale).profile.errors;
      return sendProfile(context, { ...(typed && { typed }), errors: { email: sameEmail } }, 422);
    }
    const retryAfter = await emailChange.request(owner, { former, email }, view.locale);
    if (retryAfter === 0) return seeOther(response, `${PATH}?done=emailSent`);
    response.set('Retry-After', String(retryAfter));
    return sendProfile(context, { ...(typed && { typed }), retryAfter }, 429);
  };

  router.post(
    `${PATH}/email`,
    account.onForm(
      async (context, form) => {
        const { email, password } = form.parse({ email: name, password: text });
        const typed = { email };
        if (!sendsMail) return sendProfile(context);
        const errors = fieldErrors(context.view.locale, typed);
        if (errors.email) return sendProfile(context, { typed, errors }, 422);
        if (await isUnconfirmed(context, dependencies, { form: 'email', password, typed }, sendProfile)) return;
        return request(context, email, typed);
      },
      (context, form, status) => sendUnsaved(context, form, ['email'], status, sendProfile),
    ),
  );

  router.post(
    `${PATH}/email/resend`,
    account.onForm(async (context, form) => {
      form.parse({});
      const email = await emailChange.pending(context.owner.userId);
      if (!sendsMail || email === undefined) return seeOther(context.response, PATH);
      return request(context, email);
    }),
  );

  router.post(
    `${PATH}/email/cancel`,
    account.onForm(async ({ response, owner }, form) => {
      form.parse({});
      await emailChange.cancel(owner.userId);
      seeOther(response, `${PATH}?done=emailCancelled`);
    }),
  );
};

/** Returns whether the password that confirms a change was rejected. If so, the form is shown again. */
async function isUnconfirmed(
  context: OwnerContext,
  dependencies: AccountDependencies,
  { form, password, typed }: { form: 'username' | 'email'; password: string; typed: ProfilePageProps['typed'] },
  sendProfile: SendProfile,
): Promise<boolean> {
  const { userId } = context.owner;
  const problem = await confirmPassword(ownerAccount(userId), userId, password, dependencies);
  if (!problem) return false;
  if (problem.reason === 'tooMany') context.response.set('Retry-After', String(problem.retryAfter));
  await sendProfile(
    context,
    { ...(typed && { typed }), confirmProblem: { form, problem } },
    problem.reason === 'tooMany' ? 429 : 403,
  );
  return true;
}

const addPassword: AddRoutes = (router, account, dependencies, sendProfile) => {
  const { sessions, visitors, sendsMail } = dependencies;
  router.post(
    '/account/password',
    account.onForm(async (context, form) => {
      const { response, visitor, owner } = context;
      const { current = '', ...chosen } = form.parse({ current: text.optional(), next: text, again: text });
      const passwordOwner = {
        ...{ account: ownerAccount(owner.userId), userId: owner.userId },
        names: [owner.username, owner.email],
      };
      // Without mail, an owner has no other way to choose a first password.
      const isFirst = owner.passwordVersion === '' && !sendsMail;
      const problem = isFirst
        ? await chooseFirstPassword(passwordOwner, chosen, dependencies)
        : await changePassword(passwordOwner, { current, ...chosen }, dependencies);
      if (problem) return sendProfile(context, { passwordProblem: problem }, problem.reason === 'tooMany' ? 429 : 422);
      await sessions.endAll(owner.userId);
      await visitors.signIn(response, visitor, owner);
      return seeOther(response, `${PATH}?done=password`);
    }),
  );
};

function addLanguage(router: Router, account: AccountContext, { credentials }: AccountDependencies): void {
  router.post(
    '/account/language',
    account.onForm(async ({ response, owner }, form) => {
      const { locale } = form.parse({ locale: z.enum(locales) });
      await credentials.setLocale(owner.userId, locale);
      account.writeLanguage(response, locale);
      seeOther(response, `${PATH}?done=language`);
    }),
  );
}

function addSessions(router: Router, account: AccountContext, { sessions }: AccountDependencies): void {
  router.post(
    `${PATH}/sessions/end`,
    account.onForm(async ({ response, owner }, form) => {
      await sessions.endListed(owner.userId, form.parse({ ref: text }).ref);
      seeOther(response, `${PATH}?done=ended`);
    }),
  );
  router.post(
    `${PATH}/sessions/end-others`,
    account.onForm(async ({ response, visitor, owner }, form) => {
      form.parse({});
      await sessions.endAll(owner.userId, visitor.sessionId);
      seeOther(response, `${PATH}?done=others`);
    }),
  );
}

function doneOf(done: string | undefined): ProfileDone | undefined {
  return profileActions.find((action) => action === done);
}
