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
};
export type Spread = { least: number; median: number; most: number };

const ROUNDS = 5;

/**
 * Measures both sides in turn, round by round, and divides within the round: a machine whose
 * speed drifts moves both. The first round warms up and does not count.
 */
export async function compare(
  { title, ours, peer, goal, goalIs = 'least', rounds = ROUNDS }: Comparison,
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
  };
}

export function spread(values: number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return { least: at(0), median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2, most: at(sorted.length - 1) };
}

/** The rows as a table for people and for RESULTS.md. */
export function table(rows: Row[]): string {
  const lines = rows.map(({ title, unit, ours, peer, ratio, goal, goalIs }) => {
    const cells = [
      title,
      figure(ours.median),
      figure(peer.median),
      unit,
      ratio.median.toFixed(2),
      `${ratio.least.toFixed(2)}–${ratio.most.toFixed(2)}`,
    ];
    return `| ${[...cells, goal === undefined ? '' : `${goalIs === 'least' ? '≥' : '≤'} ${goal.toFixed(2)}`].join(' | ')} |`;
  });
  return [
    '| Comparison | ours (median) | peer (median) | unit | ratio (median) | range | goal |',
    '|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

function figure(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}
