import type { VNode } from 'preact';
import { MAX_ORDERED } from '../../../consumption/cell-order.ts';
import { limitedOutcomes, refusedOutcomes } from '../../../consumption/counter.ts';
import type { Counts } from '../../../consumption/counts.ts';
import type { Row } from '../../../consumption/rows.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { SettingsPage } from '../settings-page.tsx';
import type { SettingsView } from '../settings-view.ts';
import { Filters, Period } from './consumption-choice.tsx';
import { addressOf } from './consumption-query.ts';
import { numbersOf, Pager, Search } from './consumption-tables.tsx';
import { type CellsView, callName, sourceName } from './consumption-view.ts';

/** Each key at each call: what was called, what was not let in and why, and how long it took. */
export function CellsPage({ view, cells }: { view: SettingsView; cells: CellsView }): VNode {
  const { words, query, format } = cells;
  const { rows, more } = cells.cells;
  return (
    <SettingsPage view={view} area="consumption" title={words.cells.title}>
      <div class="stack-tight">
        <h1>{words.cells.title}</h1>
        <p>
          <a href={addressOf(query, { page: 1, sort: 'calls' }, '')}>{words.refusedCalls.back}</a>
        </p>
      </div>
      <Period choice={cells} />
      <Filters choice={cells} />
      <Search view={cells} />
      <div class="stack-tight dense">
        {query.sort !== 'calls' && <p class="muted">{words.cells.among(format.number(MAX_ORDERED))}</p>}
        {rows.length === 0 ? (
          <p>{words.empty.title}</p>
        ) : (
          <DataTable
            caption={words.cells.title}
            rows={rows}
            keyOf={({ source, endpoint }) => `${source} ${endpoint}`}
            columns={columnsOf(cells)}
          />
        )}
        <Pager choice={cells} more={more} />
      </div>
    </SettingsPage>
  );
}

function columnsOf(cells: CellsView): Column<Row>[] {
  const { words, query } = cells;
  return [
    {
      key: 'source',
      title: words.source,
      cell: ({ source }) => <a href={addressOf(query, { source, page: 1, search: '' })}>{sourceName(source, cells)}</a>,
    },
    {
      key: 'call',
      title: words.call,
      cell: ({ endpoint }) => (
        <a href={addressOf(query, { endpoint, page: 1 })}>
          <code>{callName(endpoint, cells)}</code>
        </a>
      ),
    },
    ...numbersOf(cells),
    { key: 'causes', title: words.cells.causes, cell: ({ counts }) => causesOf(counts, cells) },
  ];
}

function causesOf(counts: Counts, { words, format }: CellsView) {
  const causes = [...limitedOutcomes, ...refusedOutcomes].filter((cause) => (counts[cause] ?? 0) > 0);
  if (causes.length === 0) return undefined;
  return (
    <ul class="cause-list">
      {causes.map((cause) => (
        <li key={cause}>
          {words.outcomes[cause]} <span class="numeric">{format.number(counts[cause] ?? 0)}</span>
        </li>
      ))}
    </ul>
  );
}
