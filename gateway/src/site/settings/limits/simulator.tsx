import type { VNode } from 'preact';
import type { Source } from '../../../consumption/counter.ts';
import type { Simulation } from '../../../consumption/simulation.ts';
import type { Limits } from '../../../keys/api-key.ts';
import { quotaTypes } from '../../../quota/admission.ts';
import { DataTable } from '../../components/data-table.tsx';
import type { Locale } from '../../locale.ts';
import { consumptionWords } from '../../messages/settings/consumption/catalogue.ts';

export type SimulatorProps = {
  locale: Locale;
  limits: Limits;
  /** Undefined before anything was tried. */
  result: { simulation: Simulation; names: ReadonlyMap<Source, string> } | undefined;
};

export const MAX_LIMIT = 1_000_000;

/** Tries other limits on what was asked for in the last week. */
export function Simulator({ locale, limits, result }: SimulatorProps): VNode {
  const words = consumptionWords[locale];
  const { simulator } = words;
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
      {result && <Outcome locale={locale} {...result} />}
    </section>
  );
}

type OutcomeProps = { locale: Locale; simulation: Simulation; names: ReadonlyMap<Source, string> };

function Outcome({ locale, simulation, names }: OutcomeProps): VNode {
  const words = consumptionWords[locale];
  const number = new Intl.NumberFormat(locale);
  const { standard, intensive, bySource } = simulation;
  return (
    <div class="stack-tight" role="status">
      <p>{words.simulator.standardResult(number.format(standard.refused), number.format(standard.minutes))}</p>
      <p>{words.simulator.intensiveResult(number.format(intensive.refused), number.format(intensive.minutes))}</p>
      <p class="muted">{words.simulator.busiest(number.format(standard.highest), number.format(intensive.highest))}</p>
      {bySource.length > 0 && (
        <>
          <h3>{words.simulator.shares}</h3>
          <DataTable
            caption={words.simulator.shares}
            rows={bySource}
            keyOf={({ source }) => source}
            columns={[
              { key: 'source', title: words.source, cell: ({ source }) => names.get(source) ?? words.unnamed(source) },
              ...quotaTypes.map((type) => ({
                key: type,
                title: words.quota[type],
                numeric: true,
                cell: ({ refused }: Simulation['bySource'][number]) => number.format(refused[type]),
              })),
            ]}
          />
        </>
      )}
    </div>
  );
}
