import type { ComponentChildren, VNode } from 'preact';

/** A bar of parts, the lowest first. The label names its time; `mark` is a shorter label below the chart. */
export type ChartBar = {
  key: string | number;
  label: string;
  mark?: string;
  value: string;
  parts: readonly number[];
};

export type BarChartProps = {
  title: string;
  /** The highest value, in words. */
  peak: string;
  bars: readonly ChartBar[];
  /** The class of each part. */
  classes: readonly string[];
  /** The legend and the same data as a table. */
  children: ComponentChildren;
};

const HEIGHT = 100;
const PER_BAR = 10;
const GAP = 2;
const LABELS = 4;

/** Counts over time as a bar chart. */
export function BarChart({ title, peak, bars, classes, children }: BarChartProps): VNode {
  return (
    <figure class="chart">
      <figcaption class="chart-head">
        <span>{title}</span>
        <span class="muted">{peak}</span>
      </figcaption>
      <Bars bars={bars} classes={classes} caption={`${title}. ${peak}`} />
      <div class="chart-labels" aria-hidden="true">
        {spread(bars).map(({ key, label, mark = label }) => (
          <span key={key}>{mark}</span>
        ))}
      </div>
      {children}
    </figure>
  );
}

type BarsProps = Pick<BarChartProps, 'bars' | 'classes'> & { caption: string };

function Bars({ bars, classes, caption }: BarsProps): VNode {
  const highest = Math.max(1, ...bars.map(({ parts }) => sum(parts)));
  return (
    <svg
      class="chart-bars"
      viewBox={`0 0 ${bars.length * PER_BAR} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={caption}
    >
      {bars.map(({ key, label, value, parts }, index) => (
        <g key={key}>
          <title>{`${label}: ${value}`}</title>
          <rect class="bar-space" x={index * PER_BAR} y="0" width={PER_BAR} height={HEIGHT} />
          {stacked(parts, highest).map(
            ({ y, height }, part) =>
              height > 0 && (
                <rect
                  key={classes[part]}
                  class={classes[part]}
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

function stacked(parts: readonly number[], highest: number): { y: number; height: number }[] {
  let top = HEIGHT;
  return parts.map((part) => {
    // Small counts remain visible.
    const height = part === 0 ? 0 : Math.max(1, Math.round((part / highest) * HEIGHT * 10) / 10);
    top = Math.max(0, top - height);
    return { y: top, height };
  });
}

function spread(bars: readonly ChartBar[]): ChartBar[] {
  const step = Math.max(1, Math.floor(bars.length / LABELS));
  return bars.filter((_bar, index) => index % step === 0).slice(0, LABELS);
}

export function sum(parts: readonly number[]): number {
  return parts.reduce((total, part) => total + part, 0);
}
