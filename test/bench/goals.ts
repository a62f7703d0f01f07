import { type GoalIs, goalSigns, isReached } from './compare.ts';

/** A measured number with a goal. */
export type Measurement = {
  title: string;
  value: number;
  unit: string;
  goal: number;
  goalIs: GoalIs;
  /** The value before the scalability work, if it was measured. */
  before?: string;
  /** Explanation in the report if the goal is missed. */
  whyMissed?: string;
};

/** Formats measurements as a Markdown table. */
export function measurementTable(measurements: readonly Measurement[]): string {
  const lines = measurements.map(({ title, value, unit, goal, goalIs, before = '' }) => {
    const cells = [
      title,
      before,
      `${formatValue(value)} ${unit}`,
      `${goalSigns[goalIs]} ${goal.toLocaleString('en')} ${unit}`,
      isMet({ value, goal, goalIs }) ? 'met' : '**missed**',
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return ['| Measurement | Before | Now | Goal | Result |', '|---|---|---|---|---|', ...lines].join('\n');
}

export function isMet({ value, goal, goalIs }: Pick<Measurement, 'value' | 'goal' | 'goalIs'>): boolean {
  return isReached(value, goal, goalIs);
}

/** Formats the measurements that miss their goals as list items. */
export function missedMeasurements(measurements: readonly Measurement[]): string[] {
  return measurements
    .filter((measurement) => !isMet(measurement))
    .map(({ title, value, unit, goal, goalIs, whyMissed = '' }) =>
      `- ${title}: ${formatValue(value)} ${unit}, goal ${goalSigns[goalIs]} ${goal.toLocaleString('en')}. ${whyMissed}`.trim(),
    );
}

function formatValue(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
}
