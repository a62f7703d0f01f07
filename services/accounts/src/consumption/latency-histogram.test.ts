import fc from 'fast-check';
import { latencyClass, percentile } from './latency-histogram.ts';

const countsOf = (latencies: readonly number[]) => {
  const counts: Record<string, number> = {};
  for (const latency of latencies) counts[latencyClass(latency)] = (counts[latencyClass(latency)] ?? 0) + 1;
  return counts;
};

describe('latency histogram', () => {
  test('estimates percentiles within one bucket', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.3, max: 60_000, noNaN: true }), { minLength: 1, maxLength: 200 }),
        fc.constantFrom(0.5, 0.95, 0.99),
        (latencies, share) => {
          const sorted = latencies.toSorted((a, b) => a - b);
          const exact = sorted[Math.ceil(share * sorted.length) - 1] as number;
          const estimate = percentile(countsOf(latencies), share) as number;
          expect(estimate / exact).toBeGreaterThan(0.8);
          expect(estimate / exact).toBeLessThan(1.25);
        },
      ),
    );
  });

  test('sums up buckets of two gateways', () => {
    const both = countsOf([3, 5, 8, 200, 900]);
    const first = countsOf([3, 5]);
    for (const [name, count] of Object.entries(countsOf([8, 200, 900]))) first[name] = (first[name] ?? 0) + count;
    expect(first).toEqual(both);
  });

  test('returns no percentile without responses', () => {
    expect(percentile({ accepted_standard: 3 }, 0.5)).toBeUndefined();
  });

  test.each([
    [0, 'l0'],
    [0.25, 'l0'],
    [0.26, 'l1'],
    [0.5, 'l4'],
    [0.51, 'l5'],
    [65_536, 'l72'],
    [10 ** 9, 'l72'],
  ])('counts %d ms in the bucket %s', (latency, name) => {
    expect(latencyClass(latency)).toBe(name);
  });

  test('interpolates within the bucket that contains the percentile', () => {
    expect(percentile({ l4: 50, l8: 50, us: 1_000, s200: 100 }, 0.5)).toBe(0.5);
    expect(percentile({ l4: 50, l8: 50 }, 1)).toBe(1);
    expect(percentile({ l8: 2, l4: 2 }, 0.75)).toBeCloseTo(0.25 * 2 ** 1.875, 10);
  });
});
