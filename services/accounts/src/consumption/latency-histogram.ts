/*
 * Latencies are counted in classes whose bounds grow by a fixed factor, as in HdrHistogram and
 * Prometheus' native histograms: the classes of minutes, keys and gateways add up, and a percentile
 * of the sum is off by at most half a class (9 %), however small or large it is.
 */

/** Upper bound of the first class, in milliseconds. */
const FIRST_MS = 0.25;
const CLASSES_PER_DOUBLING = 4;
/** Above 65 s; no call lasts that long. */
const LAST = 72;

/** The name of the counter that an answer of this latency adds to. */
export function latencyClass(milliseconds: number): string {
  const index = Math.ceil(Math.log2(Math.max(milliseconds, FIRST_MS) / FIRST_MS) * CLASSES_PER_DOUBLING);
  return `l${Math.min(index, LAST)}`;
}

/** The latency in milliseconds that a share of the answers did not exceed; undefined when there were none. */
export function percentile(counts: Readonly<Record<string, number>>, share: number): number | undefined {
  const classes = Object.entries(counts)
    .filter(([name]) => /^l\d+$/.test(name))
    .map(([name, count]) => ({ index: Number(name.slice(1)), count }))
    .sort((a, b) => a.index - b.index);
  const total = classes.reduce((sum, { count }) => sum + count, 0);
  let left = share * total;
  for (const { index, count } of classes) {
    if (left <= count) return boundOf(index - 1 + left / count);
    left -= count;
  }
  return undefined;
}

function boundOf(index: number): number {
  return FIRST_MS * 2 ** (index / CLASSES_PER_DOUBLING);
}
