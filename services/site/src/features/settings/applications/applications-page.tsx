import type { StoredApplication } from '@vitae/accounts/applications/application-store';
import type { VNode } from 'preact';
import { DataTable } from '../../../components/data-table.tsx';
import { Moment } from '../../../components/moment.tsx';
import { PageSteps } from '../../../components/paged-list.tsx';
import { messagesFor } from '../../../locales/messages.ts';
import { CompatibilityBadge } from '../compatibility/compatibility-section.tsx';
import { SettingsPage } from '../settings-page.tsx';
import type { SettingsView } from '../settings-view.ts';
import { type ApplicationFields, ApplicationForm, type ApplicationProblem } from './application-form.tsx';

export type ListedApplication = StoredApplication & { owners: number };

const PATH = '/settings/applications';
export const NEW_APPLICATION = `${PATH}/new`;

export function applicationPath(id: number): string {
  return `${PATH}/${id}`;
}

export type ApplicationsPageProps = {
  view: SettingsView;
  applications: readonly ListedApplication[];
  /** The id after which the next page starts. */
  next: number | undefined;
  isFirst: boolean;
};

export function ApplicationsPage({ view, applications, next, isFirst }: ApplicationsPageProps): VNode {
  const { applications: messages, common } = messagesFor(view.locale);
  const create = view.may('administrator') && (
    <p>
      <a class="button button-primary" href={NEW_APPLICATION}>
        {messages.create}
      </a>
    </p>
  );
  const isEmpty = applications.length === 0 && isFirst;
  return (
    <SettingsPage view={view} area="applications" title={messages.title}>
      <div class="stack-tight">
        <h1>{messages.title}</h1>
        <p class="lead">{messages.lead}</p>
        {!isEmpty && create}
      </div>
      {isEmpty ? (
        <section class="sheet stack" aria-labelledby="first-application">
          <h2 id="first-application">{messages.empty.title}</h2>
          <p>{messages.empty.lead}</p>
          {create}
        </section>
      ) : (
        <section class="sheet" aria-label={messages.title}>
          <ApplicationTable view={view} applications={applications} />
          <PageSteps path={PATH} choice={{}} messages={common} next={next} isFirst={isFirst} />
        </section>
      )}
    </SettingsPage>
  );
}

function ApplicationTable({ view, applications }: Pick<ApplicationsPageProps, 'view' | 'applications'>): VNode {
  const { applications: messages, number } = messagesFor(view.locale);
  const columns = [
    {
      key: 'name',
      title: messages.name,
      cell: ({ id, name }: ListedApplication) => <a href={applicationPath(id)}>{name}</a>,
    },
    {
      key: 'consumerKey',
      title: messages.consumerKey,
      cell: ({ consumerKey }: ListedApplication) => <code>{consumerKey}</code>,
    },
    {
      key: 'state',
      title: messages.state,
      cell: (one: ListedApplication) => <ApplicationState view={view} application={one} />,
    },
    {
      key: 'owners',
      title: messages.granted,
      numeric: true,
      cell: ({ owners }: ListedApplication) => number(owners),
    },
    {
      key: 'created',
      title: messages.created,
      cell: ({ createdAt }: ListedApplication) => (
        <Moment at={createdAt} locale={view.locale} timeZone={view.company.timeZone} show="date" />
      ),
    },
  ];
  return <DataTable caption={messages.title} columns={columns} rows={applications} keyOf={({ id }) => id} />;
}

export function ApplicationState({
  view,
  application: { disabledAt, compatibility },
}: {
  view: SettingsView;
  application: StoredApplication;
}): VNode {
  const { states } = messagesFor(view.locale).applications;
  return (
    <span class="pieces pieces-tight">
      {disabledAt === null ? (
        <span class="badge badge-good">{states.active}</span>
      ) : (
        <span class="badge badge-bad">{states.disabled}</span>
      )}
      <CompatibilityBadge view={view} stored={compatibility} />
    </span>
  );
}

export type NewApplicationPageProps = {
  view: SettingsView;
  fields?: ApplicationFields;
  problem?: ApplicationProblem;
};

const NOTHING: ApplicationFields = { name: '', callbacks: '', origins: '', rsaPublicKey: '' };

export function NewApplicationPage({ view, fields = NOTHING, problem }: NewApplicationPageProps): VNode {
  const { applications: messages } = messagesFor(view.locale);
  return (
    <SettingsPage view={{ ...view, address: NEW_APPLICATION }} area="applications" title={messages.create}>
      <h1>{messages.create}</h1>
      <section class="sheet">
        <ApplicationForm
          view={view}
          action={PATH}
          submit={messages.form.create}
          once
          cancel={PATH}
          fields={fields}
          problem={problem}
        />
      </section>
    </SettingsPage>
  );
}
