import { cellSortKeys } from '@vitae/accounts/consumption/cell-sorting';
import { outcomes } from '@vitae/accounts/consumption/counter';
import { views } from '@vitae/accounts/consumption/window';
import type { VNode } from 'preact';
import { Select } from '../../../components/select.tsx';
import { addressOf } from './consumption-query.ts';
import { type Choice, endpointName, sourceName } from './consumption-view.ts';

/** The selected period, with links to others. */
export function Period({ choice: { query, messages, window, earlier, later, format } }: { choice: Choice }): VNode {
  return (
    <nav class="period stack-tight" aria-label={messages.period}>
      <ul class="tab-list">
        {views.map((view) => (
          <li key={view}>
            <a
              href={addressOf(query, { view, at: undefined, page: 1 })}
              aria-current={view === query.view ? 'page' : undefined}
            >
              {messages.views[view]}
            </a>
          </li>
        ))}
      </ul>
      {earlier && (
        <p class="period-steps">
          <a href={addressOf(query, { at: earlier, page: 1 })}>{messages.earlier}</a>
          <strong>{format.window(window)}</strong>
          {later && <a href={addressOf(query, { at: later, page: 1 })}>{messages.later}</a>}
        </p>
      )}
      <p class="muted">{format.text(messages.timeZone, { zone: format.timeZone })}</p>
    </nav>
  );
}

/** The filters, stored in the address of the page. */
export function Filters({ choice }: { choice: Choice }): VNode {
  const { query, messages, endpoints, format } = choice;
  const isFiltered = query.source ?? query.endpoint ?? query.outcome;
  const named = [...endpoints].map(([value, text]) => ({ value, text }));
  const known = !query.endpoint || endpoints.has(query.endpoint);
  const chosen = known
    ? []
    : [{ value: query.endpoint as string, text: endpointName(query.endpoint as string, choice) }];
  return (
    <form method="get" class="filter-form" aria-label={messages.filter.title}>
      {query.view !== 'hour' && <input type="hidden" name="view" value={query.view} />}
      {query.at && query.view !== 'hour' && <input type="hidden" name="at" value={query.at} />}
      {query.source && <input type="hidden" name="key" value={query.source} />}
      {query.paused && <input type="hidden" name="paused" value="1" />}
      <Select
        name="call"
        label={messages.filter.endpoint}
        value={query.endpoint ?? ''}
        options={[{ value: '', text: messages.filter.allEndpoints }, ...chosen, ...named]}
      />
      <Select
        name="outcome"
        label={messages.filter.outcome}
        value={query.outcome ?? ''}
        options={[
          { value: '', text: messages.filter.allOutcomes },
          ...outcomes.map((value) => ({ value, text: messages.outcomes[value] })),
        ]}
      />
      {query.path === '/calls' && (
        <Select
          name="sort"
          label={messages.cells.sort}
          value={query.sort}
          options={cellSortKeys.map((value) => ({ value, text: messages.metrics[value] }))}
        />
      )}
      <button type="submit" class="button button-secondary">
        {messages.filter.apply}
      </button>
      {query.source && <p>{format.text(messages.filter.only, { name: sourceName(query.source, choice) })}</p>}
      {isFiltered && (
        <p>
          <a href={addressOf(query, { source: undefined, endpoint: undefined, outcome: undefined, page: 1 })}>
            {messages.filter.none}
          </a>
        </p>
      )}
    </form>
  );
}
