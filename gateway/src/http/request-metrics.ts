import type { Metrics } from '@vitae/kit/metrics';

export type RequestMetrics = {
  /** `endpoint` is a route's name, never a path. */
  observe(endpoint: string, status: number, milliseconds: number): void;
  /** What became of a signed call at the gate: accepted, limited, or why it was refused. */
  decided(outcome: string): void;
};

export function createRequestMetrics(metrics: Metrics): RequestMetrics {
  const seconds = metrics.histogram('vitae_gateway_request_duration_seconds', 'Time from request to answer', [
    'endpoint',
    'status',
  ]);
  const decisions = metrics.counter('vitae_gateway_decisions_total', 'Signed calls, by what the gate decided', [
    'outcome',
  ]);
  // Looking up a child by its labels costs more than what it does.
  const timers = new Map<string, ReturnType<typeof seconds.labels>>();
  const counters = new Map<string, ReturnType<typeof decisions.labels>>();
  return {
    observe: (endpoint, status, milliseconds) => {
      const key = `${endpoint} ${status}`;
      const timer = timers.get(key) ?? seconds.labels(endpoint, String(status));
      timers.set(key, timer);
      timer.observe(milliseconds / 1_000);
    },
    decided: (outcome) => {
      const counter = counters.get(outcome) ?? decisions.labels(outcome);
      counters.set(outcome, counter);
      counter.inc();
    },
  };
}
