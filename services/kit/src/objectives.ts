import type { Metrics } from './metrics.ts';

/** Counts a request or export that met the objective or missed it. */
export type CountObjective = (isMet: boolean) => void;

/**
 * Creates the counters of service level objectives (docs/runbooks.md). They begin at 0, because Prometheus does not count
 * the first value of a new series. They have no label for the route: in a small system, each failure could hit another
 * route and begin a new series.
 */
export function createObjectives<Slo extends string>(
  metrics: Metrics,
  slos: readonly Slo[],
): Record<Slo, CountObjective> {
  const counter = metrics.counter(
    'vitae_slo_requests_total',
    'Requests and exports that count toward a service level objective, by outcome: good or bad',
    ['slo', 'outcome'],
  );
  const countersOf = (slo: Slo): CountObjective => {
    const [good, bad] = (['good', 'bad'] as const).map((outcome) => counter.labels({ slo, outcome }));
    for (const one of [good, bad]) one?.inc(0);
    return (isMet) => (isMet ? good : bad)?.inc();
  };
  return Object.fromEntries(slos.map((slo) => [slo, countersOf(slo)])) as Record<Slo, CountObjective>;
}
