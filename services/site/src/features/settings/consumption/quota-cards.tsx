import type { VNode } from 'preact';
import { NEAR, type QuotaState } from '@vitae/accounts/consumption/quota-state';
import type { Messages } from '../../../locales/messages.ts';
import type { ConsumptionFormat } from './consumption-format.ts';

export type QuotaCardsProps = {
  states: readonly QuotaState[];
  /** Who used most of the minute, by name. */
  busiest: Record<QuotaState['type'], readonly string[]>;
  format: ConsumptionFormat;
  messages: ConsumptionWords;
};

/** What is used of the running minute, whether it will last, and since when it is short. */
export function QuotaCards({ states, busiest, format, messages }: QuotaCardsProps): VNode {
  return (
    <section aria-labelledby="quota-title" class="stack-tight">
      <h2 id="quota-title">{messages.quota.title}</h2>
      <div class="card-grid">
        {states.map((state) => (
          <section key={state.type} class="sheet sheet-small stack-tight">
            <h3>{messages.quota[state.type]}</h3>
            <p class="figure">
              <span class="figure-number">{format.number(state.used)}</span>{' '}
              <span class="muted">{messages.quota.of(format.number(state.limit))}</span>
            </p>
            <svg class="gauge" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
              <rect class="gauge-track" width="100" height="4" />
              <rect
                class={state.used < state.limit * NEAR ? 'gauge-used' : 'gauge-near'}
                width={Math.min(100, (state.used / Math.max(1, state.limit)) * 100)}
                height="4"
              />
            </svg>
            <p>{forecast(state, format, messages)}</p>
            {state.nearSince !== undefined && (
              <p>
                <strong>{messages.quota.nearSince(format.clock(state.nearSince * 60_000))}</strong>
              </p>
            )}
            {busiest[state.type].length > 0 && (
              <p class="muted">{messages.quota.busiest(format.list(busiest[state.type]))}</p>
            )}
          </section>
        ))}
      </div>
    </section>
  );
}

function forecast({ used, limit, endsAt, resetAt }: QuotaState, format: ConsumptionFormat, messages: ConsumptionWords) {
  if (used >= limit) return messages.quota.usedUp(format.clock(resetAt, true));
  return endsAt === undefined ? messages.quota.lasts : messages.quota.ends(format.clock(endsAt, true));
}
