import type { VNode } from 'preact';
import { cellOrders } from '@vitae/accounts/consumption/cell-order';
import { outcomes } from '@vitae/accounts/consumption/counter';
import { views } from '@vitae/accounts/consumption/window';
import { Select } from '../../../components/select.tsx';
import { addressOf } from './consumption-query.ts';
import { type Choice, callName, sourceName } from './consumption-view.ts';

/** The period that is shown, and the ways to others. */
export function Period({ choice: { query, messages, window, earlier, later, format } }: { choice: Choice }): VNode {
  return (
    <nav class="period" aria-label={messages.whichTime}>
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
    </nav>
  );
}

/** What is shown of the period; the choice stands in the address. */
export function Filters({ choice }: { choice: Choice }): VNode {
  const { query, messages, calls } = choice;
  const isFiltered = query.source ?? query.endpoint ?? query.outcome;
  const named = [...calls].map(([value, text]) => ({ value, text }));
  const known = !query.endpoint || calls.has(query.endpoint);
  const chosen = known ? [] : [{ value: query.endpoint as string, text: callName(query.endpoint as string, choice) }];
  return (
    <form method="get" class="filter-form" aria-label={messages.filter.title}>
      {query.view !== 'hour' && <input type="hidden" name="view" value={query.view} />}
      {query.at && query.view !== 'hour' && <input type="hidden" name="at" value={query.at} />}
      {query.source && <input type="hidden" name="key" value={query.source} />}
      {query.paused && <input type="hidden" name="paused" value="1" />}
      <Select
        name="call"
        label={messages.filter.call}
        value={query.endpoint ?? ''}
        options={[{ value: '', text: messages.filter.allCalls }, ...chosen, ...named]}
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
          options={cellOrders.map((value) => ({ value, text: messages.figures[value] }))}
        />
      )}
      <button type="submit" class="button button-secondary">
        {messages.filter.apply}
      </button>
      {query.source && <p>{messages.filter.only(sourceName(query.source, choice))}</p>}
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
