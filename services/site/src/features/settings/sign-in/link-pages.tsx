import type { VNode } from 'preact';
import type { Invitation } from '@vitae/accounts/administrators/one-time-links';
import type { PasswordProblem } from '../../account/change-password.ts';
import { Button, Field, PostForm } from '../../../components/form.tsx';
import { Notice } from '../../../components/notice.tsx';
import { NewPasswordFields } from '../../../components/password-section.tsx';
import { shellWords } from '../../../locales/settings/shell/catalogue.ts';
import { signInWords } from '../../../locales/settings/sign-in/catalogue.ts';
import { AskPage } from '../settings-page.tsx';
import type { VisitorView } from '../settings-view.ts';

export type ForgottenPageProps = { view: VisitorView; sendsMail: boolean; state?: 'sent' | 'tooMany' | undefined };

export function ForgottenPage({ view, sendsMail, state }: ForgottenPageProps): VNode {
  const words = signInWords[view.locale].forgottenPage;
  const back = (
    <p>
      <a href="/settings/sign-in">{words.back}</a>
    </p>
  );
  if (!sendsMail) {
    return (
      <AskPage view={view} title={words.title}>
        <p>{withCode(words.noMail)}</p>
        {back}
      </AskPage>
    );
  }
  if (state === 'sent') {
    return (
      <AskPage view={view} title={words.sentTitle}>
        <p class="lead">{words.sent}</p>
        {back}
      </AskPage>
    );
  }
  return (
    <AskPage view={view} title={words.title}>
      <p class="lead">{words.lead}</p>
      {state === 'tooMany' && <Notice kind="bad">{words.tooMany}</Notice>}
      <PostForm action="/settings/forgotten" sessionId={view.formKey} class="stack">
        <Field name="email" label={signInWords[view.locale].email} autocomplete="username" />
        <Button>{words.submit}</Button>
      </PostForm>
      {back}
    </AskPage>
  );
}

export type ResetPageProps = {
  view: VisitorView;
  action: string;
  email: string;
  problem?: PasswordProblem | undefined;
};

export function ResetPage({ view, action, email, problem }: ResetPageProps): VNode {
  const words = signInWords[view.locale].resetPage;
  return (
    <AskPage view={view} title={words.title}>
      <p class="lead">{words.lead(email)}</p>
      <PostForm action={action} sessionId={view.formKey} class="stack">
        <NewPasswordFields locale={view.locale} username={email} problem={problem} />
        <Button>{words.submit}</Button>
      </PostForm>
    </AskPage>
  );
}

export type InvitationPageProps = {
  view: VisitorView;
  action: string;
  invitation: Invitation;
  company: string;
  problem?: PasswordProblem | undefined;
  taken?: boolean;
};

export function InvitationPage({
  view,
  action,
  invitation,
  company,
  problem,
  taken = false,
}: InvitationPageProps): VNode {
  const words = signInWords[view.locale].invitationPage;
  const { email, role, invitedBy } = invitation;
  const roleName = shellWords[view.locale].roles[role];
  return (
    <AskPage view={view} title={words.title(company)}>
      <p class="lead">{invitedBy ? words.lead(invitedBy, company, roleName) : words.leadOperator(company, roleName)}</p>
      {taken && <Notice kind="bad">{words.taken}</Notice>}
      <dl class="facts">
        <div>
          <dt>{words.email}</dt>
          <dd>{email}</dd>
        </div>
      </dl>
      <PostForm action={action} sessionId={view.formKey} class="stack">
        <NewPasswordFields locale={view.locale} username={email} problem={problem} />
        <Button>{words.submit}</Button>
      </PostForm>
    </AskPage>
  );
}

export function DeadLinkPage({ view }: { view: VisitorView }): VNode {
  const words = signInWords[view.locale];
  return (
    <AskPage view={view} title={words.deadLink.title}>
      <p class="lead">{words.deadLink.lead}</p>
      <p>
        <a href="/settings/sign-in">{words.forgottenPage.back}</a>
      </p>
    </AskPage>
  );
}

/** Text with a command between backquotes. */
function withCode(text: string): (string | VNode)[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={part}>{part}</code>));
}
