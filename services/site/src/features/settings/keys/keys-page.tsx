import type { KeyState, StoredKey } from '@vitae/accounts/keys/key-store';
import type { KeyUse } from '@vitae/accounts/keys/key-use';
import type { VNode } from 'preact';
import { DataTable } from '../../../components/data-table.tsx';
import { Moment } from '../../../components/moment.tsx';
import { Notice } from '../../../components/notice.tsx';
import { FilterForm, isNarrowed, PageSteps } from '../../../components/paged-list.tsx';
import { Select } from '../../../components/select.tsx';
import { messagesFor } from '../../../locales/messages.ts';
import { areaPath } from '../settings-area.ts';
import { SettingsPage } from '../settings-page.tsx';
import type { SettingsView } from '../settings-view.ts';
import { keyPath, NEW_KEY } from './find-key.ts';
import { dateText, EndOf, LastUse, StateBadge } from './key-states.tsx';
import { type LegacyKey, LegacyKeys } from './legacy-keys.tsx';

/** The filter in the address of the list. */
export type KeysChoice = { text?: string; state?: KeyState };

export type KeysPageProps = {
  view: SettingsView;
  keys: readonly StoredKey[];
  uses: ReadonlyMap<number, KeyUse>;
  /** The ids before which this page and the next page start; undefined on the first and the last page. */
  before: number | undefined;
  next: number | undefined;
  choice: KeysChoice;
  expiring: readonly StoredKey[];
  historical: readonly LegacyKey[];
  historicalBefore: number | undefined;
  nextHistorical: number | undefined;
  /** The last use of any legacy key, listed or not. */
  historicalUsedAt: Date | undefined;
  now: number;
  done?: 'revoked' | undefined;
};

const PATH = areaPath('keys');

export function KeysPage(props: KeysPageProps): VNode {
  const { view, keys, choice, before, next, expiring, historical, historicalUsedAt, now, done } = props;
  const { keys: messages, common } = messagesFor(view.locale);
  const isFirst = before === undefined;
  const isEmpty = keys.length === 0 && !isNarrowed(choice) && isFirst;
  return (
    <SettingsPage view={view} area="keys" title={messages.title}>
      <div class="stack-tight">
        <h1>{messages.title}</h1>
        <p class="lead">{messages.lead}</p>
        {view.may('administrator') && !isEmpty && (
          <p>
            <a class="button button-primary" href={NEW_KEY}>
              {messages.create}
            </a>
          </p>
        )}
      </div>
      {done && <Notice kind="good">{messages.done[done]}</Notice>}
      {expiring.length > 0 && <Expiring view={view} keys={expiring} />}
      {isEmpty ? <FirstKey view={view} /> : <Search view={view} choice={choice} />}
      {keys.length > 0 && (
        <section class="sheet" aria-label={messages.title}>
          <KeyTable {...props} />
          <PageSteps
            path={PATH}
            choice={{ ...choice, historical: props.historicalBefore?.toString() }}
            messages={common}
            next={next}
            isFirst={isFirst}
          />
        </section>
      )}
      {keys.length === 0 && !isEmpty && <p class="muted">{messages.none}</p>}
      {(historical.length > 0 || props.historicalBefore !== undefined) && (
        <LegacyKeys view={view} keys={historical} lastUsedAt={historicalUsedAt} now={now}>
          <PageSteps
            path={PATH}
            choice={{ ...choice, before: before?.toString() }}
            messages={common}
            next={props.nextHistorical}
            isFirst={props.historicalBefore === undefined}
            list={{ parameter: 'historical', id: 'historical' }}
          />
        </LegacyKeys>
      )}
    </SettingsPage>
  );
}

function KeyTable({ view, keys, uses, now }: KeysPageProps): VNode {
  const { keys: messages } = messagesFor(view.locale);
  const columns = [
    {
      key: 'name',
      title: messages.name,
      cell: ({ id, name, key }: StoredKey) => (
        <>
          <a href={keyPath(id)}>{name}</a>
          <br />
          <code class="muted nowrap">{shortKey(key)}</code>
        </>
      ),
    },
    {
      key: 'state',
      title: messages.state,
      cell: (stored: StoredKey) => <StateBadge view={view} stored={stored} now={now} />,
    },
    {
      key: 'used',
      title: messages.lastUsed,
      cell: ({ id }: StoredKey) => <LastUse view={view} use={uses.get(id)} />,
    },
    {
      key: 'created',
      title: messages.created,
      cell: ({ createdAt }: StoredKey) => (
        <Moment at={createdAt} locale={view.locale} timeZone={view.company.timeZone} show="date" />
      ),
    },
    { key: 'end', title: messages.expires, cell: (stored: StoredKey) => <EndOf view={view} stored={stored} /> },
  ];
  return <DataTable caption={messages.title} columns={columns} rows={keys} keyOf={({ id }) => id} />;
}

function FirstKey({ view }: { view: SettingsView }): VNode {
  const { keys: messages } = messagesFor(view.locale);
  return (
    <section class="sheet stack" aria-labelledby="first-key">
      <h2 id="first-key">{messages.empty.title}</h2>
      <p>{messages.empty.lead}</p>
      {view.may('administrator') && (
        <p>
          <a class="button button-primary" href={NEW_KEY}>
            {messages.create}
          </a>
        </p>
      )}
    </section>
  );
}

function Expiring({ view, keys }: { view: SettingsView; keys: readonly StoredKey[] }): VNode {
  const {
    keys: { expiring },
    text,
  } = messagesFor(view.locale);
  return (
    <section class="notice notice-bad stack-tight" aria-labelledby="expiring">
      <h2 id="expiring">{expiring.title}</h2>
      <p>{expiring.lead}</p>
      <ul class="plain-list">
        {keys.map(({ id, name, expiresAt }) => (
          <li key={id}>
            <a href={keyPath(id)}>{name}</a> {expiresAt && text(expiring.on, { date: dateText(view, expiresAt) })}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Search({ view, choice }: Pick<KeysPageProps, 'view' | 'choice'>): VNode {
  const { search, states } = messagesFor(view.locale).keys;
  return (
    <FilterForm path={PATH} choice={choice} messages={search}>
      <div class="field">
        <label for="field-text">{search.text}</label>
        <input type="search" id="field-text" name="text" value={choice.text} autocomplete="off" />
      </div>
      <Select
        name="state"
        label={search.state}
        value={choice.state ?? ''}
        options={[{ value: '', text: search.any }, ...Object.entries(states).map(([value, text]) => ({ value, text }))]}
      />
    </FilterForm>
  );
}

const SHORT = 16;

/** Shortens a key for lists; its page shows it in full. */
export function shortKey(key: string): string {
  return key.length > SHORT ? `${key.slice(0, SHORT)}…` : key;
}
