import type { VNode } from 'preact';
import type { Locale } from '../locales/locale.ts';
import { catalogues } from '../locales/catalogues.ts';
import { Page } from './page.tsx';

export type ErrorPageProps = {
  locale: Locale;
  path: string;
  words: 'notFound' | 'expired' | 'unavailable' | 'internal';
  requestId: string;
};

export function ErrorPage({ locale, path, words, requestId }: ErrorPageProps): VNode {
  const { errors } = catalogues[locale];
  return (
    <Page locale={locale} title={errors.title} inLanguage={() => path}>
      <div class="sheet stack">
        <h1>{errors.title}</h1>
        <p class="lead">{errors[words]}</p>
        {words === 'internal' && (
          <p class="fine-print">
            {errors.number}: {requestId}
          </p>
        )}
      </div>
    </Page>
  );
}
