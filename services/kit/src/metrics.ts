import { readFileSync } from 'node:fs';
import { version as nodeVersion } from 'node:process';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The metrics of one process. Label values come from bounded sets such as route patterns, methods and statuses. */
export type Metrics = {
  registry: Registry;
  counter<L extends string>(name: string, help: string, labels: readonly L[]): Counter<L>;
  /** `collect` updates the gauge when the metrics are read. */
  gauge<L extends string>(
    name: string,
    help: string,
    labels: readonly L[],
    collect?: (gauge: Gauge<L>) => void | Promise<void>,
  ): Gauge<L>;
  /** A histogram of durations in seconds, by default from a millisecond to 30 seconds. */
  histogram<L extends string>(
    name: string,
    help: string,
    labels: readonly L[],
    buckets?: readonly number[],
  ): Histogram<L>;
};

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export function createMetrics(process: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const labelNames = ['version', 'node'] as const;
  new Gauge({ name: 'vitae_build_info', help: 'The version of Vitae, with the value 1', labelNames, registers }).set(
    { version, node: nodeVersion },
    1,
  );
  return {
    registry,
    counter: (name, help, labelNames) => new Counter({ name, help, labelNames, registers }),
    gauge: (name, help, labelNames, collect) =>
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        ...(collect
          ? {
              collect() {
                return collect(this);
              },
            }
          : {}),
      }),
    histogram: (name, help, labelNames, buckets = SECONDS) =>
      new Histogram({ name, help, labelNames, buckets: [...buckets], registers }),
  };
}
