import { locales } from '@vitae/proto/locale';
import type { VNode } from 'preact';
import { Button, PostForm } from '../../components/form.tsx';
import { languageNames } from '../../locales/locale.ts';
import { messagesFor } from '../../locales/messages.ts';
import type { AccountView } from './account-pages.tsx';

export function LanguageSection({ view }: { view: AccountView }): VNode {
  const { language } = messagesFor(view.locale).account;
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
