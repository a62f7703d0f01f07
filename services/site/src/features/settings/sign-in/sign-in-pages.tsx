import type { VNode } from 'preact';
import { Button, Field, PostForm } from '../../../components/form.tsx';
import { Notice } from '../../../components/notice.tsx';
import { type SignInFailure, SignInForm, tooManyAttempts } from '../../../components/sign-in-form.tsx';
import { failureBeside, UnsavedNotice } from '../../../components/unsaved-notice.tsx';
import { messagesFor } from '../../../locales/messages.ts';
import type { Keeping } from '../../../sessions/kept-form.ts';
import { AskPage } from '../settings-page.tsx';
import type { VisitorView } from '../settings-view.ts';

export type SignInPageProps = Keeping & {
  view: VisitorView;
  /** The address to open after the sign-in. */
  next: string;
  email?: string;
  failure?: SignInFailure | undefined;
  done?: 'signedOut' | 'passwordSet' | undefined;
};

export function SignInPage({ view, next, email = '', failure, done, kept, omitted }: SignInPageProps): VNode {
  const { signIn } = messagesFor(view.locale);
  const keeping = { kept, omitted };
  return (
    <AskPage view={{ ...view, isUnsaved: kept !== undefined }} title={signIn.title}>
      <p class="lead">{signIn.settingsLead}</p>
      {done && <Notice kind="good">{signIn[done]}</Notice>}
      <UnsavedNotice locale={view.locale} {...{ keeping, failure }} />
      <SignInForm
        locale={view.locale}
        sessionId={view.formKey}
        action="/settings/sign-in"
        loginField="email"
        carry={{ next, kept }}
        login={email}
        failure={failureBeside(keeping, failure)}
      />
      <p>
        <a href="/settings/forgotten">{signIn.forgotten}</a>
      </p>
    </AskPage>
  );
}

export type CodePageProps = Pick<SignInPageProps, 'view' | 'next' | 'failure' | 'kept'>;

/** Asks for the second factor after the password. */
export function CodePage({ view, next, failure, kept }: CodePageProps): VNode {
  const { signIn } = messagesFor(view.locale);
  const { code } = signIn;
  const problem =
    failure?.reason === 'tooMany' ? tooManyAttempts(view.locale, failure.retryAfter) : failure && code[failure.reason];
  return (
    <AskPage view={{ ...view, isUnsaved: kept !== undefined }} title={code.title}>
      <p class="lead">{code.lead}</p>
      {problem && <Notice kind="bad">{problem}</Notice>}
      <PostForm action="/settings/sign-in/code" sessionId={view.formKey} carry={{ next, kept }} class="stack">
        <Field name="code" label={code.label} autocomplete="one-time-code" hint={code.hint} />
        <Button>{code.submit}</Button>
      </PostForm>
      <p>
        <a href="/settings/sign-in">{signIn.back}</a>
      </p>
    </AskPage>
  );
}
