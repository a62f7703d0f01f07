import type { Metrics } from '@vitae/kit/metrics';

/** `oauth` are the endpoints that issue tokens. */
const APIS = ['company', 'user', 'oauth'] as const;
type Api = (typeof APIS)[number];

export type DecisionMetrics = {
  /** `outcome` is accepted, limited, or the cause of the rejection. */
  countOutcome(outcome: string): void;
};

export function createDecisionMetrics(metrics: Metrics): Record<Api, DecisionMetrics> {
  const decisions = metrics.counter(
    'vitae_gateway_decisions_total',
    'Signed requests by API and by outcome of authentication and quota',
    ['api', 'outcome'],
  );
  const metricsOf = (api: Api): DecisionMetrics => {
    // Finding a child by its labels costs more than its update.
    const counters = new Map<string, ReturnType<typeof decisions.labels>>();
    return {
      countOutcome: (outcome) => {
        const counter = counters.get(outcome) ?? decisions.labels(api, outcome);
        counters.set(outcome, counter);
        counter.inc();
      },
    };
  };
  return Object.fromEntries(APIS.map((api) => [api, metricsOf(api)])) as Record<Api, DecisionMetrics>;
}
