import type { Invitation } from '@vitae/accounts/administrators/one-time-links';
import type { VNode } from 'preact';
import { Button, Field, PostForm } from '../../../components/form.tsx';
import { Notice } from '../../../components/notice.tsx';
import { NewPasswordFields, type PasswordProblem } from '../../../components/password-section.tsx';
import { messagesFor } from '../../../locales/messages.ts';
import { AskPage } from '../settings-page.tsx';
import type { VisitorView } from '../settings-view.ts';

export type ForgottenPageProps = { view: VisitorView; sendsMail: boolean; state?: 'sent' | 'tooMany' | undefined };

export function ForgottenPage({ view, sendsMail, state }: ForgottenPageProps): VNode {
  const { signIn } = messagesFor(view.locale);
  const messages = signIn.forgottenPage;
  const back = (
    <p>
      <a href="/settings/sign-in">{signIn.back}</a>
    </p>
  );
  if (!sendsMail) {
    return (
      <AskPage view={view} title={messages.title}>
        <p>{withCode(messages.noMail)}</p>
        {back}
      </AskPage>
    );
  }
  if (state === 'sent') {
    return (
      <AskPage view={view} title={messages.sentTitle}>
        <p class="lead">{messages.sent}</p>
        {back}
      </AskPage>
    );
  }
  return (
    <AskPage view={view} title={messages.title}>
      <p class="lead">{messages.lead}</p>
      {state === 'tooMany' && <Notice kind="bad">{messages.tooMany}</Notice>}
      <PostForm action="/settings/forgotten" sessionId={view.formKey} class="stack">
        <Field name="email" label={signIn.email} autocomplete="username" />
        <Button>{messages.submit}</Button>
      </PostForm>
      {back}
    </AskPage>
  );
}

type ResetPageProps = {
  view: VisitorView;
  action: string;
  email: string;
  problem?: PasswordProblem | undefined;
};

export function ResetPage({ view, action, email, problem }: ResetPageProps): VNode {
  const {
    signIn: { resetPage: messages },
    text,
  } = messagesFor(view.locale);
  return (
    <AskPage view={view} title={messages.title}>
      <p class="lead">{text(messages.lead, { email })}</p>
      <PostForm action={action} sessionId={view.formKey} class="stack">
        <NewPasswordFields locale={view.locale} username={email} problem={problem} />
        <Button>{messages.submit}</Button>
      </PostForm>
    </AskPage>
  );
}

type InvitationPageProps = {
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
  const {
    signIn: { invitationPage: messages },
    settings,
    text,
  } = messagesFor(view.locale);
  const { email, role: roleKey, invitedBy } = invitation;
  const role = settings.roles[roleKey];
  const lead = invitedBy
    ? text(messages.lead, { inviter: invitedBy, company, role })
    : text(messages.leadOperator, { company, role });
  return (
    <AskPage view={view} title={text(messages.title, { company })}>
      <p class="lead">{lead}</p>
      {taken && <Notice kind="bad">{messages.taken}</Notice>}
      <dl class="facts">
        <div>
          <dt>{messages.email}</dt>
          <dd>{email}</dd>
        </div>
      </dl>
      <PostForm action={action} sessionId={view.formKey} class="stack">
        <NewPasswordFields locale={view.locale} username={email} problem={problem} />
        <Button>{messages.submit}</Button>
      </PostForm>
    </AskPage>
  );
}

export function DeadLinkPage({ view }: { view: VisitorView }): VNode {
  const { signIn } = messagesFor(view.locale);
  return (
    <AskPage view={view} title={signIn.deadLink.title}>
      <p class="lead">{signIn.deadLink.lead}</p>
      <p>
        <a href="/settings/sign-in">{signIn.back}</a>
      </p>
    </AskPage>
  );
}

/** Renders text in backticks as code. */
function withCode(text: string): (string | VNode)[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={part}>{part}</code>));
}
