import { until } from './until.ts';

/** Minutes since 1970, in which quotas count. */
export const minuteNow = () => Math.floor(Date.now() / 60_000);

/** The next minute after that one, as soon as it is here with enough of it left. */
export async function minuteAfter(minute: number): Promise<number> {
  await until('a new minute', () => minuteNow() > minute && new Date().getSeconds() < 20, 120_000);
  return minuteNow();
}
