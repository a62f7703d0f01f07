import type { Locale } from '@vitae/proto/locale';
import type { VNode } from 'preact';
import { Button } from '../../components/form.tsx';
import { Page } from '../../components/page.tsx';
import { messagesFor } from '../../locales/messages.ts';
import type { UnsentForm } from './unsent-form.ts';

export type ErrorPageProps = {
  locale: Locale;
  path: string;
  problem: 'notFound' | 'invalid' | 'expired' | 'tooLarge' | 'unavailable' | 'internal';
  requestId: string;
  unsent?: UnsentForm | undefined;
};

export function ErrorPage({ locale, path, problem, requestId, unsent }: ErrorPageProps): VNode {
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
        {unsent && <Unsent locale={locale} unsent={unsent} />}
        {problem === 'internal' && <p class="fine-print">{text(errors.reference, { requestId })}</p>}
      </div>
    </Page>
  );
}

/** Repeats a form with a button that sends it again, or says how to send it again. */
function Unsent({ locale, unsent }: { locale: Locale; unsent: UnsentForm }): VNode {
  const { resend } = messagesFor(locale).common.errors;
  if ('omitted' in unsent) return <p>{resend[unsent.omitted]}</p>;
  return (
    <form method="post" action={unsent.action} class="stack">
      {unsent.fields.map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <p>{resend.lead}</p>
      <div>
        <Button>{resend.submit}</Button>
      </div>
    </form>
  );
}
