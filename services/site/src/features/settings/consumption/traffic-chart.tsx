import type { Outcome } from '@vitae/accounts/consumption/counter';
import { acceptedIn, type Counts, limitedIn, rejectedIn, requestsIn } from '@vitae/accounts/consumption/counts';
import { percentile } from '@vitae/accounts/consumption/latency-histogram';
import type { Window } from '@vitae/accounts/consumption/window';
import type { VNode } from 'preact';
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

const HEIGHT = 100;
const PER_BAR = 10;
const GAP = 2;
const CLASSES = ['bar-accepted', 'bar-limited', 'bar-rejected'] as const;
const LABELS = 4;

/** Requests over time as a bar chart, with the same data as a table below. */
export function TrafficChart({ window, series, outcome, format, messages }: TrafficChartProps): VNode {
  const bars = window.points.map(({ start }, index) => barOf(start, series[index] ?? {}, outcome));
  const highest = Math.max(1, ...bars.map(({ parts }) => sum(parts)));
  const title = format.text(messages.chart.title, { period: format.window(window) });
  const peak = format.text(messages.chart.highest, { count: Math.max(0, ...bars.map(({ parts }) => sum(parts))) });
  const labelOf = (bar: Bar) => format.point(window.view, bar.start);
  return (
    <figure class="chart">
      <figcaption class="chart-head">
        <span>{title}</span>
        <span class="muted">{peak}</span>
      </figcaption>
      <Bars bars={bars} highest={highest} caption={`${title}. ${peak}`} labelOf={labelOf} format={format} />
      <div class="chart-labels" aria-hidden="true">
        {spread(bars).map((bar) => (
          <span key={bar.start}>{labelOf(bar)}</span>
        ))}
      </div>
      <ul class="chart-legend" aria-hidden="true">
        <li class="legend-accepted">{messages.metrics.accepted}</li>
        <li class="legend-limited">{messages.metrics.limited}</li>
        <li class="legend-rejected">{messages.metrics.refused}</li>
      </ul>
      <details id="chart-table">
        <summary>{messages.chart.asTable}</summary>
        <ChartTable bars={bars} title={title} labelOf={labelOf} format={format} messages={messages} />
      </details>
    </figure>
  );
}

type BarsProps = {
  bars: readonly Bar[];
  highest: number;
  caption: string;
  labelOf(bar: Bar): string;
  format: ConsumptionFormat;
};

function Bars({ bars, highest, caption, labelOf, format }: BarsProps): VNode {
  return (
    <svg
      class="chart-bars"
      viewBox={`0 0 ${bars.length * PER_BAR} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={caption}
    >
      {bars.map((bar, index) => (
        <g key={bar.start}>
          <title>{`${labelOf(bar)}: ${format.number(sum(bar.parts))}`}</title>
          <rect class="bar-space" x={index * PER_BAR} y="0" width={PER_BAR} height={HEIGHT} />
          {stacked(bar.parts, highest).map(
            ({ y, height }, part) =>
              height > 0 && (
                <rect
                  key={CLASSES[part]}
                  class={CLASSES[part]}
                  x={index * PER_BAR + GAP / 2}
                  y={y}
                  width={PER_BAR - GAP}
                  height={height}
                />
              ),
          )}
        </g>
      ))}
    </svg>
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

function stacked(parts: readonly number[], highest: number): { y: number; height: number }[] {
  let top = HEIGHT;
  return parts.map((part) => {
    // Small counts remain visible.
    const height = part === 0 ? 0 : Math.max(1, Math.round((part / highest) * HEIGHT * 10) / 10);
    top = Math.max(0, top - height);
    return { y: top, height };
  });
}

function spread(bars: readonly Bar[]): Bar[] {
  const step = Math.max(1, Math.floor(bars.length / LABELS));
  return bars.filter((_bar, index) => index % step === 0).slice(0, LABELS);
}

function sum(parts: readonly number[]): number {
  return parts.reduce((total, part) => total + part, 0);
}
