import type { Locale } from '@vitae/proto/locale';
import type { VNode } from 'preact';
import { Button, Field, PostForm } from '../../../components/form.tsx';
import { Notice } from '../../../components/notice.tsx';
import { messagesFor } from '../../../locales/messages.ts';
import { AskPage } from '../settings-page.tsx';
import type { VisitorView } from '../settings-view.ts';

/** Why the form is shown again. */
export type SignInFailure = { reason: 'wrong' | 'expired' } | { reason: 'tooMany'; retryAfter: number };

export type SignInPageProps = {
  view: VisitorView;
  /** Where to go on to. */
  next: string;
  email?: string;
  failure?: SignInFailure | undefined;
  done?: 'signedOut' | 'passwordSet' | undefined;
};

export function SignInPage({ view, next, email = '', failure, done }: SignInPageProps): VNode {
  const { signIn: messages } = messagesFor(view.locale);
  return (
    <AskPage view={view} title={messages.title}>
      <p class="lead">{messages.lead}</p>
      {done && <Notice kind="good">{messages[done]}</Notice>}
      {failure && <Notice kind="bad">{failureWords(view.locale, failure)}</Notice>}
      <PostForm action="/settings/sign-in" sessionId={view.formKey} carry={{ next }} class="stack">
        <Field name="email" label={messages.email} autocomplete="username" value={email} />
        <Field name="password" label={messages.password} type="password" autocomplete="current-password" />
        <Button>{messages.submit}</Button>
      </PostForm>
      <p>
        <a href="/settings/forgotten">{messages.forgotten}</a>
      </p>
    </AskPage>
  );
}

export type CodePageProps = { view: VisitorView; next: string; failure?: SignInFailure | undefined };

/** The second factor, after a right password. */
export function CodePage({ view, next, failure }: CodePageProps): VNode {
  const { code, tooMany } = messagesFor(view.locale).signIn;
  const problem =
    failure?.reason === 'tooMany'
      ? tooMany(minutesIn(view.locale, failure.retryAfter))
      : failure && code[failure.reason];
  return (
    <AskPage view={view} title={code.title}>
      <p class="lead">{code.lead}</p>
      {problem && <Notice kind="bad">{problem}</Notice>}
      <PostForm action="/settings/sign-in/code" sessionId={view.formKey} carry={{ next }} class="stack">
        <Field name="code" label={code.label} autocomplete="one-time-code" hint={code.hint} />
        <Button>{code.submit}</Button>
      </PostForm>
      <p>
        <a href="/settings/sign-in">{code.back}</a>
      </p>
    </AskPage>
  );
}

export function failureWords(locale: Locale, failure: SignInFailure): string {
  const { signIn: messages } = messagesFor(locale);
  return failure.reason === 'tooMany' ? messages.tooMany(minutesIn(locale, failure.retryAfter)) : messages[failure.reason];
}

/** `3 minutes` in this language. */
export function minutesIn(locale: Locale, seconds: number): string {
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' });
  return format.format(Math.max(1, Math.ceil(seconds / 60)));
}
