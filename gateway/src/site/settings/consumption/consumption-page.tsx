import type { VNode } from 'preact';
import { outcomes } from '../../../consumption/counter.ts';
import { callsIn } from '../../../consumption/counts.ts';
import { views } from '../../../consumption/window.ts';
import { Select } from '../../components/select.tsx';
import { SettingsPage } from '../settings-page.tsx';
import type { SettingsView } from '../settings-view.ts';
import { addressOf } from './consumption-query.ts';
import { CallTable, SourceTable } from './consumption-tables.tsx';
import { type ConsumptionView, callName, sourceName } from './consumption-view.ts';
import { Causes, Figures } from './figures.tsx';
import { FirstCall } from './first-call.tsx';
import { liveScriptPath } from './live-script.ts';
import { QuotaCards } from './quota-cards.tsx';
import { TrafficChart } from './traffic-chart.tsx';

export type ConsumptionPageProps = { view: SettingsView; consumption: ConsumptionView };

export function ConsumptionPage({ view, consumption }: ConsumptionPageProps): VNode {
  const { words, query } = consumption;
  const stream = query.paused ? undefined : addressOf(query, {}, '/live');
  return (
    <SettingsPage view={view} area="consumption" title={words.title} scripts={[liveScriptPath]}>
      <div class="stack-tight">
        <h1>{words.title}</h1>
        <p class="lead">{words.lead}</p>
      </div>
      <Period consumption={consumption} />
      <Filters consumption={consumption} />
      <LiveChoice consumption={consumption} />
      <div id="live" data-stream={stream} class="stack-wide dense">
        <ConsumptionFigures consumption={consumption} />
      </div>
    </SettingsPage>
  );
}

/** The part of the page that is sent again when it changes. */
export function ConsumptionFigures({ consumption }: { consumption: ConsumptionView }): VNode {
  const { report, window, query, words, format, quotas, busiest, isFirstDay } = consumption;
  if (isFirstDay) return <FirstCall consumption={consumption} />;
  const isEmpty = callsIn(report.total) === 0;
  return (
    <>
      <QuotaCards states={quotas} busiest={busiest} format={format} words={words} />
      {isEmpty ? (
        <section class="sheet sheet-small stack-tight" aria-labelledby="empty-title">
          <h2 id="empty-title">{words.empty.title}</h2>
          <p>{words.empty.text}</p>
        </section>
      ) : (
        <>
          <section class="sheet sheet-small stack">
            <Figures counts={report.total} words={words} format={format} />
            <TrafficChart
              window={window}
              series={report.series}
              outcome={query.outcome}
              format={format}
              words={words}
            />
          </section>
          <Causes counts={report.total} query={query} words={words} format={format} />
          <SourceTable view={consumption} />
          <CallTable view={consumption} />
          <p>
            <a class="button button-secondary" href={addressOf(query, {}, '.csv')} download="consumption.csv">
              {words.csv}
            </a>
          </p>
        </>
      )}
    </>
  );
}

function Period({ consumption: { query, words, window, earlier, later, format } }: { consumption: ConsumptionView }) {
  return (
    <nav class="period" aria-label={words.whichTime}>
      <ul class="tab-list">
        {views.map((view) => (
          <li key={view}>
            <a
              href={addressOf(query, { view, at: undefined, page: 1 })}
              aria-current={view === query.view ? 'page' : undefined}
            >
              {words.views[view]}
            </a>
          </li>
        ))}
      </ul>
      {earlier && (
        <p class="period-steps">
          <a href={addressOf(query, { at: earlier, page: 1 })}>{words.earlier}</a>
          <strong>{format.window(window)}</strong>
          {later && <a href={addressOf(query, { at: later, page: 1 })}>{words.later}</a>}
        </p>
      )}
    </nav>
  );
}

function Filters({ consumption }: { consumption: ConsumptionView }): VNode {
  const { query, words, calls } = consumption;
  const isFiltered = query.source ?? query.endpoint ?? query.outcome;
  const named = [...calls].map(([value, text]) => ({ value, text }));
  const known = !query.endpoint || calls.has(query.endpoint);
  const chosen = known
    ? []
    : [{ value: query.endpoint as string, text: callName(query.endpoint as string, consumption) }];
  return (
    <form method="get" class="filter-form" aria-label={words.filter.title}>
      {query.view !== 'hour' && <input type="hidden" name="view" value={query.view} />}
      {query.at && query.view !== 'hour' && <input type="hidden" name="at" value={query.at} />}
      {query.source && <input type="hidden" name="key" value={query.source} />}
      {query.paused && <input type="hidden" name="paused" value="1" />}
      <Select
        name="call"
        label={words.filter.call}
        value={query.endpoint ?? ''}
        options={[{ value: '', text: words.filter.allCalls }, ...chosen, ...named]}
      />
      <Select
        name="outcome"
        label={words.filter.outcome}
        value={query.outcome ?? ''}
        options={[
          { value: '', text: words.filter.allOutcomes },
          ...outcomes.map((value) => ({ value, text: words.outcomes[value] })),
        ]}
      />
      <button type="submit" class="button button-secondary">
        {words.filter.apply}
      </button>
      {query.source && <p>{words.filter.only(sourceName(query.source, consumption))}</p>}
      {isFiltered && (
        <p>
          <a href={addressOf(query, { source: undefined, endpoint: undefined, outcome: undefined, page: 1 })}>
            {words.filter.none}
          </a>
        </p>
      )}
    </form>
  );
}

function LiveChoice({ consumption: { query, words } }: { consumption: ConsumptionView }): VNode {
  return (
    <p class="live-choice">
      <span class="muted script-only">{query.paused ? words.live.paused : words.live.on}</span>{' '}
      <a class="script-only" href={addressOf(query, { paused: !query.paused })}>
        {query.paused ? words.live.resume : words.live.pause}
      </a>{' '}
      <a href={addressOf(query)}>{words.live.reload}</a>
    </p>
  );
}
