import { until } from './until.ts';

/** The current quota minute: Unix time in minutes. */
export const minuteNow = () => Math.floor(Date.now() / 60_000);

/** Waits for a later minute with at least 40 seconds left, and returns it. */
export async function minuteAfter(minute: number): Promise<number> {
  await until('the next minute', () => minuteNow() > minute && new Date().getSeconds() < 20, 120_000);
  return minuteNow();
}
