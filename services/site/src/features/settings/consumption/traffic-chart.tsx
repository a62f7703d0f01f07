import type { VNode } from 'preact';
import type { Outcome } from '@vitae/accounts/consumption/counter';
import { acceptedIn, type Counts, callsIn, limitedIn, refusedIn } from '@vitae/accounts/consumption/counts';
import { percentile } from '@vitae/accounts/consumption/latency-histogram';
import type { Window } from '@vitae/accounts/consumption/window';
import { DataTable } from '../../../components/data-table.tsx';
import type { Messages } from '../../../locales/messages.ts';
import type { ConsumptionFormat } from './consumption-format.ts';

export type TrafficChartProps = {
  window: Window;
  series: readonly Counts[];
  /** Shows this outcome alone. */
  outcome: Outcome | undefined;
  format: ConsumptionFormat;
  messages: ConsumptionWords;
};

type Bar = { start: number; counts: Counts; parts: number[] };

const HEIGHT = 100;
const PER_BAR = 10;
const GAP = 2;
const CLASSES = ['bar-accepted', 'bar-limited', 'bar-refused'] as const;
const LABELS = 4;

/** Calls over time as bars, the same as a table beneath. */
export function TrafficChart({ window, series, outcome, format, messages }: TrafficChartProps): VNode {
  const bars = window.points.map(({ start }, index) => barOf(start, series[index] ?? {}, outcome));
  const highest = Math.max(1, ...bars.map(({ parts }) => sum(parts)));
  const title = messages.chart.title(format.window(window));
  const label = (bar: Bar) => format.point(window.view, bar.start);
  return (
    <figure class="chart">
      <figcaption class="chart-head">
        <span>{title}</span>
        <span class="muted">
          {messages.chart.highest(format.number(Math.max(0, ...bars.map(({ parts }) => sum(parts)))))}
        </span>
      </figcaption>
      <svg
        class="chart-bars"
        viewBox={`0 0 ${bars.length * PER_BAR} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${title}. ${messages.chart.highest(format.number(Math.max(0, ...bars.map(({ parts }) => sum(parts)))))}`}
      >
        {bars.map((bar, index) => (
          <g key={bar.start}>
            <title>{`${label(bar)}: ${format.number(sum(bar.parts))}`}</title>
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
      <div class="chart-labels" aria-hidden="true">
        {spread(bars).map((bar) => (
          <span key={bar.start}>{label(bar)}</span>
        ))}
      </div>
      <ul class="chart-legend" aria-hidden="true">
        <li class="legend-accepted">{messages.figures.accepted}</li>
        <li class="legend-limited">{messages.figures.limited}</li>
        <li class="legend-refused">{messages.figures.refused}</li>
      </ul>
      <details id="chart-table">
        <summary>{messages.chart.asTable}</summary>
        <DataTable
          caption={title}
          rows={bars}
          keyOf={({ start }) => start}
          columns={[
            { key: 'time', title: messages.chart.time, cell: label },
            ...(
              [
                ['calls', callsIn],
                ['accepted', acceptedIn],
                ['limited', limitedIn],
                ['refused', refusedIn],
              ] as const
            ).map(([key, count]) => ({
              key,
              title: messages.figures[key],
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
      </details>
    </figure>
  );
}

function barOf(start: number, counts: Counts, outcome: Outcome | undefined): Bar {
  const count = (one: (counts: Counts) => number) => one(outcome ? { [outcome]: counts[outcome] ?? 0 } : counts);
  return { start, counts, parts: [count(acceptedIn), count(limitedIn), count(refusedIn)] };
}

function stacked(parts: readonly number[], highest: number): { y: number; height: number }[] {
  let top = HEIGHT;
  return parts.map((part) => {
    // Nothing that happened is too small to be seen.
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
