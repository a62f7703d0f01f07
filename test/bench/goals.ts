import { type GoalIs, goalSigns, isReached } from './compare.ts';

/** A measured number with a goal. */
export type Measurement = {
  title: string;
  value: number;
  unit: string;
  goal: number;
  goalIs: GoalIs;
  /** What was measured before the work on scale, if it was. */
  before?: string;
};

/** Formats measurements as a Markdown table. */
export function measurementTable(measurements: readonly Measurement[]): string {
  const lines = measurements.map(({ title, value, unit, goal, goalIs, before = '' }) => {
    const cells = [
      title,
      before,
      `${formatValue(value)} ${unit}`,
      `${goalSigns[goalIs]} ${goal.toLocaleString('en')} ${unit}`,
      isReached(value, goal, goalIs) ? 'met' : '**missed**',
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return ['| Measurement | Before | Now | Goal | Result |', '|---|---|---|---|---|', ...lines].join('\n');
}

function formatValue(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
}
