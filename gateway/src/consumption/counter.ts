import { type RefusalCause, refusalCauses } from '../auth/refusal.ts';

/** How a call ended at the gate. */
export const outcomes = ['accepted', 'limited', ...refusalCauses] as const;
export type Outcome = 'accepted' | 'limited' | RefusalCause;

/**
 * One number of the consumption log. `name` is an outcome, `status 200`, `micros` (the sum of
 * the latencies in microseconds) or `le 25` (answers within 25 ms, and not within the bound below).
 */
export type Counter = { keyId: number; endpoint: string; name: string; count: number };

/** Bounds of the latency classes in milliseconds; the last has none. */
export const LATENCY_BOUNDS = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 10_000] as const;

export function latencyClass(milliseconds: number): string {
  for (const bound of LATENCY_BOUNDS) if (milliseconds <= bound) return `le ${bound}`;
  return 'le inf';
}

/** A field of a minute's hash: `keyId endpoint name`. */
export function fieldOf(keyId: number, endpoint: string, name: string): string {
  return `${keyId} ${endpoint} ${name}`;
}

/** Undefined for the hash's own fields. */
export function readField(field: string, value: string): Counter | undefined {
  const first = field.indexOf(' ');
  const second = field.indexOf(' ', first + 1);
  if (first < 0 || second < 0) return undefined;
  return {
    keyId: Number(field.slice(0, first)),
    endpoint: field.slice(first + 1, second),
    name: field.slice(second + 1),
    count: Number(value),
  };
}
