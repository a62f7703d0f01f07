import { allMayRetireAt, retirementOf } from './retirement.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 5, 1);
const usedBefore = (days: number) => ({
  uses: 5,
  lateUses: 0,
  lastUsedAt: new Date(NOW - days * DAY_MS),
  lastUserAgent: 'PHP',
});

describe('retirement of historical keys', () => {
  test('permits retirement of a historical key after 30 days without use', () => {
    expect(retirementOf(undefined, NOW)).toEqual({ verdict: 'neverUsed' });
    expect(retirementOf(usedBefore(30), NOW)).toMatchObject({ verdict: 'unused' });
    expect(retirementOf(usedBefore(29), NOW)).toMatchObject({
      verdict: 'inUse',
      mayRetireAt: new Date(NOW + DAY_MS),
    });
  });

  test('permits retirement of all keys when the last of them is unused', () => {
    expect(allMayRetireAt(usedBefore(10).lastUsedAt, NOW)).toEqual(new Date(NOW + 20 * DAY_MS));
    for (const unused of [undefined, usedBefore(40).lastUsedAt])
      expect(allMayRetireAt(unused, NOW)).toEqual(new Date(NOW));
  });
});
