/** A measured number with a goal. */
export type Measurement = {
  title: string;
  value: number;
  unit: string;
  goal: number;
  goalIs: 'min' | 'max';
  /** What was measured before the work on scale, if it was. */
  before?: string;
};

/** Formats measurements as a Markdown table. */
export function measurementTable(measurements: readonly Measurement[]): string {
  const lines = measurements.map(({ title, value, unit, goal, goalIs, before = '' }) => {
    const isMet = goalIs === 'min' ? value >= goal : value <= goal;
    const cells = [
      title,
      before,
      `${formatValue(value)} ${unit}`,
      `${goalIs === 'min' ? '≥' : '≤'} ${goal.toLocaleString('en')} ${unit}`,
      isMet ? 'met' : '**missed**',
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return ['| Measurement | Before | Now | Goal | Result |', '|---|---|---|---|---|', ...lines].join('\n');
}

function formatValue(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
}
