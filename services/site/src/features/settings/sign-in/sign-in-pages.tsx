import type { VNode } from 'preact';
import { Button, Field, PostForm } from '../../../components/form.tsx';
import { Notice } from '../../../components/notice.tsx';
import { type SignInFailure, SignInForm, tooManyAttempts } from '../../../components/sign-in-form.tsx';
import { messagesFor } from '../../../locales/messages.ts';
import { AskPage } from '../settings-page.tsx';
import type { VisitorView } from '../settings-view.ts';

export type SignInPageProps = {
  view: VisitorView;
  /** The address to open after the sign-in. */
  next: string;
  email?: string;
  failure?: SignInFailure | undefined;
  done?: 'signedOut' | 'passwordSet' | undefined;
};

export function SignInPage({ view, next, email = '', failure, done }: SignInPageProps): VNode {
  const { signIn } = messagesFor(view.locale);
  return (
    <AskPage view={view} title={signIn.title}>
      <p class="lead">{signIn.settingsLead}</p>
      {done && <Notice kind="good">{signIn[done]}</Notice>}
      <SignInForm
        locale={view.locale}
        sessionId={view.formKey}
        action="/settings/sign-in"
        loginField="email"
        carry={{ next }}
        login={email}
        failure={failure}
      />
      <p>
        <a href="/settings/forgotten">{signIn.forgotten}</a>
      </p>
    </AskPage>
  );
}

export type CodePageProps = { view: VisitorView; next: string; failure?: SignInFailure | undefined };

/** Asks for the second factor after the password. */
export function CodePage({ view, next, failure }: CodePageProps): VNode {
  const { signIn } = messagesFor(view.locale);
  const { code } = signIn;
  const problem =
    failure?.reason === 'tooMany' ? tooManyAttempts(view.locale, failure.retryAfter) : failure && code[failure.reason];
  return (
    <AskPage view={view} title={code.title}>
      <p class="lead">{code.lead}</p>
      {problem && <Notice kind="bad">{problem}</Notice>}
      <PostForm action="/settings/sign-in/code" sessionId={view.formKey} carry={{ next }} class="stack">
        <Field name="code" label={code.label} autocomplete="one-time-code" hint={code.hint} />
        <Button>{code.submit}</Button>
      </PostForm>
      <p>
        <a href="/settings/sign-in">{signIn.back}</a>
      </p>
    </AskPage>
  );
}
