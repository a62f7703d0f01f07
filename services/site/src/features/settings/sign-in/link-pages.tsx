import type { Invitation } from '@vitae/accounts/links/one-time-links';
import type { VNode } from 'preact';
import {
  ForgottenPage,
  type ForgottenState,
  type LinkPageFrame,
  NewPasswordForm,
  type OtherAccount,
  OtherAccountNotice,
  ResetPage,
} from '../../../components/link-pages.tsx';
import { Notice } from '../../../components/notice.tsx';
import type { PasswordProblem } from '../../../components/password-section.tsx';
import { messagesFor } from '../../../locales/messages.ts';
import { AskPage } from '../settings-page.tsx';
import type { VisitorView } from '../settings-view.ts';

type LinkPageProps = { view: VisitorView; action: string };

function linkPageOf(view: VisitorView): LinkPageFrame {
  return {
    locale: view.locale,
    formKey: view.formKey,
    Frame: ({ title, children }) => (
      <AskPage view={view} title={title}>
        {children}
      </AskPage>
    ),
  };
}

export function AdministratorForgottenPage({
  view,
  action,
  ...state
}: LinkPageProps & { sendsMail: boolean; state?: ForgottenState }): VNode {
  return (
    <ForgottenPage
      {...linkPageOf(view)}
      {...state}
      action={action}
      signInAddress="/settings/sign-in"
      loginField="email"
      texts={messagesFor(view.locale).signIn.forgottenPage}
    />
  );
}

export function AdministratorResetPage({
  view,
  email,
  ...form
}: LinkPageProps & { email: string; other: OtherAccount | undefined; problem?: PasswordProblem | undefined }): VNode {
  return <ResetPage {...linkPageOf(view)} {...form} username={email} />;
}

type InvitationPageProps = {
  view: VisitorView;
  action: string;
  invitation: Invitation;
  company: string;
  other: OtherAccount | undefined;
  problem?: PasswordProblem | undefined;
  taken?: boolean;
};

export function InvitationPage({
  view,
  action,
  invitation,
  company,
  other,
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
      <OtherAccountNotice locale={view.locale} other={other} name={email} />
      {taken && <Notice kind="bad">{messages.taken}</Notice>}
      <dl class="facts">
        <div>
          <dt>{messages.email}</dt>
          <dd>{email}</dd>
        </div>
      </dl>
      <NewPasswordForm
        locale={view.locale}
        formKey={view.formKey}
        action={action}
        username={email}
        problem={problem}
        submit={messages.submit}
      />
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
