import type { VNode } from 'preact';
import { PASSWORD_LENGTH } from '@vitae/accounts/credentials/password-hash';
import type { PasswordProblem } from '../features/account/change-password.ts';
import type { Locale } from '../locales/locale.ts';
import { catalogues } from '../locales/catalogues.ts';
import { Button, Field, PostForm } from './form.tsx';

export type PasswordSectionProps = NewPasswordProps & {
  action: string;
  /** What the form's token is made from. */
  formKey: string;
};

/** Where those who are signed in change their password. */
export function PasswordSection({ action, formKey, ...whose }: PasswordSectionProps): VNode {
  const { password } = catalogues[whose.locale];
  return (
    <section class="sheet stack" aria-labelledby="password">
      <h2 id="password">{password.title}</h2>
      <PostForm action={action} sessionId={formKey} class="stack">
        <NewPasswordFields {...whose} asksCurrent />
        <div>
          <Button>{password.submit}</Button>
        </div>
      </PostForm>
    </section>
  );
}

export type NewPasswordProps = {
  locale: Locale;
  /** By which its owner signs in. */
  username: string;
  problem: PasswordProblem | undefined;
};

export function NewPasswordFields({
  locale,
  username,
  problem,
  asksCurrent = false,
}: NewPasswordProps & { asksCurrent?: boolean }): VNode {
  const { password } = catalogues[locale];
  const errorAt = (field: PasswordProblem['field']) =>
    problem?.field === field ? problemWords(locale, problem) : undefined;
  return (
    <>
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" value={username} autocomplete="username" readOnly hidden />
      {asksCurrent && (
        <Field
          name="current"
          label={password.current}
          type="password"
          autocomplete="current-password"
          error={errorAt('current')}
        />
      )}
      <Field
        name="next"
        label={password.next}
        type="password"
        autocomplete="new-password"
        hint={password.hint(PASSWORD_LENGTH.min)}
        error={errorAt('next')}
      />
      <Field name="again" label={password.again} type="password" autocomplete="new-password" error={errorAt('again')} />
    </>
  );
}

export function problemWords(locale: Locale, problem: PasswordProblem | undefined): string | undefined {
  const { password, signIn } = catalogues[locale];
  if (!problem) return undefined;
  switch (problem.reason) {
    case 'tooMany':
      return signIn.tooMany(Math.ceil(problem.retryAfter / 60));
    case 'tooShort':
      return password.tooShort(PASSWORD_LENGTH.min);
    case 'tooLong':
      return password.tooLong(PASSWORD_LENGTH.max);
    default:
      return password[problem.reason];
  }
}
