import { type Company, companySignInPath } from '@vitae/accounts/companies/company-store';
import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import type { ComponentChildren, VNode } from 'preact';
import { Button, PostForm } from '../../../components/form.tsx';
import {
  ForgottenPage,
  type ForgottenState,
  type LinkPageFrame,
  NewPasswordForm,
  type OtherAccount,
  OtherAccountNotice,
  ResetPage,
} from '../../../components/link-pages.tsx';
import type { PasswordProblem } from '../../../components/password-section.tsx';
import { messagesFor } from '../../../locales/messages.ts';
import { Frame } from '../account-frame.tsx';
import type { AccountView } from '../account-view.ts';

export const FORGOTTEN = '/account/forgotten';

function AskPage({ view, title, children }: { view: AccountView; title: string; children: ComponentChildren }): VNode {
  return (
    <Frame view={view} title={title} width="narrow">
      <div class="sheet stack">
        <h1>{title}</h1>
        {children}
      </div>
    </Frame>
  );
}

/** `owner` is the owner of the link. */
type LinkPageProps = { view: AccountView; owner: Owner; other: OtherAccount | undefined };

function frameOf(view: AccountView): LinkPageFrame {
  return {
    locale: view.locale,
    formKey: view.sessionId,
    Frame: ({ title, children }) => (
      <AskPage view={view} title={title}>
        {children}
      </AskPage>
    ),
  };
}

export function OwnerForgottenPage({
  view,
  company,
  ...state
}: {
  view: AccountView;
  /** Only users of this company receive a link. */
  company?: Company | undefined;
  sendsMail: boolean;
  state?: ForgottenState;
}): VNode {
  return (
    <ForgottenPage
      {...frameOf(view)}
      {...state}
      action={company ? `${FORGOTTEN}?company=${company.slug ?? company.id}` : FORGOTTEN}
      signInAddress={company ? companySignInPath(company) : '/account'}
      loginField="login"
      texts={messagesFor(view.locale).account.links.forgotten}
    />
  );
}

export function OwnerResetPage({
  view,
  owner,
  ...shown
}: LinkPageProps & { problem?: PasswordProblem | undefined }): VNode {
  return <ResetPage {...frameOf(view)} action={view.path} username={owner.username} {...shown} />;
}

export function OwnerInvitationPage({
  view,
  owner: { username, email },
  other,
  company,
  problem,
}: LinkPageProps & { company: string; problem?: PasswordProblem | undefined }): VNode {
  const {
    account: {
      links: { invitation: messages },
    },
    text,
  } = messagesFor(view.locale);
  return (
    <AskPage view={view} title={messages.title}>
      <p class="lead">{text(messages.lead, { company })}</p>
      <OtherAccountNotice locale={view.locale} other={other} name={username} />
      <dl class="facts">
        <div>
          <dt>{messages.username}</dt>
          <dd>{username}</dd>
        </div>
        <div>
          <dt>{messages.email}</dt>
          <dd>{email}</dd>
        </div>
      </dl>
      <NewPasswordForm
        locale={view.locale}
        formKey={view.sessionId}
        action={view.path}
        username={username}
        problem={problem}
        submit={messages.submit}
      />
    </AskPage>
  );
}

export function SignInLinkPage({ view, owner, other, company }: LinkPageProps & { company: string }): VNode {
  const {
    account: {
      links: { signInLink: messages },
    },
    text,
  } = messagesFor(view.locale);
  return (
    <AskPage view={view} title={messages.title}>
      <p class="lead">{text(messages.lead, { company })}</p>
      <OtherAccountNotice locale={view.locale} other={other} name={owner.username} />
      <PostForm action={view.path} sessionId={view.sessionId}>
        <Button>{text(messages.submit, { name: owner.username })}</Button>
      </PostForm>
    </AskPage>
  );
}

/** The link has expired, was used, replaced or withdrawn, or never existed. */
export function DeadLinkPage({ view }: { view: AccountView }): VNode {
  const { account, signIn } = messagesFor(view.locale);
  const { lead, help } = account.links.dead;
  return (
    <AskPage view={view} title={signIn.deadLink.title}>
      <p class="lead">{lead}</p>
      <p>{help}</p>
      <p>
        <a class="button button-secondary" href="/account">
          {signIn.title}
        </a>
      </p>
      <p>
        <a href={FORGOTTEN}>{signIn.forgotten}</a>
      </p>
    </AskPage>
  );
}
