import type { Administrator } from '@vitae/accounts/administrators/administrators';
import { type AuditAction, auditActions } from '@vitae/accounts/audit/audit-actions';
import type { AuditEntry } from '@vitae/accounts/audit/audit-log';
import type { VNode } from 'preact';
import { DataTable } from '../../../components/data-table.tsx';
import { Moment } from '../../../components/moment.tsx';
import { FilterForm, isNarrowed, PageSteps } from '../../../components/paged-list.tsx';
import { Select } from '../../../components/select.tsx';
import { messagesFor } from '../../../locales/messages.ts';
import { areaPath } from '../settings-area.ts';
import { SettingsPage } from '../settings-page.tsx';
import type { SettingsView } from '../settings-view.ts';
import { auditDetail } from './audit-detail.ts';

/** The filter in the address of the page. */
export type AuditChoice = { action?: AuditAction; administrator?: string; since?: string; until?: string };

type AuditPageProps = {
  view: SettingsView;
  entries: readonly AuditEntry[];
  /** The id before which the next page starts. */
  next: number | undefined;
  isFirst: boolean;
  choice: AuditChoice;
  members: readonly Administrator[];
};

const PATH = areaPath('audit');

export function AuditPage({ view, entries, next, isFirst, choice, members }: AuditPageProps): VNode {
  const { audit: messages, common } = messagesFor(view.locale);
  return (
    <SettingsPage view={view} area="audit" title={messages.title}>
      <div class="stack-tight">
        <h1>{messages.title}</h1>
        <p class="lead">{messages.lead}</p>
      </div>
      <Filter view={view} choice={choice} members={members} />
      <section class="sheet stack" aria-label={messages.title}>
        {entries.length === 0 ? (
          <p class="muted">{isNarrowed(choice) ? messages.none : messages.empty}</p>
        ) : (
          <Entries view={view} entries={entries} />
        )}
        <PageSteps path={PATH} choice={choice} messages={common} next={next} isFirst={isFirst} />
      </section>
    </SettingsPage>
  );
}

function Entries({ view, entries }: Pick<AuditPageProps, 'view' | 'entries'>): VNode {
  const { audit: messages } = messagesFor(view.locale);
  const columns = [
    {
      key: 'when',
      title: messages.when,
      cell: ({ at }: AuditEntry) => <Moment at={at} locale={view.locale} timeZone={view.company.timeZone} />,
    },
    { key: 'what', title: messages.what, cell: ({ action }: AuditEntry) => messages.actions[action] ?? action },
    { key: 'who', title: messages.who, cell: (entry: AuditEntry) => actorName(view, entry) },
    { key: 'target', title: messages.target, cell: (entry: AuditEntry) => targetOf(view, entry) },
    {
      key: 'from',
      title: messages.from,
      cell: ({ from }: AuditEntry) => from ?? <span class="nowrap">{messages.commandLine}</span>,
    },
  ];
  return <DataTable caption={messages.title} columns={columns} rows={entries} keyOf={({ id }) => id} />;
}

function actorName({ locale }: SettingsView, { actor }: AuditEntry): string {
  const { audit, settings, text } = messagesFor(locale);
  switch (actor.kind) {
    case 'administrator':
      return actor.name;
    case 'operator':
      return settings.operator;
    case 'key':
      return text(audit.apiKey, { name: actor.name });
    case 'owner':
      return text(audit.user, { id: actor.id });
    case 'stranger':
      return text(audit.stranger, { name: actor.name });
  }
}

/** Shows the changes and the target, unless it is the actor. */
function targetOf({ locale }: SettingsView, entry: AuditEntry): VNode {
  const { actor, target } = entry;
  const { audit, text } = messagesFor(locale);
  const isOwn = (actor.kind === 'administrator' || actor.kind === 'stranger') && actor.name === target.name;
  const name = target.kind === 'user' ? text(audit.user, { id: target.id }) : target.name;
  const changes = auditDetail(locale, entry);
  return (
    <>
      {!isOwn && target.kind !== 'queue' && name}
      {changes.length > 0 && <span class="muted"> {changes.join(', ')}</span>}
    </>
  );
}

function Filter({ view, choice, members }: Pick<AuditPageProps, 'view' | 'choice' | 'members'>): VNode {
  const { filter, actions } = messagesFor(view.locale).audit;
  const byName = new Intl.Collator(view.locale);
  const actionOptions = auditActions
    .map((value) => ({ value: value as string, text: actions[value] }))
    .sort((a, b) => byName.compare(a.text, b.text));
  return (
    <FilterForm path={PATH} choice={choice} messages={filter}>
      <Select
        name="action"
        label={filter.action}
        value={choice.action ?? ''}
        options={[{ value: '', text: filter.any }, ...actionOptions]}
      />
      <Select
        name="administrator"
        label={filter.actor}
        value={choice.administrator ?? ''}
        options={[
          { value: '', text: filter.anyone },
          ...members.map(({ id, email }) => ({ value: String(id), text: email })),
        ]}
      />
      <Day name="since" label={filter.since} value={choice.since} />
      <Day name="until" label={filter.until} value={choice.until} />
    </FilterForm>
  );
}

function Day({ name, label, value }: { name: string; label: string; value: string | undefined }): VNode {
  return (
    <div class="field">
      <label for={`field-${name}`}>{label}</label>
      <input type="date" id={`field-${name}`} name={name} value={value} />
    </div>
  );
}
