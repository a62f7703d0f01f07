import type { VNode } from 'preact';
import { Button, Field, PostForm } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { NoPassword, type PasswordProblem, passwordProblemMessage } from '../../components/password-section.tsx';
import { messagesFor } from '../../locales/messages.ts';
import { Frame } from './account-frame.tsx';
import type { AccountView } from './account-view.ts';
import type { Profile } from './own-profile.ts';

export type EmailSectionProps = {
  view: AccountView;
  profile: Pick<Profile, 'email'>;
  sendsMail: boolean;
  hasPassword: boolean;
  pendingEmail: string | undefined;
  typed: string | undefined;
  error: string | undefined;
  problem: PasswordProblem | undefined;
};

const PATH = '/account/profile/email';

export function EmailSection({ view, profile, sendsMail, pendingEmail, ...form }: EmailSectionProps): VNode {
  const {
    profile: { email: messages },
    text,
  } = messagesFor(view.locale);
  return (
    <section class="sheet stack" aria-labelledby="email">
      <h2 id="email">{messages.title}</h2>
      <p>{text(messages.current, { email: profile.email })}</p>
      {!sendsMail && <p>{messages.noMail}</p>}
      {sendsMail && pendingEmail !== undefined && <PendingEmail view={view} email={pendingEmail} />}
      {sendsMail && (pendingEmail === undefined || form.typed !== undefined) && <EmailForm view={view} {...form} />}
    </section>
  );
}

function PendingEmail({ view, email }: { view: AccountView; email: string }): VNode {
  const {
    profile: { email: messages },
    text,
  } = messagesFor(view.locale);
  return (
    <>
      <p>{text(messages.pending, { email })}</p>
      <div class="row-details">
        <PostForm action={`${PATH}/resend`} sessionId={view.sessionId}>
          <Button kind="secondary">{messages.resend}</Button>
        </PostForm>
        <PostForm action={`${PATH}/cancel`} sessionId={view.sessionId}>
          <Button kind="secondary">{messages.cancel}</Button>
        </PostForm>
      </div>
    </>
  );
}

type EmailFormProps = Pick<EmailSectionProps, 'view' | 'hasPassword' | 'typed' | 'error' | 'problem'>;

function EmailForm({ view, hasPassword, typed, error, problem }: EmailFormProps): VNode {
  const { profile: messages } = messagesFor(view.locale);
  if (!hasPassword) return <NoPassword locale={view.locale} sendsMail />;
  return (
    <PostForm action={PATH} sessionId={view.sessionId} class="stack">
      <Field
        name="email"
        inputMode="email"
        label={messages.email.label}
        hint={messages.email.hint}
        value={typed}
        error={error}
        autocomplete="email"
      />
      <Field
        id="email-password"
        name="password"
        type="password"
        label={messages.confirm}
        autocomplete="current-password"
        error={passwordProblemMessage(view.locale, problem)}
      />
      <div>
        <Button>{messages.email.submit}</Button>
      </div>
    </PostForm>
  );
}

type ConfirmEmailPageProps = {
  view: AccountView;
  email: string;
  /** The user name of the owner who is signed in. */
  current: string | undefined;
  /** Whether the visitor is signed in as the owner. If not, the page asks for the password. */
  signedIn: boolean;
  problem?: PasswordProblem | undefined;
  expired?: boolean;
  taken?: boolean;
};

/** /account/email/{token}. Does not name the owner of the link, because the address may belong to a stranger. */
export function ConfirmEmailPage(props: ConfirmEmailPageProps): VNode {
  const { view, email, current, signedIn, problem, expired = false, taken = false } = props;
  const { profile, signIn, text } = messagesFor(view.locale);
  const { confirmPage: messages } = profile;
  return (
    <Frame view={view} title={messages.title} width="narrow">
      <div class="sheet stack">
        <h1>{messages.title}</h1>
        {expired && <Notice kind="bad">{signIn.expired}</Notice>}
        {taken && <Notice kind="bad">{messages.taken}</Notice>}
        <p class="lead">{text(messages.lead, { email })}</p>
        {current !== undefined && signedIn && <p>{text(messages.signedIn, { current })}</p>}
        {current !== undefined && !signedIn && (
          <Notice kind="bad" standing>
            {text(messages.otherAccount, { current })}
          </Notice>
        )}
        <PostForm action={view.path} sessionId={view.sessionId} class="stack">
          {!signedIn && (
            <Field
              name="password"
              type="password"
              label={profile.confirm}
              hint={messages.passwordHint}
              autocomplete="current-password"
              error={passwordProblemMessage(view.locale, problem)}
            />
          )}
          <Button>{messages.submit}</Button>
        </PostForm>
      </div>
    </Frame>
  );
}

export function EmailChangedPage({ view }: { view: AccountView }): VNode {
  const { profile } = messagesFor(view.locale);
  return (
    <Frame view={view} title={profile.changedPage.title} width="narrow">
      <div class="sheet stack">
        <h1>{profile.changedPage.title}</h1>
        <p class="lead">{profile.changedPage.lead}</p>
        <p>
          <a href="/account/profile">{profile.title}</a>
        </p>
      </div>
    </Frame>
  );
}

export function DeadEmailLinkPage({ view }: { view: AccountView }): VNode {
  const { profile } = messagesFor(view.locale);
  return (
    <Frame view={view} title={profile.deadLink.title} width="narrow">
      <div class="sheet stack">
        <h1>{profile.deadLink.title}</h1>
        <p class="lead">{profile.deadLink.lead}</p>
        <p>
          <a href="/account/profile">{profile.title}</a>
        </p>
      </div>
    </Frame>
  );
}
