import type { Locale } from '@vitae/proto/locale';
import type { VNode } from 'preact';
import { messagesFor } from '../locales/messages.ts';
import { Button, Field, PostForm } from './form.tsx';
import { Notice } from './notice.tsx';

/** Why the form is shown again. */
export type SignInFailure = { reason: 'wrong' | 'expired' } | { reason: 'tooMany'; retryAfter: number };

export type SignInFormProps = {
  locale: Locale;
  sessionId: string;
  action: string;
  /** The name of the first field: owners sign in with a user name or an email address, administrators with an email address. */
  loginField: 'login' | 'email';
  carry?: Record<string, string | undefined> | undefined;
  login?: string;
  failure?: SignInFailure | undefined;
};

/** The sign-in form of owners and administrators. */
export function SignInForm(props: SignInFormProps): VNode {
  const { locale, sessionId, action, loginField, carry = {}, login = '', failure } = props;
  const { signIn } = messagesFor(locale);
  return (
    <PostForm action={action} sessionId={sessionId} carry={carry} class="stack">
      {failure && <Notice kind="bad">{signInFailureMessage(locale, failure)}</Notice>}
      <Field name={loginField} label={signIn[loginField]} autocomplete="username" value={login} />
      <Field name="password" label={signIn.password} type="password" autocomplete="current-password" />
      <Button>{signIn.submit}</Button>
    </PostForm>
  );
}

function signInFailureMessage(locale: Locale, failure: SignInFailure): string {
  if (failure.reason === 'tooMany') return tooManyAttempts(locale, failure.retryAfter);
  return messagesFor(locale).signIn[failure.reason];
}

/** `retryAfter` is in seconds; the message rounds up to minutes from one minute on. */
export function tooManyAttempts(locale: Locale, retryAfter: number): string {
  const { signIn, text } = messagesFor(locale);
  return text(signIn.tooMany, { seconds: retryAfter, minutes: retryAfter < 60 ? 0 : Math.ceil(retryAfter / 60) });
}
