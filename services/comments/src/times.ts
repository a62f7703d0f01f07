import type { Clock } from '@vitae/kit/clock';

/** Now, without the part of a second that is never shown. */
export function wholeSeconds(clock: Clock): Date {
  return new Date(Math.floor(clock.now() / 1000) * 1000);
}

/** `YYYY-MM-DDThh:mm:ss+hhmm`, in UTC. */
export function shownTime(time: Date): string {
  return `${time.toISOString().slice(0, 19)}+0000`;
}
