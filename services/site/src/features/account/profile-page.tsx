import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import type { OpenSession } from '@vitae/accounts/sessions/session-store';
import { locales } from '@vitae/proto/locale';
import type { VNode } from 'preact';
import { Button, Field, PostForm } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import {
  NoPassword,
  type PasswordProblem,
  PasswordSection,
  passwordProblemMessage,
} from '../../components/password-section.tsx';
import { SessionsSection } from '../../components/sessions-section.tsx';
import { tooManyAttempts } from '../../components/sign-in-form.tsx';
import { languageNames } from '../../locales/locale.ts';
import { messagesFor } from '../../locales/messages.ts';
import { Frame } from './account-frame.tsx';
import type { AccountView } from './account-view.ts';
import { EmailSection, type EmailSectionProps } from './email-pages.tsx';
import type { PersonalDetails, Profile } from './own-profile.ts';
import type { FieldErrors } from './profile-fields.ts';

export const profileActions = [
  'details',
  'username',
  'emailSent',
  'emailCancelled',
  'password',
  'language',
  'ended',
  'others',
] as const;
/** The completed action that the page confirms. */
export type ProfileDone = (typeof profileActions)[number];

export type ProfilePageProps = {
  view: AccountView;
  owner: Owner;
  profile: Profile;
  sendsMail: boolean;
  /** The address that waits for confirmation. */
  pendingEmail?: string | undefined;
  sessions: readonly OpenSession[];
  /** The current session. */
  ownRef: string;
  timeZone: string;
  done?: ProfileDone | undefined;
  /** What the owner typed into a form that was rejected. */
  typed?: Partial<Record<keyof FieldErrors, string>>;
  errors?: FieldErrors;
  /** The typed text was not saved, for example because the session had ended. */
  unsaved?: boolean;
  /** The revision that the typed details are based on. By default, the current one. */
  revision?: string;
  /** Another request has changed the personal details since the form was opened. */
  conflict?: boolean;
  passwordProblem?: PasswordProblem | undefined;
  /** A problem with the password that confirms the change of a user name or email address. */
  confirmProblem?: { form: 'username' | 'email'; problem: PasswordProblem } | undefined;
  /** Seconds to wait after too many mails. */
  retryAfter?: number;
};

export function ProfilePage(props: ProfilePageProps): VNode {
  const { view, owner, profile, sessions, ownRef, timeZone, done, retryAfter, passwordProblem } = props;
  const { unsaved = false, typed = {} } = props;
  const { account, editor, profile: messages, signIn } = messagesFor(view.locale);
  return (
    <Frame view={view} title={messages.title} owner={owner}>
      <div class="stack-wide">
        <div class="stack-tight">
          <p>
            <a href="/account">{account.title}</a>
          </p>
          <h1>{messages.title}</h1>
          <p class="lead">{messages.lead}</p>
        </div>
        {done && <Notice kind="good">{messages.done[done]}</Notice>}
        {unsaved && (
          <Notice kind="bad">
            {typed.firstname === undefined ? `${editor.expired} ${signIn.passwordOmitted}` : editor.expired}
          </Notice>
        )}
        {retryAfter !== undefined && <Notice kind="bad">{tooManyAttempts(view.locale, retryAfter)}</Notice>}
        <DetailsSection {...props} />
        <UsernameSection {...props} />
        <EmailSection {...emailProps(props)} />
        <PasswordSection
          locale={view.locale}
          action="/account/password"
          formKey={view.sessionId}
          username={profile.username}
          hasPassword={owner.passwordVersion !== ''}
          sendsMail={props.sendsMail}
          problem={passwordProblem}
        />
        <LanguageSection view={view} />
        <SessionsSection
          locale={view.locale}
          timeZone={timeZone}
          action="/account/profile/sessions"
          formKey={view.sessionId}
          sessions={sessions}
          ownRef={ownRef}
        />
        <DeletionSection view={view} />
      </div>
    </Frame>
  );
}

