import type { Clock } from '@vitae/kit/clock';
import { dayOf } from '@vitae/accounts/consumption/calendar';
import { keySource } from '@vitae/accounts/consumption/counter';
import { acceptedIn } from '@vitae/accounts/consumption/counts';
import type { ConsumptionReports } from '@vitae/accounts/consumption/report';
import { dayWindow } from '@vitae/accounts/consumption/window';
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
