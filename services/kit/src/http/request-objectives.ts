import type { Metrics } from '../metrics.ts';
import { type CountObjective, createObjectives } from '../objectives.ts';

type CountedRequest = { method: string; route: string; status: number | undefined; durationMs: number };

/** A service level objective of requests. */
export type RequestObjective = {
  slo: string;
  /** Only `GET` and `HEAD` count. */
  readsOnly: boolean;
  /** The routes that do not count. */
  without: RegExp;
  isMet(request: CountedRequest): boolean;
};

/** Requests that do not end with 5xx. Requests that the client aborted count as met. */
export const availability = (slo: string, without: RegExp): RequestObjective => ({
  slo,
  readsOnly: false,
  without,
  isMet: ({ status = 0 }) => status < 500,
});

/** Reads whose response ends in time. */
export const latency = (slo: string, maxMs: number, without: RegExp): RequestObjective => ({
  slo,
  readsOnly: true,
  without,
  isMet: ({ durationMs }) => durationMs <= maxMs,
});

/** Counts requests toward the objectives. The routes must be a bounded set. */
export function countObjectives(
  metrics: Metrics,
  objectives: readonly RequestObjective[],
): (request: CountedRequest) => void {
  const counters = createObjectives(
    metrics,
    objectives.map(({ slo }) => slo),
  );
  const byRoute = new Map<string, (RequestObjective & { count: CountObjective })[]>();
  const objectivesOf = (route: string) => {
    const ofRoute = objectives
      .filter(({ without }) => !without.test(route))
      .map((one) => ({ ...one, count: counters[one.slo] as CountObjective }));
    byRoute.set(route, ofRoute);
    return ofRoute;
  };
  return (request) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    for (const { readsOnly, isMet, count } of byRoute.get(request.route) ?? objectivesOf(request.route))
      if (isRead || !readsOnly) count(isMet(request));
  };
}
