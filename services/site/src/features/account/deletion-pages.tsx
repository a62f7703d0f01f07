import type { Owner } from '@vitae/accounts/credentials/owner-credentials';
import type { VNode } from 'preact';
import { Field, PostForm } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { NoPassword, type PasswordProblem, passwordProblemMessage } from '../../components/password-section.tsx';
import { SubmitOrCancel } from '../../components/submit-or-cancel.tsx';
import { messagesFor } from '../../locales/messages.ts';
import { Frame } from './account-frame.tsx';
import type { AccountView } from './account-view.ts';

type DeletionPageProps = {
  view: AccountView;
  owner: Owner;
  retentionDays: number;
  sendsMail: boolean;
  problem?: PasswordProblem | undefined;
  expired?: boolean;
};

export function DeletionPage(props: DeletionPageProps): VNode {
  const { view, owner, retentionDays, sendsMail, problem, expired = false } = props;
  const {
    account: { deletion },
    signIn,
    text,
  } = messagesFor(view.locale);
  return (
    <Frame view={view} title={deletion.title} owner={owner} width="narrow">
      <div class="sheet stack">
        <h1>{deletion.title}</h1>
        {expired && <Notice kind="bad">{signIn.expired}</Notice>}
        <section class="stack-tight">
          <h2>{deletion.whatHappens}</h2>
          <ul class="plain-list">
            <li>{deletion.immediately}</li>
            <li>{deletion.applications}</li>
            <li>{text(deletion.later, { days: retentionDays })}</li>
            <li>{deletion.copies}</li>
          </ul>
        </section>
        {owner.passwordVersion === '' ? (
          <NoPassword locale={view.locale} sendsMail={sendsMail} />
        ) : (
          <PostForm action="/account/delete" sessionId={view.sessionId} class="stack">
            <Field
              name="password"
              label={deletion.password}
              type="password"
              autocomplete="current-password"
              error={passwordProblemMessage(view.locale, problem)}
            />
            <SubmitOrCancel locale={view.locale} kind="danger" cancelPath="/account/profile">
              {deletion.submit}
            </SubmitOrCancel>
          </PostForm>
        )}
      </div>
    </Frame>
  );
}

export function DeletedPage({ view, retentionDays }: { view: AccountView; retentionDays: number }): VNode {
  const {
    account: { deletion },
    text,
  } = messagesFor(view.locale);
  return (
    <Frame view={view} title={deletion.done} width="narrow">
      <div class="sheet stack">
        <h1>{deletion.done}</h1>
        <p class="lead">{text(deletion.doneLead, { days: retentionDays })}</p>
      </div>
    </Frame>
  );
}
