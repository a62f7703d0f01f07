import { requestsIn } from '@vitae/accounts/consumption/counts';
import type { VNode } from 'preact';
import { liveScript } from '../../../layout/assets.ts';
import { SettingsPage } from '../settings-page.tsx';
import type { SettingsView } from '../settings-view.ts';
import { Filters, Period } from './consumption-choice.tsx';
import { addressOf } from './consumption-query.ts';
import { EndpointTable, SourceTable } from './consumption-tables.tsx';
import type { ConsumptionView } from './consumption-view.ts';
import { Causes, Metrics } from './metrics.tsx';
import { QuotaCards } from './quota-cards.tsx';
import { TrafficChart } from './traffic-chart.tsx';

type ConsumptionPageProps = { view: SettingsView; consumption: ConsumptionView };

export function ConsumptionPage({ view, consumption }: ConsumptionPageProps): VNode {
  const { messages, query } = consumption;
  const stream = query.paused ? undefined : addressOf(query, {}, '/live');
  return (
    <SettingsPage view={view} area="consumption" title={messages.title} scripts={[liveScript.path]}>
      <div class="stack-tight">
        <h1>{messages.title}</h1>
        <p class="lead">{messages.lead}</p>
      </div>
      <Period choice={consumption} />
      <Filters choice={consumption} />
      <LiveChoice consumption={consumption} />
      <div id="live" data-stream={stream} class="stack-wide dense">
        <ConsumptionMetrics consumption={consumption} />
      </div>
    </SettingsPage>
  );
}

/** The part of the page that live updates replace. */
export function ConsumptionMetrics({ consumption }: { consumption: ConsumptionView }): VNode {
  const { report, window, query, messages, format, quotas, busiest, isFirstDay } = consumption;
  if (isFirstDay) return <FirstCall consumption={consumption} />;
  const isEmpty = requestsIn(report.total) === 0;
  return (
    <>
      <QuotaCards states={quotas} busiest={busiest} format={format} messages={messages} />
      {isEmpty ? (
        <section class="sheet sheet-small stack-tight" aria-labelledby="empty-title">
          <h2 id="empty-title">{messages.empty.title}</h2>
          <p>{messages.empty.text}</p>
        </section>
      ) : (
        <>
          <section class="sheet sheet-small stack">
            <Metrics counts={report.total} messages={messages} format={format} />
            <TrafficChart
              window={window}
              series={report.series}
              outcome={query.outcome}
              format={format}
              messages={messages}
            />
          </section>
          <Causes counts={report.total} query={query} messages={messages} format={format} />
          <SourceTable view={consumption} />
          <EndpointTable view={consumption} />
          <p class="actions">
            <a class="button button-secondary" href={addressOf(query, { page: 1, path: '/calls' })}>
              {messages.cells.show}
            </a>{' '}
            <a class="button button-secondary" href={addressOf(query, {}, '.csv')} download="consumption.csv">
              {messages.csv}
            </a>
          </p>
        </>
      )}
    </>
  );
}

/** Shows an example request to companies without requests. */
function FirstCall({ consumption: { messages, companyApiUrl } }: { consumption: ConsumptionView }): VNode {
  return (
    <section class="sheet stack-tight" aria-labelledby="first-title">
      <h2 id="first-title">{messages.first.title}</h2>
      <p>{messages.first.text}</p>
      <p>{messages.first.sign}</p>
      <code class="command">
        {`curl "$(vitae sign --key KEY --secret SECRET GET ${companyApiUrl}/api/v1/rate-limit)"`}
      </code>
      <p>
        <a href="/docs">{messages.first.docs}</a>
      </p>
    </section>
  );
}

function LiveChoice({ consumption: { query, messages } }: { consumption: ConsumptionView }): VNode {
  return (
    <p class="live-choice">
      <span class="muted script-only">{query.paused ? messages.live.paused : messages.live.on}</span>{' '}
      <a class="script-only" href={addressOf(query, { paused: !query.paused })}>
        {query.paused ? messages.live.resume : messages.live.pause}
      </a>{' '}
      <a href={addressOf(query)}>{messages.live.reload}</a>
    </p>
  );
}
