/*
 * Latencies are counted in exponential buckets, as in HdrHistogram and native histograms of Prometheus. Buckets of several
 * minutes, keys and gateways can be summed up, and the error of a percentile is at most half a bucket (9 %).
 */

/** Upper bound of the first class, in milliseconds. */
const FIRST_MS = 0.25;
const CLASSES_PER_DOUBLING = 4;
/** Above 65 s, which no request exceeds. */
const LAST = 72;

/** Returns the name of the counter for a latency. */
export function latencyClass(milliseconds: number): string {
  const index = Math.ceil(Math.log2(Math.max(milliseconds, FIRST_MS) / FIRST_MS) * CLASSES_PER_DOUBLING);
  return `l${Math.min(index, LAST)}`;
}

/** Returns the latency in milliseconds that a share of the responses did not exceed; undefined without responses. */
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
