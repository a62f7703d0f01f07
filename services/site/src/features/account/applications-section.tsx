import type { VNode } from 'preact';
import { Button, PostForm } from '../../components/form.tsx';
import { ScopeList } from '../../components/scope-list.tsx';
import { catalogues } from '../../locales/catalogues.ts';
import type { AccountView } from './account-pages.tsx';
import type { ConnectedApplication } from './connected-applications.ts';

export type ApplicationsSectionProps = {
  view: AccountView;
  applications: ConnectedApplication[];
  timeZone: string;
  level?: 'h1' | 'h2';
};

export function ApplicationsSection({
  view,
  applications,
  timeZone,
  level: Heading = 'h2',
}: ApplicationsSectionProps): VNode {
  const words = catalogues[view.locale].applications;
  return (
    <section class="sheet stack" aria-labelledby="applications">
      <Heading id="applications">{words.title}</Heading>
      <p>{applications.length === 0 ? words.none : words.lead}</p>
      {applications.length > 0 && (
        <ul class="row-list">
          {applications.map((application) => (
            <ApplicationRow key={application.id} view={view} application={application} timeZone={timeZone} />
          ))}
        </ul>
      )}
    </section>
  );
}

function ApplicationRow({
  view,
  application,
  timeZone,
}: {
  view: AccountView;
  application: ConnectedApplication;
  timeZone: string;
}): VNode {
  const words = catalogues[view.locale].applications;
  const date = (at: Date) => new Intl.DateTimeFormat(view.locale, { dateStyle: 'long', timeZone }).format(at);
  const { id, name, company, allowedAt, lastUsedAt } = application;
  return (
    <li class="stack-tight">
      <p class="row-title">
        <strong>{name}</strong> <span class="muted">{words.of(company)}</span>
      </p>
      <p class="muted pieces">
        <span>{words.since(date(allowedAt))}</span>
        <span>{lastUsedAt ? words.lastUsed(date(lastUsedAt)) : words.neverUsed}</span>
      </p>
      <div class="row-details">
        <details>
          <summary>{words.mayRead}</summary>
          <ScopeList locale={view.locale} />
        </details>
        <details>
          <summary aria-label={words.removeApplication(name)}>{words.remove}</summary>
          <PostForm action={`/account/applications/${id}/revoke`} sessionId={view.sessionId} class="stack-tight">
            <p>{words.removeLead(name)}</p>
            <Button kind="danger">{words.removeApplication(name)}</Button>
          </PostForm>
        </details>
      </div>
    </li>
  );
}
