import type { VNode } from 'preact';
import { callsIn } from '@vitae/accounts/consumption/counts';
import { SettingsPage } from '../settings-page.tsx';
import type { SettingsView } from '../settings-view.ts';
import { Filters, Period } from './consumption-choice.tsx';
import { addressOf } from './consumption-query.ts';
import { CallTable, SourceTable } from './consumption-tables.tsx';
import type { ConsumptionView } from './consumption-view.ts';
import { Causes, Figures } from './figures.tsx';
import { FirstCall } from './first-call.tsx';
import { liveScript } from './live-script.ts';
import { QuotaCards } from './quota-cards.tsx';
import { TrafficChart } from './traffic-chart.tsx';

export type ConsumptionPageProps = { view: SettingsView; consumption: ConsumptionView };

export function ConsumptionPage({ view, consumption }: ConsumptionPageProps): VNode {
  const { words, query } = consumption;
  const stream = query.paused ? undefined : addressOf(query, {}, '/live');
  return (
    <SettingsPage view={view} area="consumption" title={words.title} scripts={[liveScript.path]}>
      <div class="stack-tight">
        <h1>{words.title}</h1>
        <p class="lead">{words.lead}</p>
      </div>
      <Period choice={consumption} />
      <Filters choice={consumption} />
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
          <p class="actions">
            <a class="button button-secondary" href={addressOf(query, { page: 1, path: '/calls' })}>
              {words.cells.show}
            </a>{' '}
            <a class="button button-secondary" href={addressOf(query, {}, '.csv')} download="consumption.csv">
              {words.csv}
            </a>
          </p>
        </>
      )}
    </>
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
