import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { version as nodeVersion } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type Metric,
  type OpenMetricsContentType,
  Registry,
  type RegistryContentType,
} from 'prom-client';
import { sampledTraceId } from './tracing.ts';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Records durations in seconds. A duration with a trace becomes the exemplar of its bucket. */
export type DurationHistogram<L extends string> = {
  observe(labels: Record<L, string>, seconds: number, traceId?: string): void;
};

/** The metrics of one process. Label values come from bounded sets such as route patterns, methods and statuses. */
export type Metrics = {
  counter<L extends string>(name: string, help: string, labels: readonly L[]): Counter<L>;
  /** `collect` updates the gauge when the metrics are read. If it fails or takes too long, the last value stays. */
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
  ): DurationHistogram<L>;
  /** Returns all metrics. Only OpenMetrics contains exemplars. */
  render(contentType?: MetricsContentType): Promise<string>;
  names(): string[];
};

export const PROMETHEUS = Registry.PROMETHEUS_CONTENT_TYPE;
export const OPENMETRICS = Registry.OPENMETRICS_CONTENT_TYPE;
export type MetricsContentType = RegistryContentType;

/** The version of this release. */
export const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export function createMetrics(process: string): Metrics {
  // Only registries of this type accept exemplars.
  const registry = new Registry<OpenMetricsContentType>();
  registry.setContentType(OPENMETRICS);
  collectDefaultMetrics({ register: registry as unknown as Registry });
  const registers = [registry];
  const metrics: Metrics = {
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
                return collectInTime(() => collect(this));
              },
            }
          : {}),
      }),
    histogram: (name, help, labelNames, buckets = SECONDS) =>
      durations(
        new Histogram({ name, help, labelNames, buckets: [...buckets], registers, enableExemplars: true }),
        labelNames,
      ),
    render: (contentType = PROMETHEUS) => render(registry, process, contentType),
    names: () => registry.getMetricsAsArray().map(({ name }) => name),
  };
  metrics
    .gauge('vitae_build_info', 'The version of Vitae, with the value 1', ['version', 'node'])
    .set({ version, node: nodeVersion }, 1);
  const clockHelp = 'The clock of the process, in seconds since 1970';
  metrics.gauge('vitae_clock_seconds', clockHelp, [], (gauge) => gauge.set(Date.now() / 1_000));
  observeEventLoop(metrics);
  return metrics;
}

function durations<L extends string>(histogram: Histogram<L>, labelNames: readonly L[]): DurationHistogram<L> {
  // Finding a child by its labels costs more than its update.
  const children = new Map<string, ReturnType<typeof histogram.labels>>();
  return {
    observe: (labels, value, traceId = sampledTraceId()) => {
      if (traceId) return histogram.observe({ labels, value, exemplarLabels: { trace_id: traceId } as never });
      const key = labelNames.map((name) => labels[name]).join('\n');
      const child = children.get(key) ?? histogram.labels(labels);
      children.set(key, child);
      child.observe(value);
    },
  };
}

/** A registry has one format, and renames its counters when it writes OpenMetrics. */
async function render(
  registry: Registry<OpenMetricsContentType>,
  process: string,
  contentType: MetricsContentType,
): Promise<string> {
  const output = new Registry<RegistryContentType>();
  output.setContentType(contentType);
  output.setDefaultLabels({ process });
  for (const metric of registry.getMetricsAsArray() as unknown as Metric[])
    output.registerMetric(metric instanceof Counter ? Object.create(metric) : metric);
  return output.metrics();
}

/** prom-client reports the delay of the event loop, but not how busy it is. */
function observeEventLoop(metrics: Metrics): void {
  const help = 'Ratio of the time since the metrics were last read in which the event loop was busy';
  let last = performance.eventLoopUtilization();
  metrics.gauge('nodejs_eventloop_utilization_ratio', help, [], (gauge) => {
    const current = performance.eventLoopUtilization();
    gauge.set(performance.eventLoopUtilization(current, last).utilization);
    last = current;
  });
}

/** Shorter than the timeout of Prometheus. */
const COLLECT_TIMEOUT_MS = 2_000;

/** A dependency that does not respond must neither delay nor fail the measurement of everything else. */
async function collectInTime(collect: () => void | Promise<void>): Promise<void> {
  const collected = (async () => collect())();
  // vitae_dependency_running reports the failure.
  await Promise.race([collected, pause(COLLECT_TIMEOUT_MS, undefined, { ref: false })]).catch(() => undefined);
}
