import { PASSWORD_LENGTH, type PasswordFault } from '@vitae/accounts/credentials/password-policy';
import type { Locale } from '@vitae/proto/locale';
import type { VNode } from 'preact';
import { messagesFor } from '../locales/messages.ts';
import { Button, Field, PostForm } from './form.tsx';
import { tooManyAttempts } from './sign-in-form.tsx';

/** A problem and the field that shows it. */
export type PasswordProblem =
  | { field: 'current'; reason: 'wrongCurrent' }
  | { field: 'current'; reason: 'tooMany'; retryAfter: number }
  | { field: 'next'; reason: PasswordFault | 'same' }
  | { field: 'again'; reason: 'differ' };

type PasswordSectionProps = NewPasswordProps & {
  action: string;
  /** The key of the form's CSRF token. */
  formKey: string;
  hasPassword?: boolean;
  sendsMail?: boolean;
};

/**
 * The form with which a signed-in user changes the password. An owner without a password gets a link by mail; if the
 * site sends no mail, the first password needs no confirmation.
 */
export function PasswordSection({
  action,
  formKey,
  hasPassword = true,
  sendsMail = true,
  ...fields
}: PasswordSectionProps): VNode {
  const { password, account } = messagesFor(fields.locale);
  const { noPassword } = account.links;
  const asksMail = !hasPassword && sendsMail;
  return (
    <section class="sheet stack" aria-labelledby="password">
      <h2 id="password">{password.title}</h2>
      {asksMail && <NoPassword locale={fields.locale} sendsMail />}
      {!hasPassword && !sendsMail && <p>{noPassword.lead}</p>}
      {!asksMail && (
        <PostForm action={action} sessionId={formKey} class="stack">
          <NewPasswordFields {...fields} asksCurrent={hasPassword} />
          <div>
            <Button>{hasPassword ? password.submit : noPassword.choose}</Button>
          </div>
        </PostForm>
      )}
    </section>
  );
}

/** Replaces a form for owners who have signed in with a link before they chose a password. */
export function NoPassword({ locale, sendsMail }: { locale: Locale; sendsMail: boolean }): VNode {
  const { noPassword } = messagesFor(locale).account.links;
  return (
    <p>
      {noPassword.lead} <a href={sendsMail ? '/account/forgotten' : '/account/profile#password'}>{noPassword.choose}</a>
    </p>
  );
}

type NewPasswordProps = {
  locale: Locale;
  /** The name that the user signs in with. */
  username: string;
  problem: PasswordProblem | undefined;
};

export function NewPasswordFields({
  locale,
  username,
  problem,
  asksCurrent = false,
}: NewPasswordProps & { asksCurrent?: boolean }): VNode {
  const { password, text } = messagesFor(locale);
  const errorAt = (field: PasswordProblem['field']) =>
    problem?.field === field ? passwordProblemMessage(locale, problem) : undefined;
  return (
    <>
      {/* Tells password managers which account this is. */}
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
        hint={text(password.hint, { min: PASSWORD_LENGTH.min })}
        error={errorAt('next')}
      />
      <Field name="again" label={password.again} type="password" autocomplete="new-password" error={errorAt('again')} />
    </>
  );
}

export function passwordProblemMessage(locale: Locale, problem: PasswordProblem | undefined): string | undefined {
  const { password, text } = messagesFor(locale);
  if (!problem) return undefined;
  switch (problem.reason) {
    case 'tooMany':
      return tooManyAttempts(locale, problem.retryAfter);
    case 'tooShort':
      return text(password.tooShort, { min: PASSWORD_LENGTH.min });
    case 'tooLong':
      return text(password.tooLong, { max: PASSWORD_LENGTH.max });
    default:
      return password[problem.reason];
  }
}
