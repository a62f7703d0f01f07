import fc from 'fast-check';
import { apportion } from './apportion.ts';

describe('apportion', () => {
  test('divides in proportion and assigns remainders to the largest fractions', () => {
    expect(apportion(10, [1, 1, 1])).toEqual([4, 3, 3]);
    expect(apportion(5, [7, 2, 1])).toEqual([4, 1, 0]);
    expect(apportion(9, [9])).toEqual([9]);
    expect(apportion(0, [3, 4])).toEqual([0, 0]);
    expect(apportion(0, [0, 0])).toEqual([0, 0]);
    expect(apportion(0, [])).toEqual([]);
  });

  test('returns shares that sum up to the whole and never exceed their weights', () => {
    const weightLists = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(weightLists, fc.double({ min: 0, max: 1, noNaN: true }), (weights, part) => {
        const sum = weights.reduce((total, weight) => total + weight, 0);
        const whole = Math.floor(sum * part);
        const shares = apportion(whole, weights);
        expect(shares.reduce((total, share) => total + share, 0)).toBe(whole);
        expect(shares.every((share, index) => share >= 0 && share <= (weights[index] ?? 0))).toBe(true);
      }),
    );
  });
});
