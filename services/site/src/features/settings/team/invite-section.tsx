import { type Role, roles } from '@vitae/accounts/administrators/administrator-roles';
import type { VNode } from 'preact';
import { Button, Field, PostForm } from '../../../components/form.tsx';
import { Select } from '../../../components/select.tsx';
import { messagesFor } from '../../../locales/messages.ts';
import { SettingsPage } from '../settings-page.tsx';
import type { SettingsView } from '../settings-view.ts';

/** An invitation that was not sent, with what is wrong with it. */
export type UnsentInvitation = { email: string; role: Role; problem?: 'wrongEmail' | 'member' };

type InviteSectionProps = { view: SettingsView; unsent: UnsentInvitation | undefined };

export function InviteSection({ view, unsent }: InviteSectionProps): VNode {
  const { invite } = messagesFor(view.locale).team;
  const { roles: roleNames } = messagesFor(view.locale).settings;
  return (
    <section class="sheet stack" aria-labelledby="invite">
      <h2 id="invite">{invite.title}</h2>
      <PostForm action="/settings/team/invitations" sessionId={view.formKey} once class="stack">
        <div class="field-row">
          <Field
            name="email"
            label={invite.email}
            autocomplete="off"
            value={unsent?.email}
            error={unsent?.problem && invite[unsent.problem]}
          />
          <Select
            name="role"
            label={invite.role}
            value={unsent?.role ?? 'viewer'}
            options={roles.map((value) => ({ value, text: roleNames[value] }))}
          />
        </div>
        <div>
          <Button>{invite.submit}</Button>
        </div>
      </PostForm>
    </section>
  );
}

export function RemovalPage({ view, id, email }: { view: SettingsView; id: number; email: string }): VNode {
  const {
    team: { removal },
    text,
  } = messagesFor(view.locale);
  const title = text(removal.title, { email });
  return (
    <SettingsPage view={view} area="team" title={title}>
      <section class="sheet stack">
        <h1>{title}</h1>
        <p>{removal.lead}</p>
        <PostForm action={`/settings/team/${id}/remove`} sessionId={view.formKey} class="actions">
          <Button kind="danger">{removal.submit}</Button>
          <a class="button button-secondary" href="/settings/team">
            {messagesFor(view.locale).common.cancel}
          </a>
        </PostForm>
      </section>
    </SettingsPage>
  );
}