function emailProps({ view, owner, profile, sendsMail, pendingEmail, ...form }: ProfilePageProps) {
  const { typed, errors, confirmProblem } = form;
  const problem = confirmProblem?.form === 'email' ? confirmProblem.problem : undefined;
  return {
    view,
    profile,
    sendsMail,
    hasPassword: owner.passwordVersion !== '',
    pendingEmail,
    typed: typed?.email,
    error: errors?.email,
    problem,
  } satisfies EmailSectionProps;
}

function DetailsSection(props: ProfilePageProps): VNode {
  const { view, profile, typed = {}, errors = {}, conflict = false, revision = String(profile.revision) } = props;
  const {
    profile: { details: messages },
    text,
  } = messagesFor(view.locale);
  const field = (name: keyof PersonalDetails) => {
    const value = typed[name] ?? profile[name];
    const isDifferent = conflict && value !== profile[name];
    const stored = profile[name] === '' ? messages.storedNone : text(messages.stored, { value: profile[name] });
    return { name, label: messages[name], value, error: errors[name], ...(isDifferent && { hint: stored }) };
  };
  return (
    <section class="sheet stack" aria-labelledby="details">
      <h2 id="details">{messages.title}</h2>
      {conflict && <Notice kind="bad">{messages.conflict}</Notice>}
      <PostForm action="/account/profile/details" sessionId={view.sessionId} carry={{ revision }} class="stack">
        <Field {...field('firstname')} autocomplete="given-name" />
        <Field {...field('lastname')} autocomplete="family-name" />
        <Field {...field('phone')} inputMode="tel" autocomplete="tel" optional />
        <div>
          <Button>{messages.submit}</Button>
        </div>
      </PostForm>
    </section>
  );
}

function UsernameSection(props: ProfilePageProps): VNode {
  const { view, owner, sendsMail } = props;
  const { username: messages } = messagesFor(view.locale).profile;
  return (
    <section class="sheet stack" aria-labelledby="username">
      <h2 id="username">{messages.title}</h2>
      <p>{messages.lead}</p>
      {owner.passwordVersion === '' ? (
        <NoPassword locale={view.locale} sendsMail={sendsMail} />
      ) : (
        <UsernameForm {...props} />
      )}
    </section>
  );
}

function UsernameForm({ view, profile, typed, errors, confirmProblem }: ProfilePageProps): VNode {
  const { profile: messages } = messagesFor(view.locale);
  const problem = confirmProblem?.form === 'username' ? confirmProblem.problem : undefined;
  return (
    <PostForm action="/account/profile/username" sessionId={view.sessionId} class="stack">
      <Field
        name="username"
        label={messages.username.label}
        value={typed?.username ?? profile.username}
        error={errors?.username}
        autocomplete="username"
      />
      <Field
        id="username-password"
        name="password"
        type="password"
        label={messages.confirm}
        autocomplete="current-password"
        error={passwordProblemMessage(view.locale, problem)}
      />
      <div>
        <Button>{messages.username.submit}</Button>
      </div>
    </PostForm>
  );
}

function LanguageSection({ view }: { view: AccountView }): VNode {
  const { language } = messagesFor(view.locale).account;
  return (
    <section class="sheet stack" aria-labelledby="language">
      <h2 id="language">{language.title}</h2>
      <PostForm action="/account/language" sessionId={view.sessionId} class="stack">
        <div class="field">
          <label for="field-locale">{language.label}</label>
          <select id="field-locale" name="locale">
            {locales.map((locale) => (
              <option key={locale} value={locale} lang={locale} selected={locale === view.locale}>
                {languageNames[locale]}
              </option>
            ))}
          </select>
        </div>
        <div>
          <Button>{language.submit}</Button>
        </div>
      </PostForm>
    </section>
  );
}

function DeletionSection({ view }: { view: AccountView }): VNode {
  const { deletion } = messagesFor(view.locale).account;
  return (
    <section class="sheet stack" aria-labelledby="deletion">
      <h2 id="deletion">{deletion.title}</h2>
      <p>{deletion.lead}</p>
      <p>
        <a class="button button-secondary" href="/account/delete">
          {deletion.open}
        </a>
      </p>
    </section>
  );
}
