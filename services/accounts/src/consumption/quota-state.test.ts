import type { Redis } from 'ioredis';
import { quotaState, readQuota } from './quota-state.ts';

const LIMITS = { standard: 100, intensive: 10 };
const MINUTE = 29_000_000;
const at = (seconds: number, standard: number) => ({ now: MINUTE * 60_000 + seconds * 1_000, standard, intensive: 0 });

describe('quota state', () => {
  test('forecasts when the quota will be exhausted', () => {
    expect(quotaState('standard', LIMITS, at(30, 75), []).endsAt).toBe(MINUTE * 60_000 + 40_000);
  });

  test('makes no forecast for a sufficient quota or at the start of a minute', () => {
    expect(quotaState('standard', LIMITS, at(30, 40), []).endsAt).toBeUndefined();
    expect(quotaState('standard', LIMITS, at(1, 60), []).endsAt).toBeUndefined();
  });

  test('forecasts only from the fourth second of a minute, and only within it', () => {
    expect(quotaState('standard', LIMITS, at(3, 60), []).endsAt).toBe(MINUTE * 60_000 + 5_000);
    expect(quotaState('standard', LIMITS, at(2.999, 60), []).endsAt).toBeUndefined();
    expect(quotaState('standard', LIMITS, at(30, 50), []).endsAt).toBeUndefined();
    expect(quotaState('standard', LIMITS, at(30, 51), []).endsAt).toBeDefined();
    expect(quotaState('intensive', LIMITS, { ...at(30, 0), intensive: 9 }, [])).toMatchObject({
      type: 'intensive',
      limit: 10,
      used: 9,
      endsAt: expect.any(Number),
      nearSince: MINUTE,
    });
  });

  test('reports an exhausted quota until the next minute', () => {
    const { endsAt, resetAt } = quotaState('standard', LIMITS, at(20, 100), []);
    expect(endsAt).toBe(MINUTE * 60_000 + 20_000);
    expect(resetAt).toBe((MINUTE + 1) * 60_000);
  });

  test('reports since when consecutive minutes have been near the limit', () => {
    expect(quotaState('standard', LIMITS, at(50, 85), [90, 100, 80, 79, 95]).nearSince).toBe(MINUTE - 3);
    expect(quotaState('standard', LIMITS, at(2, 3), [90, 10]).nearSince).toBe(MINUTE - 1);
    expect(quotaState('standard', LIMITS, at(50, 85), [10]).nearSince).toBe(MINUTE);
    expect(quotaState('standard', LIMITS, at(50, 79), [10, 100]).nearSince).toBeUndefined();
  });
});

test.each([
  ['this minute', MINUTE, { standard: 7, intensive: 2 }],
  ['an earlier minute', MINUTE - 1, { standard: 0, intensive: 0 }],
])('reads the clock of Redis and the quota of %s', async (_when, minute, used) => {
  const time = async () => [MINUTE * 60 + 59, 999_999];
  const hmget = async () => [String(minute), '7', '2'];
  const quota = await readQuota({ time, hmget } as unknown as Redis, 1);
  expect(quota).toEqual({ now: MINUTE * 60_000 + 59_999, ...used });
});
