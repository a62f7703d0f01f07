import type { VNode } from 'preact';
import { Button, Field, PostForm } from '../../../components/form.tsx';
import { Notice } from '../../../components/notice.tsx';
import type { Locale } from '../../../locales/locale.ts';
import { signInWords } from '../../../locales/settings/sign-in/catalogue.ts';
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
  const words = signInWords[view.locale];
  return (
    <AskPage view={view} title={words.title}>
      <p class="lead">{words.lead}</p>
      {done && <Notice kind="good">{words[done]}</Notice>}
      {failure && <Notice kind="bad">{failureWords(view.locale, failure)}</Notice>}
      <PostForm action="/settings/sign-in" sessionId={view.formKey} carry={{ next }} class="stack">
        <Field name="email" label={words.email} autocomplete="username" value={email} />
        <Field name="password" label={words.password} type="password" autocomplete="current-password" />
        <Button>{words.submit}</Button>
      </PostForm>
      <p>
        <a href="/settings/forgotten">{words.forgotten}</a>
      </p>
    </AskPage>
  );
}

export type CodePageProps = { view: VisitorView; next: string; failure?: SignInFailure | undefined };

/** The second factor, after a right password. */
export function CodePage({ view, next, failure }: CodePageProps): VNode {
  const { code, tooMany } = signInWords[view.locale];
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
  const words = signInWords[locale];
  return failure.reason === 'tooMany' ? words.tooMany(minutesIn(locale, failure.retryAfter)) : words[failure.reason];
}

/** `3 minutes` in this language. */
export function minutesIn(locale: Locale, seconds: number): string {
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' });
  return format.format(Math.max(1, Math.ceil(seconds / 60)));
}
