import type { Clock } from '@vitae/kit/clock';
import { dayOf } from '../days.ts';
import type { StatsStore } from '../store.ts';

// A visit that came just before midnight may still be on its way.
const AFTER_MS = 60 * 60_000;

/** Of days that are over, only the number of visitors is kept. */
export function createForgetVisitors(store: StatsStore, clock: Clock) {
  return (): Promise<void> => store.forgetVisitors(dayOf(clock.now() - AFTER_MS));
}
