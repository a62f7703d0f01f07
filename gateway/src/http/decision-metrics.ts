import type { Metrics } from '@vitae/kit/metrics';

export type DecisionMetrics = {
  /** `outcome` is accepted, limited, or the cause of the rejection. */
  countOutcome(outcome: string): void;
};

export function createDecisionMetrics(metrics: Metrics): DecisionMetrics {
  const decisions = metrics.counter(
    'vitae_gateway_decisions_total',
    'Signed requests by outcome of authentication and quota',
    ['outcome'],
  );
  // Finding a child by its labels costs more than its update.
  const counters = new Map<string, ReturnType<typeof decisions.labels>>();
  return {
    countOutcome: (outcome) => {
      const counter = counters.get(outcome) ?? decisions.labels(outcome);
      counters.set(outcome, counter);
      counter.inc();
    },
  };
}
