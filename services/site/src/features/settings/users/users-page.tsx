import { companySignInPath } from '@vitae/accounts/companies/company-store';
import type { UserRecord } from '@vitae/proto/user-record';
import type { VNode } from 'preact';
import { Copyable } from '../../../components/copyable.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { Button, Field, PostForm } from '../../../components/form.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Notice } from '../../../components/notice.tsx';
import { FilterForm, PageSteps } from '../../../components/paged-list.tsx';
import { copyScript } from '../../../layout/assets.ts';
import { messagesFor } from '../../../locales/messages.ts';
import { areaPath } from '../settings-area.ts';
import { SettingsPage } from '../settings-page.tsx';
import type { SettingsView } from '../settings-view.ts';

export type ListedUser = UserRecord & {
  canSignIn: boolean;
  /** When the open invitation expires. */
  invitedUntil: Date | undefined;
};
/** The part of the list in the address of the page. */
export type UserChoice = { term?: string; cursor?: string };
export const usersDone = ['invited', 'withdrawn', 'signedUp', 'resetSent', 'notSignedUp'] as const;
export type UsersDone = (typeof usersDone)[number];
const REJECTED: readonly UsersDone[] = ['signedUp', 'notSignedUp'];

type UsersPageProps = {
  view: SettingsView;
  users: readonly ListedUser[];
  /** The cursor of the next page. */
  next: string | undefined;
  choice: UserChoice;
  done: UsersDone | undefined;
  siteUrl: string;
};

const PATH = areaPath('users');

export function UsersPage({ view, users, next, choice, done, siteUrl }: UsersPageProps): VNode {
  const { users: messages, common } = messagesFor(view.locale);
  const { term, cursor } = choice;
  const search = term === undefined ? {} : { term };
  const steps = { newest: messages.first, older: messages.next };
  return (
    <SettingsPage view={view} area="users" title={messages.title} scripts={[copyScript.path]}>
      <div class="stack-tight">
        <h1>{messages.title}</h1>
        <p class="lead">{messages.lead}</p>
      </div>
      {done && <Notice kind={REJECTED.includes(done) ? 'bad' : 'good'}>{messages.done[done]}</Notice>}
      <FilterForm path={PATH} choice={search} messages={messages.search}>
        <Field name="term" label={messages.search.term} autocomplete="off" value={term} optional />
      </FilterForm>
      <section class="sheet stack" aria-label={messages.title}>
        {users.length === 0 ? (
          <p class="muted">{term === undefined ? messages.empty : messages.none}</p>
        ) : (
          <Users view={view} users={users} choice={choice} />
        )}
        <PageSteps
          path={PATH}
          choice={search}
          messages={steps}
          next={next}
          isFirst={cursor === undefined}
          list={{ parameter: 'cursor', id: '' }}
        />
      </section>
      <section class="sheet stack">
        <Copyable
          id="sign-in-page"
          label={messages.signInPage}
          text={siteUrl + companySignInPath(view.company)}
          messages={common}
        />
      </section>
    </SettingsPage>
  );
}

function Users({ view, users, choice }: Pick<UsersPageProps, 'view' | 'users' | 'choice'>): VNode {
  const { users: messages } = messagesFor(view.locale);
  const columns = [
    { key: 'name', title: messages.name, cell: (user: ListedUser) => <bdi>{nameOf(user)}</bdi> },
    { key: 'email', title: messages.email, cell: ({ email }: ListedUser) => email },
    { key: 'access', title: messages.access, cell: (user: ListedUser) => <Access view={view} user={user} /> },
  ];
  const actions = {
    key: 'actions',
    title: '',
    cell: (user: ListedUser) => <Actions view={view} user={user} choice={choice} />,
  };
  return (
    <DataTable
      caption={messages.title}
      columns={view.may('administrator') ? [...columns, actions] : columns}
      rows={users}
      keyOf={({ id }) => id}
    />
  );
}

function Access({ view, user: { canSignIn, invitedUntil } }: { view: SettingsView; user: ListedUser }): VNode {
  const { users: messages } = messagesFor(view.locale);
  if (canSignIn) return <span class="badge badge-good">{messages.canSignIn}</span>;
  if (!invitedUntil) return <span class="badge">{messages.notInvited}</span>;
  return (
    <>
      <span class="badge">{messages.invitedUntil}</span>{' '}
      <Moment at={invitedUntil} locale={view.locale} timeZone={view.company.timeZone} />
    </>
  );
}

function Actions({ view, user, choice }: { view: SettingsView; user: ListedUser; choice: UserChoice }): VNode {
  const { users: messages, text } = messagesFor(view.locale);
  const name = nameOf(user);
  const path = `${PATH}/${user.id}/invitation`;
  const form = { sessionId: view.formKey, carry: choice, class: 'inline-form' };
  if (user.canSignIn)
    return (
      <PostForm action={`${PATH}/${user.id}/password-reset`} once {...form}>
        <Button kind="quiet" label={text(messages.resetOf, { name })}>
          {messages.resetPassword}
        </Button>
      </PostForm>
    );
  return user.invitedUntil ? (
    <div class="actions">
      <PostForm action={path} once {...form}>
        <Button kind="quiet" label={text(messages.againOf, { name })}>
          {messages.again}
        </Button>
      </PostForm>
      <PostForm action={`${path}/withdraw`} {...form}>
        <Button kind="quiet" label={text(messages.withdrawOf, { name })}>
          {messages.withdraw}
        </Button>
      </PostForm>
    </div>
  ) : (
    <PostForm action={path} once {...form}>
      <Button kind="quiet" label={text(messages.inviteOf, { name })}>
        {messages.invite}
      </Button>
    </PostForm>
  );
}

export function nameOf({ firstname, lastname }: Pick<UserRecord, 'firstname' | 'lastname'>): string {
  return `${firstname} ${lastname}`;
}
