import type { Source } from '@vitae/accounts/consumption/counter';
import type { Simulation } from '@vitae/accounts/consumption/simulation';
import type { SourceName } from '@vitae/accounts/consumption/source-names';
import { type Limits, quotaTypes } from '@vitae/accounts/quota/quota-types';
import type { VNode } from 'preact';
import { DataTable } from '../../../components/data-table.tsx';

import { dateFormat } from '../../../locales/date-format.ts';
import { messagesFor } from '../../../locales/messages.ts';
import { sourceName } from '../consumption/consumption-view.ts';
import type { SettingsView } from '../settings-view.ts';

type SimulatorProps = {
  view: SettingsView;
  limits: Limits;
  /** Undefined before anything was tried. */
  result: { simulation: Simulation; names: ReadonlyMap<Source, SourceName> } | undefined;
};

export const MAX_LIMIT = 1_000_000;
/** Stands for all sources that are not listed. */
const OTHERS = 'others';

/** Simulates other limits with the requests of the last week. */
export function Simulator({ view, limits, result }: SimulatorProps): VNode {
  const { consumption: messages } = messagesFor(view.locale);
  const { simulator } = messages;
  return (
    <section class="sheet stack-tight" aria-labelledby="simulator-title" id="simulator">
      <h2 id="simulator-title">{simulator.title}</h2>
      <p class="muted">{simulator.lead}</p>
      <form method="get" action="#simulator" class="filter-form">
        {quotaTypes.map((type) => (
          <div key={type} class="field">
            <label for={`simulate-${type}`}>{simulator[type]}</label>
            <input
              id={`simulate-${type}`}
              name={type}
              type="number"
              min="0"
              max={MAX_LIMIT}
              required
              value={limits[type]}
            />
          </div>
        ))}
        <button type="submit" class="button button-secondary">
          {simulator.run}
        </button>
      </form>
      {result && <Outcome view={view} {...result} />}
    </section>
  );
}

type OutcomeProps = { view: SettingsView; simulation: Simulation; names: ReadonlyMap<Source, SourceName> };

function Outcome({ view, simulation, names }: OutcomeProps): VNode {
  const {
    consumption: { simulator },
    text,
  } = messagesFor(view.locale);
  const { standard, intensive, bySource, from } = simulation;
  const since = dateFormat(view.locale, view.company.timeZone, 'medium', 'short').format(from * 60_000);
  return (
    <div class="stack-tight" role="status">
      <p>{text(simulator.standardResult, { requests: standard.rejected, minutes: standard.minutes })}</p>
      <p>{text(simulator.intensiveResult, { requests: intensive.rejected, minutes: intensive.minutes })}</p>
      <p class="muted">{text(simulator.busiest, { standard: standard.highest, intensive: intensive.highest })}</p>
      <p class="muted">{text(simulator.since, { date: since })}</p>
      {bySource.length > 0 && <Shares view={view} simulation={simulation} names={names} />}
    </div>
  );
}

function Shares({ view, simulation: { bySource, others }, names }: OutcomeProps): VNode {
  const { consumption: messages, text, number } = messagesFor(view.locale);
  const hasOthers = others.standard + others.intensive > 0;
  const nameOf = (source: Source) =>
    source === OTHERS ? messages.simulator.others : sourceName(source, { names, messages, format: { text } });
  return (
    <>
      <h3>{messages.simulator.shares}</h3>
      <p class="muted">{messages.simulator.proportion}</p>
      <DataTable
        caption={messages.simulator.shares}
        rows={hasOthers ? [...bySource, { source: OTHERS, rejected: others }] : bySource}
        keyOf={({ source }) => source}
        columns={[
          { key: 'source', title: messages.source, cell: ({ source }) => nameOf(source) },
          ...quotaTypes.map((type) => ({
            key: type,
            title: messages.quota[type],
            numeric: true,
            cell: ({ rejected }: Simulation['bySource'][number]) => number(rejected[type]),
          })),
        ]}
      />
    </>
  );
}
