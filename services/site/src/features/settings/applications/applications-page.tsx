import type { VNode } from 'preact';
import type { StoredApplication } from '@vitae/accounts/applications/application-store';
import { DataTable } from '../../../components/data-table.tsx';
import { Moment } from '../../../components/moment.tsx';
import { applicationsWords } from '../../../locales/settings/applications/catalogue.ts';
import { PageSteps } from '../paged-list.tsx';
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
  /** The id after which the next page begins. */
  next: number | undefined;
  isFirst: boolean;
};

export function ApplicationsPage({ view, applications, next, isFirst }: ApplicationsPageProps): VNode {
  const words = applicationsWords[view.locale];
  const create = view.may('administrator') && (
    <p>
      <a class="button button-primary" href={NEW_APPLICATION}>
        {words.create}
      </a>
    </p>
  );
  const isEmpty = applications.length === 0 && isFirst;
  return (
    <SettingsPage view={view} area="applications" title={words.title}>
      <div class="stack-tight">
        <h1>{words.title}</h1>
        <p class="lead">{words.lead}</p>
        {!isEmpty && create}
      </div>
      {isEmpty ? (
        <section class="sheet stack" aria-labelledby="first-application">
          <h2 id="first-application">{words.empty.title}</h2>
          <p>{words.empty.lead}</p>
          {create}
        </section>
      ) : (
        <section class="sheet" aria-label={words.title}>
          <ApplicationTable view={view} applications={applications} />
          <PageSteps path={PATH} choice={{}} words={words} next={next} isFirst={isFirst} />
        </section>
      )}
    </SettingsPage>
  );
}

function ApplicationTable({ view, applications }: Pick<ApplicationsPageProps, 'view' | 'applications'>): VNode {
  const words = applicationsWords[view.locale];
  const number = new Intl.NumberFormat(view.locale);
  const columns = [
    {
      key: 'name',
      title: words.name,
      cell: ({ id, name }: ListedApplication) => <a href={applicationPath(id)}>{name}</a>,
    },
    {
      key: 'consumerKey',
      title: words.consumerKey,
      cell: ({ consumerKey }: ListedApplication) => <code>{consumerKey}</code>,
    },
    {
      key: 'state',
      title: words.state,
      cell: (one: ListedApplication) => <ApplicationState view={view} application={one} />,
    },
    {
      key: 'owners',
      title: words.granted,
      numeric: true,
      cell: ({ owners }: ListedApplication) => number.format(owners),
    },
    {
      key: 'created',
      title: words.created,
      cell: ({ createdAt }: ListedApplication) => (
        <Moment at={createdAt} locale={view.locale} timeZone={view.company.timeZone} show="date" />
      ),
    },
  ];
  return <DataTable caption={words.title} columns={columns} rows={applications} keyOf={({ id }) => id} />;
}

export function ApplicationState({
  view,
  application: { disabledAt },
}: {
  view: SettingsView;
  application: StoredApplication;
}): VNode {
  const { states } = applicationsWords[view.locale];
  return disabledAt === null ? (
    <span class="badge badge-good">{states.active}</span>
  ) : (
    <span class="badge badge-bad">{states.disabled}</span>
  );
}

export type NewApplicationPageProps = {
  view: SettingsView;
  fields?: ApplicationFields;
  problem?: ApplicationProblem;
};

const NOTHING: ApplicationFields = { name: '', callbacks: '', rsaPublicKey: '' };

export function NewApplicationPage({ view, fields = NOTHING, problem }: NewApplicationPageProps): VNode {
  const words = applicationsWords[view.locale];
  return (
    <SettingsPage view={{ ...view, address: NEW_APPLICATION }} area="applications" title={words.create}>
      <h1>{words.create}</h1>
      <section class="sheet">
        <ApplicationForm
          view={view}
          action={PATH}
          submit={words.form.create}
          cancel={PATH}
          fields={fields}
          problem={problem}
        />
      </section>
    </SettingsPage>
  );
}
