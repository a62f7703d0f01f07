import { cellSortKeys } from '@vitae/accounts/consumption/cell-sorting';
import type { Row } from '@vitae/accounts/consumption/rows';
import type { VNode } from 'preact';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { addressOf } from './consumption-query.ts';
import { type Choice, type ConsumptionView, endpointName, sourceName } from './consumption-view.ts';
import { metricsOf } from './metrics.tsx';

/** Short titles for percentiles and status classes, because there are many columns. */
const SHORT_TITLE = /^(?:p\d+|\dxx)$/;

/** Requests by key and application; a name links to its endpoints. */
export function SourceTable({ view }: { view: ConsumptionView }): VNode {
  const { messages, query, report } = view;
  const { rows, more } = report.bySource;
  const isPaged = query.page > 1 || more;
  const isFound = query.search !== '' || isPaged;
  return (
    <section class="stack-tight" aria-labelledby="sources-title">
      <h2 id="sources-title">{messages.bySource}</h2>
      {isFound && <Search view={view} />}
      {rows.length === 0 ? (
        <p class="muted">{messages.notFound}</p>
      ) : (
        <DataTable
          caption={messages.bySource}
          rows={rows}
          keyOf={({ source }) => source}
          columns={[
            {
              key: 'source',
              title: messages.source,
              cell: ({ source }) => (
                <a href={addressOf(query, { source, page: 1, search: '' })}>{sourceName(source, view)}</a>
              ),
            },
            ...numbersOf(view),
          ]}
        />
      )}
      {isPaged && <OrderedSince choice={view} />}
      <Pager choice={view} more={more} />
    </section>
  );
}

/** Requests by endpoint; an endpoint links to its keys and applications. */
export function EndpointTable({ view }: { view: ConsumptionView }): VNode {
  const { messages, query, report } = view;
  return (
    <section class="stack-tight" aria-labelledby="endpoints-title">
      <h2 id="endpoints-title">{messages.byEndpoint}</h2>
      <DataTable
        caption={messages.byEndpoint}
        rows={report.byEndpoint}
        keyOf={({ endpoint }) => endpoint}
        columns={[
          {
            key: 'endpoint',
            title: messages.endpoint,
            cell: ({ endpoint }) => (
              <a href={addressOf(query, { endpoint, page: 1 })}>
                <code>{endpointName(endpoint, view)}</code>
              </a>
            ),
          },
          ...numbersOf(view),
        ]}
      />
    </section>
  );
}

type PagerProps = { choice: Pick<ConsumptionView, 'messages' | 'query' | 'format'>; more: boolean };

export function Pager({ choice: { messages, query, format }, more }: PagerProps): VNode | null {
  if (query.page === 1 && !more) return null;
  return (
    <nav class="pager" aria-label={messages.pages.label}>
      {query.page > 1 && <a href={addressOf(query, { page: query.page - 1 })}>{messages.pages.previous}</a>}
      <span aria-current="page">{format.text(messages.pages.page, { number: query.page })}</span>
      {more && <a href={addressOf(query, { page: query.page + 1 })}>{messages.pages.next}</a>}
    </nav>
  );
}

/** Rows of the last hour are sorted by the clock hours that it overlaps. */
export function OrderedSince({ choice: { window, messages, format } }: { choice: Choice }): VNode | null {
  if (!window.partial) return null;
  const since = window.from - (window.from % 60);
  return <p class="muted">{format.text(messages.orderedSince, { time: format.clock(since * 60_000) })}</p>;
}

export function numbersOf(view: Pick<ConsumptionView, 'messages' | 'format'>): Column<Row>[] {
  return cellSortKeys.map((name) => ({
    key: name,
    title: SHORT_TITLE.test(name) ? name : view.messages.metrics[name],
    numeric: true,
    cell: ({ counts }) => metricsOf(counts, view)[name],
  }));
}

export function Search({ view: { messages, query } }: { view: Pick<ConsumptionView, 'messages' | 'query'> }): VNode {
  const kept = new URLSearchParams(addressOf(query, { search: '', page: 1 }).split('?')[1]);
  return (
    <form method="get" class="search-form">
      {[...kept].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label for="search" class="visually-hidden">
        {messages.search}
      </label>
      <input id="search" type="search" name="search" value={query.search} placeholder={messages.search} />
      <button type="submit" class="button button-secondary">
        {messages.find}
      </button>
    </form>
  );
}
