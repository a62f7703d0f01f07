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
  /** Explanation below the table if the goal is missed. */
  whyMissed?: string;
};

/** Formats measurements as a Markdown table followed by explanations of missed goals. */
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
  const explained = measurements.flatMap(({ title, value, goal, goalIs, whyMissed }) =>
    whyMissed === undefined || isReached(value, goal, goalIs) ? [] : [`- ${title}: ${whyMissed}`],
  );
  const explanations = explained.length > 0 ? ['', ...explained] : [];
  return ['| Measurement | Before | Now | Goal | Result |', '|---|---|---|---|---|', ...lines, ...explanations].join(
    '\n',
  );
}

function formatValue(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
}
