/** One side of a comparison. */
export type Side = { name: string; measure(round: number): Promise<number> };

export type Comparison = Labels & {
  ours: Side;
  peer: Side;
  /** The exact number of rounds. */
  rounds?: number;
  /** Whether both sides are warm, so that the first round counts. */
  isWarm?: boolean;
};

type Labels = {
  title: string;
  /** The ratio is `ours` ÷ `peer`. */
  ours: Pick<Side, 'name'>;
  peer: Pick<Side, 'name'>;
  goal?: number;
  goalIs?: GoalIs;
  /** Explanation in the report if the goal is missed. */
  whyMissed?: string;
};

/** The values of both sides in one round. */
export type Pair<T> = { ours: T; peer: T };

/** Whether a goal is a minimum (of a rate) or a maximum (of a time). */
export type GoalIs = 'min' | 'max';
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
export type Spread = { min: number; median: number; max: number };

export const goalSigns = { min: '≥', max: '≤' } as const;

/** The number of rounds if their ratios are similar, and otherwise. */
const ROUNDS = { min: 3, max: 5 };
/** Ratios are similar if the largest exceeds the smallest by at most this share. */
const SIMILAR = 0.1;

/** Compares the values of both sides within each round, so that a drifting machine speed affects both. */
export async function compare(comparison: Comparison, unit = '1/s'): Promise<Row> {
  const { ours, peer, rounds, isWarm } = comparison;
  const ratioOf = (pair: Pair<number>) => pair.ours / pair.peer;
  const pairs = await measureAlternately(ours.measure, peer.measure, { rounds, isWarm, ratioOf });
  return rowOf(comparison, pairs, unit);
}

type Rounds<T> = {
  rounds?: number | undefined;
  isWarm?: boolean | undefined;
  /** Returns the ratio of a round. If the ratios are similar, the measurement ends early. */
  ratioOf?: (pair: Pair<T>) => number;
};

/** Measures both sides alternately. The first round is a warm-up and does not count, unless both sides are warm. */
export async function measureAlternately<T>(
  ours: (round: number) => Promise<T>,
  peer: (round: number) => Promise<T>,
  { rounds, isWarm = false, ratioOf }: Rounds<T> = {},
): Promise<Pair<T>[]> {
  const pairs: Pair<T>[] = [];
  const isEnough = () => {
    if (rounds !== undefined || pairs.length < ROUNDS.min) return pairs.length === rounds;
    return pairs.length === ROUNDS.max || (ratioOf !== undefined && areSimilar(pairs.map(ratioOf)));
  };
  for (let round = isWarm ? 1 : 0; !isEnough(); round += 1) {
    const oursFirst = round % 2 === 0;
    const first = await (oursFirst ? ours : peer)(round);
    const second = await (oursFirst ? peer : ours)(round);
    if (round > 0) pairs.push(oursFirst ? { ours: first, peer: second } : { ours: second, peer: first });
  }
  return pairs;
}

function areSimilar(ratios: number[]): boolean {
  const { min, max } = spread(ratios);
  return max <= min * (1 + SIMILAR);
}

export function rowOf(
  { title, ours, peer, goal, goalIs = 'min', whyMissed }: Labels,
  pairs: readonly Pair<number>[],
  unit: string,
): Row {
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

/** Returns whether the median ratio meets the goal, or undefined without a goal. */
export function goalMet({ ratio, goal, goalIs }: Pick<Row, 'ratio' | 'goal' | 'goalIs'>): boolean | undefined {
  if (goal === undefined) return undefined;
  return isReached(ratio.median, goal, goalIs);
}

export function isReached(value: number, goal: number, goalIs: GoalIs): boolean {
  return goalIs === 'min' ? value >= goal : value <= goal;
}

/** Returns the median duration of repeated work in milliseconds. */
export async function medianMs(repetitions: number, work: () => Promise<unknown>): Promise<number> {
  const durations: number[] = [];
  for (let index = 0; index < repetitions; index += 1) {
    const startedAt = performance.now();
    await work();
    durations.push(performance.now() - startedAt);
  }
  return spread(durations).median;
}

export function spread(values: number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return { min: at(0), median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2, max: at(sorted.length - 1) };
}

/** Formats the rows as a Markdown table. */
export function table(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const { title, unit, ours, peer, ratio } = row;
    const cells = [
      title,
      formatNumber(ours.median),
      formatNumber(peer.median),
      unit,
      ratio.median.toFixed(2),
      `${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)}`,
      goalOf(row),
      { true: 'met', false: '**missed**', undefined: '' }[String(goalMet(row))],
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| Comparison | Ours (median) | Peer (median) | Unit | Ratio (median) | Range | Goal | Result |',
    '|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

/** Formats the rows that miss their goals as list items. */
export function missedRows(rows: readonly Row[]): string[] {
  return rows
    .filter((row) => goalMet(row) === false)
    .map((row) => `- ${row.title}: ${row.ratio.median.toFixed(2)}, goal ${goalOf(row)}. ${row.whyMissed ?? ''}`.trim());
}

function goalOf({ goal, goalIs }: Row): string {
  return goal === undefined ? '' : `${goalSigns[goalIs]} ${goal.toFixed(2)}`;
}

function formatNumber(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}
