import { limitedOutcomes, rejectedOutcomes } from '@vitae/accounts/consumption/counter';
import {
  acceptedIn,
  type Counts,
  limitedIn,
  rejectedIn,
  requestsIn,
  statusIn,
} from '@vitae/accounts/consumption/counts';
import { percentile } from '@vitae/accounts/consumption/latency-histogram';
import type { VNode } from 'preact';
import { areaPath } from '../settings-area.ts';
import type { ConsumptionFormat } from './consumption-format.ts';
import { addressOf, type ConsumptionQuery } from './consumption-query.ts';
import type { ConsumptionMessages } from './consumption-view.ts';

type Named = { messages: ConsumptionMessages; format: ConsumptionFormat };

/** The metrics of tables and summaries, in display order. */
export function metricsOf(counts: Counts, { format }: Pick<Named, 'format'>) {
  return {
    calls: format.number(requestsIn(counts)),
    accepted: format.number(acceptedIn(counts)),
    '2xx': format.number(statusIn(counts, '2xx')),
    '3xx': format.number(statusIn(counts, '3xx')),
    '4xx': format.number(statusIn(counts, '4xx')),
    '5xx': format.number(statusIn(counts, '5xx')),
    limited: format.number(limitedIn(counts)),
    refused: format.number(rejectedIn(counts)),
    p50: format.latency(percentile(counts, 0.5)),
    p95: format.latency(percentile(counts, 0.95)),
    p99: format.latency(percentile(counts, 0.99)),
  };
}

export function Metrics({ counts, messages, format }: Named & { counts: Counts }): VNode {
  return (
    <dl class="metric-list">
      {Object.entries(metricsOf(counts, { format })).map(([name, text]) => (
        <div key={name}>
          <dt>{messages.metrics[name as keyof ConsumptionMessages['metrics']]}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Rejected requests by reason; each reason links to the page filtered by it. */
export function Causes({
  counts,
  query,
  messages,
  format,
}: Named & { counts: Counts; query: ConsumptionQuery }): VNode {
  const causes = [...limitedOutcomes, ...rejectedOutcomes]
    .map((cause) => ({ cause, count: counts[cause] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  return (
    <section class="sheet sheet-small stack-tight" aria-labelledby="causes-title">
      <h2 id="causes-title">{messages.causes.title}</h2>
      {causes.length === 0 ? (
        <p class="muted">{messages.causes.none}</p>
      ) : (
        <ul class="cause-list">
          {causes.map(({ cause, count }) => (
            <li key={cause}>
              <a href={addressOf(query, { outcome: cause, page: 1 })}>{messages.outcomes[cause]}</a>{' '}
              <span class="numeric">{format.number(count)}</span>
            </li>
          ))}
        </ul>
      )}
      <p>
        <a href={`${areaPath('consumption')}/refused`}>{messages.causes.list}</a>
      </p>
    </section>
  );
}
