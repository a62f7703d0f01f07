import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The metrics of one process. Label values come from bounded sets: route patterns, method and status words. */
export type Metrics = {
  registry: Registry;
  counter<L extends string>(name: string, help: string, labels: readonly L[]): Counter<L>;
  /** `read` sets it anew when somebody looks. */
  gauge<L extends string>(
    name: string,
    help: string,
    labels: readonly L[],
    read?: (gauge: Gauge<L>) => void | Promise<void>,
  ): Gauge<L>;
  /** Of durations in seconds. */
  histogram<L extends string>(name: string, help: string, labels: readonly L[]): Histogram<L>;
};

export function createMetrics(process: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    counter: (name, help, labelNames) => new Counter({ name, help, labelNames, registers }),
    gauge: (name, help, labelNames, read) =>
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        ...(read
          ? {
              collect() {
                return read(this);
              },
            }
          : {}),
      }),
    histogram: (name, help, labelNames) => new Histogram({ name, help, labelNames, buckets: SECONDS, registers }),
  };
}
