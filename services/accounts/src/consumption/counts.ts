import { acceptedOutcomes, limitedOutcomes, outcomes, rejectedOutcomes } from './counter.ts';

/** Numbers of the consumption log by name, as Counter has them; a name that is not there is 0. */
export type Counts = Record<string, number>;

export function addCount(counts: Counts, name: string, count: number): void {
  counts[name] = (counts[name] ?? 0) + count;
}

export function addCounts(counts: Counts, more: Readonly<Counts>): Counts {
  for (const [name, count] of Object.entries(more)) addCount(counts, name, count);
  return counts;
}

function sumOf(counts: Readonly<Counts>, names: readonly string[]): number {
  return names.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
}

/** Every call, let in or not. */
export const requestsIn = (counts: Readonly<Counts>) => sumOf(counts, outcomes);
export const acceptedIn = (counts: Readonly<Counts>) => sumOf(counts, acceptedOutcomes);
export const limitedIn = (counts: Readonly<Counts>) => sumOf(counts, limitedOutcomes);
/** Answered 403, or 401 to an application. */
export const rejectedIn = (counts: Readonly<Counts>) => sumOf(counts, rejectedOutcomes);
/** Answered with an error of our own. */
export function failedIn(counts: Readonly<Counts>): number {
  return Object.entries(counts).reduce((sum, [name, count]) => sum + (/^s5\d\d$/.test(name) ? count : 0), 0);
}
