import { zoneFormatters } from '@vitae/accounts/companies/zone-formatters';
import type { Limits, QuotaType, Usage } from '@vitae/accounts/quota/quota-types';

/** The values of X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset. */
export type RateLimit = { limit: number; remaining: number; reset: number };

export function rateLimitOf(type: QuotaType, limits: Limits, usage: Usage): RateLimit {
  return { limit: limits[type], remaining: Math.max(0, limits[type] - usage[type]), reset: nextMinute(usage.now) };
}

/** Returns whole seconds until the reset, at least 1, because `now` is rounded down. */
export function retryAfter(usage: Usage): number {
  return nextMinute(usage.now) - usage.now;
}

/** Returns `API rate limit exceeded: … Retry after 14:32:00 Europe/Paris.`. */
export function exhaustedMessage(
  type: QuotaType,
  limit: number,
  reset: number,
  timeZone: string,
  subject = 'company',
): string {
  const time = wallClock(timeZone).format(reset * 1000);
  return `API rate limit exceeded: maximum ${limit} ${type} request(s) per minute reached for your ${subject}. Retry after ${time} ${timeZone}.`;
}

/** Returns the Unix time of the next full minute. */
export function nextMinute(now: number): number {
  return (Math.floor(now / 60) + 1) * 60;
}

const wallClock = zoneFormatters('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
