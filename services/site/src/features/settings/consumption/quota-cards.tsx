import { NEAR_LIMIT_RATIO, type QuotaState } from '@vitae/accounts/consumption/quota-state';
import type { VNode } from 'preact';
import type { ConsumptionFormat } from './consumption-format.ts';
import type { ConsumptionMessages } from './consumption-view.ts';

type QuotaCardsProps = {
  states: readonly QuotaState[];
  /** The names of the top consumers of the minute. */
  busiest: Record<QuotaState['type'], readonly string[]>;
  format: ConsumptionFormat;
  messages: ConsumptionMessages;
};

/** Shows for each quota the usage of the current minute, a forecast, and since when it is near its limit. */
export function QuotaCards({ states, busiest, format, messages }: QuotaCardsProps): VNode {
  return (
    <section aria-labelledby="quota-title" class="stack-tight">
      <h2 id="quota-title">{messages.quota.title}</h2>
      <div class="card-grid">
        {states.map((state) => (
          <section key={state.type} class="sheet sheet-small stack-tight">
            <h3>{messages.quota[state.type]}</h3>
            <p class="metric">
              <span class="metric-number">{format.number(state.used)}</span>{' '}
              <span class="muted">{format.text(messages.quota.of, { limit: state.limit })}</span>
            </p>
            <svg class="gauge" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
              <rect class="gauge-track" width="100" height="4" />
              <rect
                class={state.used < state.limit * NEAR_LIMIT_RATIO ? 'gauge-used' : 'gauge-near'}
                width={Math.min(100, (state.used / Math.max(1, state.limit)) * 100)}
                height="4"
              />
            </svg>
            <p>{forecast(state, format, messages)}</p>
            {state.nearSince !== undefined && (
              <p>
                <strong>
                  {format.text(messages.quota.nearSince, { time: format.clock(state.nearSince * 60_000) })}
                </strong>
              </p>
            )}
            {busiest[state.type].length > 0 && (
              <p class="muted">{format.text(messages.quota.busiest, { names: format.list(busiest[state.type]) })}</p>
            )}
          </section>
        ))}
      </div>
    </section>
  );
}

function forecast(
  { used, limit, endsAt, resetAt }: QuotaState,
  format: ConsumptionFormat,
  messages: ConsumptionMessages,
) {
  const { quota } = messages;
  if (used >= limit) return format.text(quota.usedUp, { time: format.clock(resetAt, true) });
  return endsAt === undefined ? quota.lasts : format.text(quota.ends, { time: format.clock(endsAt, true) });
}
