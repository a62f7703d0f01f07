import type { Compatibility } from '@vitae/accounts/signatures/compatibility';
import { isolateText } from '@vitae/kit/isolate-text';
import type { VNode } from 'preact';
import { Moment } from '../../../components/moment.tsx';
import { Notice } from '../../../components/notice.tsx';
import { messagesFor } from '../../../locales/messages.ts';
import { CompatibilitySection } from '../compatibility/compatibility-section.tsx';
import { SettingsPage } from '../settings-page.tsx';
import type { SettingsView } from '../settings-view.ts';
import { type ApplicationFields, ApplicationForm, type ApplicationProblem } from './application-form.tsx';
import { ApplicationState, applicationPath, type ListedApplication } from './applications-page.tsx';

/** Changes that the page confirms. */
export const applicationChanges = ['saved', 'disabled', 'compatibility'] as const;
type ApplicationChange = (typeof applicationChanges)[number];

export type ApplicationPageProps = {
  view: SettingsView;
  application: ListedApplication;
  done?: ApplicationChange | undefined;
  /** The compatibility profile that would have accepted rejected requests. */
  suggestion?: Compatibility | undefined;
  /** Rejected input, shown again. */
  fields?: ApplicationFields;
  problem?: ApplicationProblem;
};

export function ApplicationPage({ view, application, done, suggestion, fields, problem }: ApplicationPageProps): VNode {
  const { applications: messages } = messagesFor(view.locale);
  const { name, disabledAt } = application;
  const mayChange = disabledAt === null && view.may('administrator');
  const path = applicationPath(application.id);
  return (
    <SettingsPage view={{ ...view, address: path }} area="applications" title={isolateText(name)}>
      <div class="stack-tight">
        <p>
          <a href="/settings/applications">{messages.back}</a>
        </p>
        <h1>{name}</h1>
      </div>
      {done && <Notice kind="good">{messages.done[done]}</Notice>}
      <Facts view={view} application={application} />
      {mayChange && (
        <section class="sheet stack" aria-labelledby="settings">
          <h2 id="settings">{messages.detail.settings}</h2>
          <ApplicationForm
            view={view}
            action={path}
            submit={messages.form.save}
            fields={fields ?? fieldsOf(application)}
            problem={problem}
          />
        </section>
      )}
      {disabledAt === null && (
        <CompatibilitySection
          view={view}
          action={`${path}/compatibility`}
          stored={application.compatibility}
          suggestion={suggestion}
        />
      )}
      {mayChange && <Secrets view={view} application={application} />}
    </SettingsPage>
  );
}

function Facts({ view, application }: Pick<ApplicationPageProps, 'view' | 'application'>): VNode {
  const { applications: messages, number } = messagesFor(view.locale);
  const { consumerKey, callbacks, origins, createdAt, disabledAt, owners } = application;
  const when = { locale: view.locale, timeZone: view.company.timeZone };
  const facts: [string, VNode][] = [
    [messages.consumerKey, <code key="key">{consumerKey}</code>],
    [messages.state, <ApplicationState key="state" view={view} application={application} />],
    [messages.granted, <span key="owners">{number(owners)}</span>],
    [messages.form.callbacks, <CodeList key="callbacks" items={callbacks} />],
    ...(origins.length > 0 ? [[messages.origins, <CodeList key="origins" items={origins} />] as [string, VNode]] : []),
    [messages.created, <Moment key="created" at={createdAt} {...when} />],
    ...(disabledAt
      ? [[messages.disabledSince, <Moment key="disabled" at={disabledAt} {...when} />] as [string, VNode]]
      : []),
  ];
  return (
    <section class="sheet stack" aria-label={isolateText(application.name)}>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {disabledAt && <p class="muted">{messages.detail.kept}</p>}
    </section>
  );
}

function CodeList({ items }: { items: readonly string[] }): VNode {
  return (
    <ul class="plain-list">
      {items.map((item) => (
        <li key={item}>
          <code>{item}</code>
        </li>
      ))}
    </ul>
  );
}

function Secrets({ view, application: { id } }: Pick<ApplicationPageProps, 'view' | 'application'>): VNode {
  const { detail } = messagesFor(view.locale).applications;
  const path = applicationPath(id);
  return (
    <>
      <section class="sheet stack" aria-labelledby="secrets">
        <h2 id="secrets">{detail.secrets}</h2>
        <p>{detail.secretsMeans}</p>
        <p class="actions">
          <a class="button button-secondary" href={`${path}/secret`}>
            {detail.rollSecret}
          </a>
          <a class="button button-secondary" href={`${path}/api-key`}>
            {detail.rollApiKey}
          </a>
        </p>
      </section>
      <section class="sheet stack" aria-labelledby="disable">
        <h2 id="disable">{detail.disable}</h2>
        <p>{detail.disableMeans}</p>
        <p>
          <a class="button button-danger" href={`${path}/disable`}>
            {detail.disable}
          </a>
        </p>
      </section>
    </>
  );
}

function fieldsOf({ name, callbacks, origins, rsaPublicKey }: ListedApplication): ApplicationFields {
  return { name, callbacks: callbacks.join('\n'), origins: origins.join('\n'), rsaPublicKey: rsaPublicKey ?? '' };
}
