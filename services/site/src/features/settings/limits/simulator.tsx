import { quotaTypes } from '@vitae/accounts/quota/quota-types';
import type { VNode } from 'preact';
import type { Source } from '@vitae/accounts/consumption/counter';
import type { Simulation } from '@vitae/accounts/consumption/simulation';
import type { Limits } from '@vitae/accounts/keys/api-key';
import { DataTable } from '../../../components/data-table.tsx';
import { Moment } from '../../../components/moment.tsx';
import { messagesFor } from '../../../locales/messages.ts';
import type { SettingsView } from '../settings-view.ts';

export type SimulatorProps = {
  view: SettingsView;
  limits: Limits;
  /** Undefined before anything was tried. */
  result: { simulation: Simulation; names: ReadonlyMap<Source, string> } | undefined;
};

export const MAX_LIMIT = 1_000_000;
/** In the place of a source: those that are not listed. */
const OTHERS = 'others';

/** Tries other limits on what was asked for in the last week. */
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

type OutcomeProps = { view: SettingsView; simulation: Simulation; names: ReadonlyMap<Source, string> };

function Outcome({ view, simulation, names }: OutcomeProps): VNode {
  const { consumption: messages } = messagesFor(view.locale);
  const number = new Intl.NumberFormat(view.locale);
  const { standard, intensive, bySource, from } = simulation;
  return (
    <div class="stack-tight" role="status">
      <p>{messages.simulator.standardResult(number.format(standard.refused), number.format(standard.minutes))}</p>
      <p>{messages.simulator.intensiveResult(number.format(intensive.refused), number.format(intensive.minutes))}</p>
      <p class="muted">{messages.simulator.busiest(number.format(standard.highest), number.format(intensive.highest))}</p>
      <p class="muted">
        {messages.simulator.since}{' '}
        <Moment at={new Date(from * 60_000)} locale={view.locale} timeZone={view.company.timeZone} />
      </p>
      {bySource.length > 0 && <Shares view={view} simulation={simulation} names={names} />}
    </div>
  );
}

function Shares({ view, simulation: { bySource, others }, names }: OutcomeProps): VNode {
  const { consumption: messages } = messagesFor(view.locale);
  const number = new Intl.NumberFormat(view.locale);
  const hasOthers = others.standard + others.intensive > 0;
  const nameOf = (source: Source) =>
    source === OTHERS ? messages.simulator.others : (names.get(source) ?? messages.unnamed(source));
  return (
    <>
      <h3>{messages.simulator.shares}</h3>
      <p class="muted">{messages.simulator.proportion}</p>
      <DataTable
        caption={messages.simulator.shares}
        rows={hasOthers ? [...bySource, { source: OTHERS, refused: others }] : bySource}
        keyOf={({ source }) => source}
        columns={[
          { key: 'source', title: messages.source, cell: ({ source }) => nameOf(source) },
          ...quotaTypes.map((type) => ({
            key: type,
            title: messages.quota[type],
            numeric: true,
            cell: ({ refused }: Simulation['bySource'][number]) => number.format(refused[type]),
          })),
        ]}
      />
    </>
  );
}
