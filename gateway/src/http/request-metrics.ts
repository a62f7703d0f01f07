import type { Metrics } from '@vitae/kit/metrics';

export type RequestMetrics = {
  /** `endpoint` is a route's name, never a path. */
  observe(endpoint: string, status: number, milliseconds: number): void;
  /** `outcome` is accepted, limited, or the cause of the rejection. */
  countOutcome(outcome: string): void;
};

export function createRequestMetrics(metrics: Metrics): RequestMetrics {
  const seconds = metrics.histogram('vitae_gateway_request_duration_seconds', 'Time from request to response', [
    'endpoint',
    'status',
  ]);
  const decisions = metrics.counter(
    'vitae_gateway_decisions_total',
    'Signed requests by outcome of authentication and quota',
    ['outcome'],
  );
  // Finding a child by its labels costs more than its update.
  const timers = new Map<string, ReturnType<typeof seconds.labels>>();
  const counters = new Map<string, ReturnType<typeof decisions.labels>>();
  return {
    observe: (endpoint, status, milliseconds) => {
      const key = `${endpoint} ${status}`;
      const timer = timers.get(key) ?? seconds.labels(endpoint, String(status));
      timers.set(key, timer);
      timer.observe(milliseconds / 1_000);
    },
    countOutcome: (outcome) => {
      const counter = counters.get(outcome) ?? decisions.labels(outcome);
      counters.set(outcome, counter);
      counter.inc();
    },
  };
}
