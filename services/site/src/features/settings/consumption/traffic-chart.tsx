import type { Outcome } from '@vitae/accounts/consumption/counter';
import { acceptedIn, type Counts, limitedIn, rejectedIn, requestsIn } from '@vitae/accounts/consumption/counts';
import { percentile } from '@vitae/accounts/consumption/latency-histogram';
import type { Window } from '@vitae/accounts/consumption/window';
import type { VNode } from 'preact';
import { BarChart, sum } from '../../../components/bar-chart.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import type { ConsumptionFormat } from './consumption-format.ts';
import type { ConsumptionMessages } from './consumption-view.ts';

export type TrafficChartProps = {
  window: Window;
  series: readonly Counts[];
  /** Shows only this outcome. */
  outcome: Outcome | undefined;
  format: ConsumptionFormat;
  messages: ConsumptionMessages;
};

type Bar = { start: number; counts: Counts; parts: number[] };

const CLASSES = ['bar-accepted', 'bar-limited', 'bar-rejected'] as const;

/** Requests over time as a bar chart, with the same data as a table below. */
export function TrafficChart({ window, series, outcome, format, messages }: TrafficChartProps): VNode {
  const bars = window.points.map(({ start }, index) => barOf(start, series[index] ?? {}, outcome));
  const title = format.text(messages.chart.title, { period: format.window(window) });
  const peak = format.text(messages.chart.highest, { count: Math.max(0, ...bars.map(({ parts }) => sum(parts))) });
  const labelOf = (bar: Bar) => format.point(window.view, bar.start);
  const shown = bars.map((bar) => ({
    key: bar.start,
    label: labelOf(bar),
    value: format.number(sum(bar.parts)),
    parts: bar.parts,
  }));
  return (
    <BarChart title={title} peak={peak} bars={shown} classes={CLASSES}>
      <ul class="chart-legend" aria-hidden="true">
        <li class="legend-accepted">{messages.metrics.accepted}</li>
        <li class="legend-limited">{messages.metrics.limited}</li>
        <li class="legend-rejected">{messages.metrics.refused}</li>
      </ul>
      <details id="chart-table">
        <summary>{messages.chart.asTable}</summary>
        <ChartTable bars={bars} title={title} labelOf={labelOf} format={format} messages={messages} />
      </details>
    </BarChart>
  );
}

type ChartTableProps = {
  bars: readonly Bar[];
  title: string;
  labelOf(bar: Bar): string;
  format: ConsumptionFormat;
  messages: ConsumptionMessages;
};

function ChartTable({ bars, title, labelOf, format, messages }: ChartTableProps): VNode {
  return (
    <DataTable
      caption={title}
      rows={bars}
      keyOf={({ start }) => start}
      columns={[
        { key: 'time', title: messages.chart.time, cell: labelOf },
        ...(
          [
            ['calls', requestsIn],
            ['accepted', acceptedIn],
            ['limited', limitedIn],
            ['refused', rejectedIn],
          ] as const
        ).map(([key, count]) => ({
          key,
          title: messages.metrics[key],
          numeric: true,
          cell: ({ counts }: Bar) => format.number(count(counts)),
        })),
        {
          key: 'p95',
          title: 'p95',
          numeric: true,
          cell: ({ counts }: Bar) => format.latency(percentile(counts, 0.95)),
        },
      ]}
    />
  );
}

function barOf(start: number, counts: Counts, outcome: Outcome | undefined): Bar {
  const count = (one: (counts: Counts) => number) => one(outcome ? { [outcome]: counts[outcome] ?? 0 } : counts);
  return { start, counts, parts: [count(acceptedIn), count(limitedIn), count(rejectedIn)] };
}
