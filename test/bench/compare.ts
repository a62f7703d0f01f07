/** One of two things that are measured side by side. */
export type Side = { name: string; measure(round: number): Promise<number> };

export type Comparison = {
  title: string;
  /** What is ours, and what it is divided by. */
  ours: Side;
  peer: Side;
  goal?: number;
  /** Whether the ratio should reach the goal or stay below it: a rate or a time. */
  goalIs?: GoalIs;
  /** Said in the report when the goal is missed: where the difference goes. */
  whyMissed?: string;
  rounds?: number;
};

type GoalIs = 'least' | 'most';
export type Row = {
  title: string;
  unit: string;
  ours: Spread;
  peer: Spread;
  ratio: Spread;
  goal: number | undefined;
  goalIs: GoalIs;
  whyMissed?: string;
};
export type Spread = { least: number; median: number; most: number };

const ROUNDS = 5;

/**
 * Measures both sides in turn, round by round, and divides within the round: a machine whose
 * speed drifts moves both. The first round warms up and does not count.
 */
export async function compare(
  { title, ours, peer, goal, goalIs = 'least', whyMissed, rounds = ROUNDS }: Comparison,
  unit = '1/s',
): Promise<Row> {
  const pairs: { ours: number; peer: number }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const oursFirst = round % 2 === 0;
    const first = await (oursFirst ? ours : peer).measure(round);
    const second = await (oursFirst ? peer : ours).measure(round);
    if (round > 0) pairs.push(oursFirst ? { ours: first, peer: second } : { ours: second, peer: first });
  }
  return {
    title: `${title}: ${ours.name} ÷ ${peer.name}`,
    unit,
    ours: spread(pairs.map((pair) => pair.ours)),
    peer: spread(pairs.map((pair) => pair.peer)),
    ratio: spread(pairs.map((pair) => pair.ours / pair.peer)),
    goal,
    goalIs,
    ...(whyMissed === undefined ? {} : { whyMissed }),
  };
}

/** Whether the median of the ratios is what it should be; undefined where no goal was set. */
export function goalMet({ ratio, goal, goalIs }: Pick<Row, 'ratio' | 'goal' | 'goalIs'>): boolean | undefined {
  if (goal === undefined) return undefined;
  return goalIs === 'least' ? ratio.median >= goal : ratio.median <= goal;
}

export function spread(values: number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return { least: at(0), median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2, most: at(sorted.length - 1) };
}

/** The rows as a table for people and for RESULTS.md, and below it every goal that was missed. */
export function table(rows: Row[]): string {
  const lines = rows.map((row) => {
    const { title, unit, ours, peer, ratio } = row;
    const cells = [
      title,
      figure(ours.median),
      figure(peer.median),
      unit,
      ratio.median.toFixed(2),
      `${ratio.least.toFixed(2)}–${ratio.most.toFixed(2)}`,
      goalOf(row),
      { true: 'met', false: '**missed**', undefined: '' }[String(goalMet(row))],
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| Comparison | ours (median) | peer (median) | unit | ratio (median) | range | goal | |',
    '|---|---|---|---|---|---|---|---|',
    ...lines,
    ...missed(rows.filter((row) => goalMet(row) === false)),
  ].join('\n');
}

function missed(rows: Row[]): string[] {
  if (rows.length === 0) return [];
  const told = rows.map((row) =>
    `- ${row.title}: ${row.ratio.median.toFixed(2)}, goal ${goalOf(row)}. ${row.whyMissed ?? ''}`.trim(),
  );
  return ['', 'Goals that were missed:', '', ...told];
}

function goalOf({ goal, goalIs }: Row): string {
  return goal === undefined ? '' : `${goalIs === 'least' ? '≥' : '≤'} ${goal.toFixed(2)}`;
}

function figure(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}
