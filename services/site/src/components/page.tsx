import { type Locale, locales } from '@vitae/proto/locale';
import type { ComponentChildren, VNode } from 'preact';
import { languageNames } from '../locales/locale.ts';
import { messagesFor } from '../locales/messages.ts';
import { PageHead } from './page-head.tsx';

export type PageProps = {
  locale: Locale;
  title: string;
  /** Returns the address of this page in another language. Undefined if a page with typed text would lose it. */
  inLanguage: ((locale: Locale) => string) | undefined;
  /** Shown at the top right. */
  aside?: ComponentChildren;
  /** Narrow for single forms; settings pages have a menu beside the content. */
  width?: 'narrow' | 'wide' | 'settings';
  /** Precedes the content in reading order, for example a menu. */
  beside?: ComponentChildren;
  /** Addresses of optional scripts; pages work without them. */
  scripts?: readonly string[];
  children: ComponentChildren;
};

export function Page(props: PageProps): VNode {
  const { locale, title, inLanguage, aside, width = 'narrow', beside, scripts = [], children } = props;
  const { common } = messagesFor(locale);
  return (
    <html lang={locale}>
      <PageHead title={`${title} · ${common.siteName}`}>
        {scripts.map((script) => (
          <script key={script} src={script} defer />
        ))}
      </PageHead>
      <body class={`page page-${width}`}>
        <a class="skip-link" href="#content">
          {common.skipToContent}
        </a>
        <header class="masthead">
          <span class="wordmark">{common.siteName}</span>
          {aside}
        </header>
        {beside}
        <main id="content">{children}</main>
        {inLanguage && (
          <footer class="colophon">
            <nav aria-label={common.language}>
              <ul class="language-list">
                {locales.map((one) => (
                  <li key={one}>
                    <a
                      href={inLanguage(one)}
                      lang={one}
                      hreflang={one}
                      aria-current={one === locale ? 'true' : undefined}
                    >
                      {languageNames[one]}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          </footer>
        )}
      </body>
    </html>
  );
}
