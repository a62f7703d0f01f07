import { exhaustedMessage, rateLimitOf, retryAfter } from './rate-limit.ts';

const limits = { standard: 250, intensive: 10 };
const MINUTE = 1_774_267_200; // 2026-03-23T12:00:00Z

describe('rate limit headers', () => {
  test('count down to zero and reset at the next full minute', () => {
    expect(rateLimitOf('standard', limits, { standard: 1, intensive: 9, now: MINUTE })).toEqual({
      limit: 250,
      remaining: 249,
      reset: MINUTE + 60,
    });
    expect(rateLimitOf('intensive', limits, { standard: 1, intensive: 10, now: MINUTE + 59 })).toEqual({
      limit: 10,
      remaining: 0,
      reset: MINUTE + 60,
    });
  });

  test('show nothing remaining when the limit is lowered below the used quota', () => {
    expect(
      rateLimitOf('standard', { standard: 5, intensive: 1 }, { standard: 9, intensive: 0, now: MINUTE }).remaining,
    ).toBe(0);
  });

  test('ask clients to wait between one second and one minute', () => {
    expect(retryAfter({ standard: 0, intensive: 0, now: MINUTE })).toBe(60);
    expect(retryAfter({ standard: 0, intensive: 0, now: MINUTE + 59 })).toBe(1);
  });
});

test.each([
  ['Europe/Paris', MINUTE, '13:00:00 Europe/Paris'],
  ['Europe/Paris', MINUTE + 10 * 86_400, '14:00:00 Europe/Paris'], // summer time since 29 March
  ['UTC', MINUTE + 12 * 3600, '00:00:00 UTC'],
  ['Asia/Kolkata', MINUTE, '17:30:00 Asia/Kolkata'],
])('the message of a 429 in %s', (timeZone, reset, time) => {
  expect(exhaustedMessage('standard', 250, reset, timeZone)).toBe(
    `API rate limit exceeded: maximum 250 standard request(s) per minute reached for your company. Retry after ${time}.`,
  );
});
