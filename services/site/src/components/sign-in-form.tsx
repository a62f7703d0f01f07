import type { VNode } from 'preact';
import type { Locale } from '../locales/locale.ts';
import { catalogues } from '../locales/catalogues.ts';
import { Button, Field, PostForm } from './form.tsx';
import { Notice } from './notice.tsx';

/** Why the form is shown again. */
export type SignInFailure = { reason: 'wrong' | 'expired' } | { reason: 'tooMany'; retryAfter: number };

export type SignInFormProps = {
  locale: Locale;
  sessionId: string;
  action: string;
  carry?: Record<string, string | undefined>;
  login?: string;
  failure?: SignInFailure | undefined;
};

export function SignInForm({ locale, sessionId, action, carry = {}, login = '', failure }: SignInFormProps): VNode {
  const words = catalogues[locale].signIn;
  return (
    <PostForm action={action} sessionId={sessionId} carry={carry} class="stack">
      {failure && (
        <Notice kind="bad">
          {failure.reason === 'tooMany' ? words.tooMany(Math.ceil(failure.retryAfter / 60)) : words[failure.reason]}
        </Notice>
      )}
      <Field name="login" label={words.login} autocomplete="username" value={login} />
      <Field name="password" label={words.password} type="password" autocomplete="current-password" />
      <Button>{words.submit}</Button>
    </PostForm>
  );
}
