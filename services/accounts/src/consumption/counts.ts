import { acceptedOutcomes, limitedOutcomes, outcomes, rejectedOutcomes } from './counter.ts';

/** Counts by the names of `Counter`. A missing name is 0. */
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

/** All requests: accepted, limited and rejected. */
export const requestsIn = (counts: Readonly<Counts>) => sumOf(counts, outcomes);
export const acceptedIn = (counts: Readonly<Counts>) => sumOf(counts, acceptedOutcomes);
export const limitedIn = (counts: Readonly<Counts>) => sumOf(counts, limitedOutcomes);
/** Requests with status 403, or 401 and 400 for applications. */
export const rejectedIn = (counts: Readonly<Counts>) => sumOf(counts, rejectedOutcomes);

/** The classes of response statuses. Their counts add up to the accepted requests. */
export const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const;
export type StatusClass = (typeof statusClasses)[number];

/** Accepted requests with a status of the class. */
export function statusIn(counts: Readonly<Counts>, statusClass: StatusClass): number {
  const prefix = `s${statusClass[0]}`;
  return Object.entries(counts).reduce((sum, [name, count]) => sum + (name.startsWith(prefix) ? count : 0), 0);
}
