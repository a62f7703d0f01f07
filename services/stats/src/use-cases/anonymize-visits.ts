import { dayOf } from '../days.ts';
import type { StatsDeps } from '../store.ts';

// A visit shortly before midnight may still be recorded after it.
const DELAY_MS = 60 * 60_000;

/** Removes the visitor hashes of past days. Only the number of visitors remains. */
export function anonymizeVisits({ store, clock }: Pick<StatsDeps, 'store' | 'clock'>) {
  return (): Promise<void> => store.anonymizeVisits(dayOf(clock.now() - DELAY_MS));
}
