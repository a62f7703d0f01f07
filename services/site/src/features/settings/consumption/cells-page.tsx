import { MAX_SORTED_ROWS } from '@vitae/accounts/consumption/cell-sorting';
import { limitedOutcomes, rejectedOutcomes } from '@vitae/accounts/consumption/counter';
import type { Counts } from '@vitae/accounts/consumption/counts';
import type { Row } from '@vitae/accounts/consumption/rows';
import type { VNode } from 'preact';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { SettingsPage } from '../settings-page.tsx';
import type { SettingsView } from '../settings-view.ts';
import { Filters, Period } from './consumption-choice.tsx';
import { addressOf } from './consumption-query.ts';
import { numbersOf, OrderedSince, Pager, Search } from './consumption-tables.tsx';
import { type CellsView, endpointName, sourceName } from './consumption-view.ts';

/** The table by key and endpoint: requests, rejections with their reasons, and latency. */
export function CellsPage({ view, cells }: { view: SettingsView; cells: CellsView }): VNode {
  const { messages, query, format } = cells;
  const { rows, more } = cells.cells;
  return (
    <SettingsPage view={view} area="consumption" title={messages.cells.title}>
      <div class="stack-tight">
        <h1>{messages.cells.title}</h1>
        <p>
          <a href={addressOf(query, { page: 1, sort: 'calls' }, '')}>{messages.rejected.back}</a>
        </p>
      </div>
      <Period choice={cells} />
      <Filters choice={cells} />
      <Search view={cells} />
      <div class="stack-tight dense">
        {query.sort !== 'calls' && <p class="muted">{format.text(messages.cells.among, { count: MAX_SORTED_ROWS })}</p>}
        {rows.length === 0 ? (
          <p>{messages.empty.title}</p>
        ) : (
          <DataTable
            caption={messages.cells.title}
            rows={rows}
            keyOf={({ source, endpoint }) => `${source} ${endpoint}`}
            columns={columnsOf(cells)}
          />
        )}
        {query.sort === 'calls' && (more || query.page > 1) && <OrderedSince choice={cells} />}
        <Pager choice={cells} more={more} />
      </div>
    </SettingsPage>
  );
}

function columnsOf(cells: CellsView): Column<Row>[] {
  const { messages, query } = cells;
  return [
    {
      key: 'source',
      title: messages.source,
      cell: ({ source, endpoint, counts }) => (
        <>
          <a href={addressOf(query, { source, page: 1, search: '' })}>{sourceName(source, cells)}</a>
          <br />
          <a href={addressOf(query, { endpoint, page: 1 })}>
            <code>{endpointName(endpoint, cells)}</code>
          </a>
          <Causes counts={counts} cells={cells} />
        </>
      ),
    },
    ...numbersOf(cells),
  ];
}

/** Lists the rejection reasons of one row. */
function Causes({ counts, cells: { messages, format } }: { counts: Counts; cells: CellsView }): VNode | null {
  const causes = [...limitedOutcomes, ...rejectedOutcomes].filter((cause) => (counts[cause] ?? 0) > 0);
  if (causes.length === 0) return null;
  return (
    <ul class="cell-causes muted" aria-label={messages.cells.causes}>
      {causes.map((cause) => (
        <li key={cause}>{`${messages.outcomes[cause]}: ${format.number(counts[cause] ?? 0)}`}</li>
      ))}
    </ul>
  );
}
