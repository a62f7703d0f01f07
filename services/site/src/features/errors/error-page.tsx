import type { Locale } from '@vitae/proto/locale';
import type { VNode } from 'preact';
import { Button } from '../../components/form.tsx';
import { Page } from '../../components/page.tsx';
import { messagesFor } from '../../locales/messages.ts';
import type { FailedForm } from './failed-form.ts';

export type ErrorPageProps = {
  locale: Locale;
  path: string;
  problem: 'notFound' | 'invalid' | 'expired' | 'tooLarge' | 'unavailable' | 'overloaded' | 'internal';
  requestId: string;
  failedForm?: FailedForm | undefined;
};

export function ErrorPage({ locale, path, problem, requestId, failedForm }: ErrorPageProps): VNode {
  const {
    common: { errors },
    text,
  } = messagesFor(locale);
  const { title, lead } = errors[problem];
  return (
    <Page locale={locale} title={title} inLanguage={failedForm ? undefined : () => path}>
      <div class="sheet stack">
        <h1>{title}</h1>
        <p class="lead">{lead}</p>
        {failedForm && <RepeatedForm locale={locale} failedForm={failedForm} />}
        {problem === 'internal' && <p class="fine-print">{text(errors.reference, { requestId })}</p>}
      </div>
    </Page>
  );
}

/** Repeats a form with a button that sends it again, or says how to send it again. */
function RepeatedForm({ locale, failedForm }: { locale: Locale; failedForm: FailedForm }): VNode {
  const { resend } = messagesFor(locale).common.errors;
  if ('omitted' in failedForm) return <p>{resend[failedForm.omitted]}</p>;
  return (
    <form method="post" action={failedForm.action} class="stack">
      {failedForm.fields.map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      <p>{resend.lead}</p>
      <div>
        <Button>{resend.submit}</Button>
      </div>
    </form>
  );
}
