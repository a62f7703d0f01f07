import type { VNode } from 'preact';
import type { Owner } from '../../credentials/owner-credentials.ts';
import { PASSWORD_LENGTH } from '../../credentials/password-hash.ts';
import { Button, Field, PostForm } from '../components/form.tsx';
import { type Locale, languageNames, locales } from '../locale.ts';
import { catalogues } from '../messages/catalogues.ts';
import type { AccountView } from './account-pages.tsx';
import type { PasswordProblem } from './change-password.ts';

export function PasswordSection({
  view,
  owner,
  problem,
}: {
  view: AccountView;
  owner: Owner;
  problem: PasswordProblem | undefined;
}): VNode {
  const { password } = catalogues[view.locale];
  const errorAt = (field: PasswordProblem['field']) =>
    problem?.field === field ? problemWords(view.locale, problem) : undefined;
  return (
    <section class="sheet stack" aria-labelledby="password">
      <h2 id="password">{password.title}</h2>
      <PostForm action="/account/password" sessionId={view.sessionId} class="stack">
        {/* Tells password managers whose password this is. */}
        <input type="text" name="username" value={owner.username} autocomplete="username" readOnly hidden />
        <Field
          name="current"
          label={password.current}
          type="password"
          autocomplete="current-password"
          error={errorAt('current')}
        />
        <Field
          name="next"
          label={password.next}
          type="password"
          autocomplete="new-password"
          hint={password.hint(PASSWORD_LENGTH.min)}
          error={errorAt('next')}
        />
        <Field
          name="again"
          label={password.again}
          type="password"
          autocomplete="new-password"
          error={errorAt('again')}
        />
        <div>
          <Button>{password.submit}</Button>
        </div>
      </PostForm>
    </section>
  );
}

export function LanguageSection({ view }: { view: AccountView }): VNode {
  const { language } = catalogues[view.locale];
  return (
    <section class="sheet stack" aria-labelledby="language">
      <h2 id="language">{language.title}</h2>
      <PostForm action="/account/language" sessionId={view.sessionId} class="stack">
        <div class="field">
          <label for="field-locale">{language.label}</label>
          <select id="field-locale" name="locale">
            {locales.map((locale) => (
              <option key={locale} value={locale} lang={locale} selected={locale === view.locale}>
                {languageNames[locale]}
              </option>
            ))}
          </select>
        </div>
        <div>
          <Button>{language.submit}</Button>
        </div>
      </PostForm>
    </section>
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
