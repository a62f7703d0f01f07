import { roles } from '@vitae/accounts/administrators/administrator-roles';
import type { Administrator } from '@vitae/accounts/administrators/administrators';
import type { Invitation } from '@vitae/accounts/links/one-time-links';
import type { VNode } from 'preact';
import { DataTable } from '../../../components/data-table.tsx';
import { Button, PostForm } from '../../../components/form.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Select } from '../../../components/select.tsx';
import { messagesFor } from '../../../locales/messages.ts';
import { SettingsPage } from '../settings-page.tsx';
import type { SettingsView } from '../settings-view.ts';
import { InviteSection, type UnsentInvitation } from './invite-section.tsx';

type Member = Administrator & { hasSecondFactor: boolean };
export type TeamDone = 'invited' | 'withdrawn' | 'role' | 'removed';

export type TeamPageProps = {
  view: SettingsView;
  members: readonly Member[];
  invitations: readonly Invitation[];
  done?: TeamDone | undefined;
  lastOwner?: boolean;
  unsent?: UnsentInvitation | undefined;
};

export function TeamPage({ view, members, invitations, done, lastOwner = false, unsent }: TeamPageProps): VNode {
  const { team: messages } = messagesFor(view.locale);
  return (
    <SettingsPage view={view} area="team" title={messages.title}>
      <div class="stack-tight">
        <h1>{messages.title}</h1>
        <p class="lead">{messages.lead}</p>
      </div>
      {done && <Notice kind="good">{messages.done[done]}</Notice>}
      {lastOwner && <Notice kind="bad">{messages.lastOwner}</Notice>}
      <Members view={view} members={members} />
      {invitations.length > 0 && <Invitations view={view} invitations={invitations} />}
      {view.may('owner') && <InviteSection view={view} unsent={unsent} />}
      <RoleMeanings view={view} />
    </SettingsPage>
  );
}

function Members({ view, members }: Pick<TeamPageProps, 'view' | 'members'>): VNode {
  const { team: messages, settings, text } = messagesFor(view.locale);
  const mayChange = view.may('owner');
  const columns = [
    {
      key: 'member',
      title: messages.member,
      cell: ({ id, email }: Member) => (
        <>
          {email} {id === view.administrator.id && <span class="badge">{messages.you}</span>}
        </>
      ),
    },
    {
      key: 'role',
      title: messages.role,
      cell: (member: Member) =>
        mayChange ? <RoleForm view={view} member={member} /> : <span>{settings.roles[member.role]}</span>,
    },
    {
      key: 'secondFactor',
      title: messages.secondFactor,
      cell: ({ hasSecondFactor }: Member) => (
        <span class={hasSecondFactor ? 'badge badge-good' : 'badge'}>
          {hasSecondFactor ? messages.on : messages.off}
        </span>
      ),
    },
    {
      key: 'since',
      title: messages.since,
      cell: ({ createdAt }: Member) => (
        <Moment at={createdAt} locale={view.locale} timeZone={view.company.timeZone} show="date" />
      ),
    },
  ];
  const removal = {
    key: 'remove',
    title: '',
    cell: ({ id, email }: Member) => (
      <a href={`/settings/team/${id}/remove`} aria-label={text(messages.removeOf, { email })}>
        {messages.remove}
      </a>
    ),
  };
  return (
    <section class="sheet stack" aria-labelledby="members">
      <h2 id="members">{messages.members}</h2>
      <DataTable
        caption={messages.members}
        columns={mayChange ? [...columns, removal] : columns}
        rows={members}
        keyOf={({ id }) => id}
      />
    </section>
  );
}

function RoleForm({ view, member: { id, email, role } }: { view: SettingsView; member: Member }): VNode {
  const { team: messages, settings, text } = messagesFor(view.locale);
  return (
    <PostForm action={`/settings/team/${id}/role`} sessionId={view.formKey} class="inline-form">
      <Select
        name="role"
        id={`role-${id}`}
        label={text(messages.roleOf, { email })}
        hideLabel
        value={role}
        options={roles.toReversed().map((value) => ({ value, text: settings.roles[value] }))}
      />
      <Button kind="quiet" label={text(messages.saveRoleOf, { email })}>
        {messages.saveRole}
      </Button>
    </PostForm>
  );
}

function Invitations({ view, invitations }: Pick<TeamPageProps, 'view' | 'invitations'>): VNode {
  const { team: messages, settings, text } = messagesFor(view.locale);
  const columns = [
    { key: 'member', title: messages.member, cell: ({ email }: Invitation) => email },
    { key: 'role', title: messages.role, cell: ({ role }: Invitation) => settings.roles[role] },
    {
      key: 'until',
      title: messages.open.until,
      cell: ({ expiresAt }: Invitation) => (
        <Moment at={expiresAt} locale={view.locale} timeZone={view.company.timeZone} />
      ),
    },
  ];
  const withdrawal = {
    key: 'withdraw',
    title: '',
    cell: ({ id, email }: Invitation) => (
      <PostForm action={`/settings/team/invitations/${id}/withdraw`} sessionId={view.formKey}>
        <Button kind="quiet" label={text(messages.open.withdrawOf, { email })}>
          {messages.open.withdraw}
        </Button>
      </PostForm>
    ),
  };
  return (
    <section class="sheet stack" aria-labelledby="invitations">
      <h2 id="invitations">{messages.open.title}</h2>
      <DataTable
        caption={messages.open.title}
        columns={view.may('owner') ? [...columns, withdrawal] : columns}
        rows={invitations}
        keyOf={({ id }) => id}
      />
    </section>
  );
}

function RoleMeanings({ view }: { view: SettingsView }): VNode {
  const { team: messages } = messagesFor(view.locale);
  return (
    <section class="sheet stack" aria-labelledby="roles">
      <h2 id="roles">{messages.rolesTitle}</h2>
      <dl class="facts">
        {roles.toReversed().map((role) => (
          <div key={role}>
            <dt>{messagesFor(view.locale).settings.roles[role]}</dt>
            <dd>{messages.roleMeans[role]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
