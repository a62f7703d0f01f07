import type { Locale } from '@vitae/proto/locale';
import type { VNode } from 'preact';
import { Page } from '../../components/page.tsx';
import { messagesFor } from '../../locales/messages.ts';

export type ErrorPageProps = {
  locale: Locale;
  path: string;
  problem: 'notFound' | 'invalid' | 'expired' | 'tooLarge' | 'unavailable' | 'internal';
  requestId: string;
};

export function ErrorPage({ locale, path, problem, requestId }: ErrorPageProps): VNode {
  const {
    common: { errors },
    text,
  } = messagesFor(locale);
  const { title, lead } = errors[problem];
  return (
    <Page locale={locale} title={title} inLanguage={() => path}>
      <div class="sheet stack">
        <h1>{title}</h1>
        <p class="lead">{lead}</p>
        {problem === 'internal' && <p class="fine-print">{text(errors.reference, { requestId })}</p>}
      </div>
    </Page>
  );
}
