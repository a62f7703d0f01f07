import type { Locale } from '@vitae/proto/locale';
import type { FunctionComponent, VNode } from 'preact';
import { messagesFor } from '../locales/messages.ts';
import { Button, Field, PostForm } from './form.tsx';
import { Notice } from './notice.tsx';
import { NewPasswordFields, type PasswordProblem } from './password-section.tsx';

/** The parts of a link page that differ between CV owners and administrators. */
export type LinkPageFrame = {
  locale: Locale;
  /** The key of the form's CSRF token. */
  formKey: string;
  Frame: FunctionComponent<{ title: string }>;
};

export type ForgottenState = 'sent' | 'tooMany' | undefined;

type ForgottenPageProps = LinkPageFrame & {
  action: string;
  signInAddress: string;
  loginField: 'login' | 'email';
  texts: { lead: string; noMail: string; sent: string };
  sendsMail: boolean;
  state?: ForgottenState;
};

/** Asks for the name of the account whose password was forgotten. */
export function ForgottenPage(props: ForgottenPageProps): VNode {
  const { locale, formKey, Frame, action, signInAddress, loginField, texts, sendsMail, state } = props;
  const { signIn } = messagesFor(locale);
  const messages = signIn.forgottenPage;
  const back = (
    <p>
      <a href={signInAddress}>{signIn.back}</a>
    </p>
  );
  if (!sendsMail) {
    return (
      <Frame title={messages.title}>
        <p>{withCode(texts.noMail)}</p>
        {back}
      </Frame>
    );
  }
  if (state === 'sent') {
    return (
      <Frame title={messages.sentTitle}>
        <p class="lead">{texts.sent}</p>
        {back}
      </Frame>
    );
  }
  return (
    <Frame title={messages.title}>
      <p class="lead">{texts.lead}</p>
      {state === 'tooMany' && <Notice kind="bad">{messages.tooMany}</Notice>}
      <PostForm action={action} sessionId={formKey} class="stack">
        <Field name={loginField} label={signIn[loginField]} autocomplete="username" />
        <Button>{messages.submit}</Button>
      </PostForm>
      {back}
    </Frame>
  );
}

type NewPasswordFormProps = Omit<LinkPageFrame, 'Frame'> & {
  action: string;
  /** The name that the user signs in with. */
  username: string;
  problem: PasswordProblem | undefined;
  submit: string;
};

export function NewPasswordForm({ formKey, action, submit, ...fields }: NewPasswordFormProps): VNode {
  return (
    <PostForm action={action} sessionId={formKey} class="stack">
      <NewPasswordFields {...fields} />
      <Button>{submit}</Button>
    </PostForm>
  );
}

/** The account that is signed in in this browser, if the link belongs to another one. */
export type OtherAccount = { name: string; home: string };

type OtherAccountProps = { locale: Locale; other: OtherAccount | undefined; name: string };

/** Says that continuing replaces the session of another account, and offers to keep it. `name` is that of the link. */
export function OtherAccountNotice({ locale, other, name }: OtherAccountProps): VNode | null {
  const { signIn, text } = messagesFor(locale);
  const { lead, stay } = signIn.otherAccount;
  if (!other) return null;
  const back = (
    <p>
      <a class="button button-secondary" href={other.home}>
        {text(stay, { current: other.name })}
      </a>
    </p>
  );
  return (
    <Notice kind="bad" standing details={back}>
      {text(lead, { current: other.name, name })}
    </Notice>
  );
}

type ResetPageProps = LinkPageFrame & {
  action: string;
  username: string;
  other: OtherAccount | undefined;
  problem?: PasswordProblem | undefined;
};

export function ResetPage({ Frame, other, ...form }: ResetPageProps): VNode {
  const {
    signIn: { resetPage: messages },
    text,
  } = messagesFor(form.locale);
  return (
    <Frame title={messages.title}>
      <p class="lead">{text(messages.lead, { email: form.username })}</p>
      <OtherAccountNotice locale={form.locale} other={other} name={form.username} />
      <NewPasswordForm {...form} problem={form.problem} submit={messages.submit} />
    </Frame>
  );
}

/** Renders text in backticks as code. */
function withCode(text: string): (string | VNode)[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={part}>{part}</code>));
}
