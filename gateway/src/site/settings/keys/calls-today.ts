import type { Clock } from '@vitae/kit/clock';
import { dayOf } from '../../../consumption/calendar.ts';
import { keySource } from '../../../consumption/counter.ts';
import { acceptedIn } from '../../../consumption/counts.ts';
import type { ConsumptionReports } from '../../../consumption/report.ts';
import { dayWindow } from '../../../consumption/window.ts';
import type { CallsMade } from './ending-pages.tsx';

const MOST = 10;

/** What a key was let in for today, in the company's day, the most frequent first. `calls` gives names their addresses. */
export function createCallsToday(reports: ConsumptionReports, calls: ReadonlyMap<string, string>, clock: Clock) {
  return async ({ id: companyId, timeZone }: { id: number; timeZone: string }, keyId: number): Promise<CallsMade[]> => {
    const window = dayWindow(dayOf(Math.floor(clock.now() / 60_000), timeZone), timeZone);
    const { byEndpoint } = await reports.of({ companyId, timeZone, window, source: keySource(keyId), page: 1 });
    return byEndpoint
      .map(({ endpoint, counts }) => ({ call: calls.get(endpoint) ?? endpoint, count: acceptedIn(counts) }))
      .filter(({ count }) => count > 0)
      .slice(0, MOST);
  };
}
