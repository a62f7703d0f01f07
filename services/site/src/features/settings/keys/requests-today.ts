import { dayOf } from '@vitae/accounts/consumption/calendar';
import { keySource } from '@vitae/accounts/consumption/counter';
import { acceptedIn } from '@vitae/accounts/consumption/counts';
import type { ConsumptionReports } from '@vitae/accounts/consumption/report';
import { dayWindow } from '@vitae/accounts/consumption/window';
import type { Clock } from '@vitae/kit/clock';
import type { EndpointRequests } from './revoke-and-roll-pages.tsx';

const MAX_ENDPOINTS = 10;

/**
 * Returns the endpoints with the most accepted requests of a key on the current day of the company's time zone.
 * `endpoints` maps endpoint names to addresses.
 */
export function createRequestsToday(reports: ConsumptionReports, endpoints: ReadonlyMap<string, string>, clock: Clock) {
  return async (
    { id: companyId, timeZone }: { id: number; timeZone: string },
    keyId: number,
    signal: AbortSignal,
  ): Promise<EndpointRequests[]> => {
    const window = dayWindow(dayOf(Math.floor(clock.now() / 60_000), timeZone), timeZone);
    const { byEndpoint } = await reports.of({ companyId, signal, timeZone, window, source: keySource(keyId) });
    return byEndpoint
      .map(({ endpoint, counts }) => ({ endpoint: endpoints.get(endpoint) ?? endpoint, count: acceptedIn(counts) }))
      .filter(({ count }) => count > 0)
      .slice(0, MAX_ENDPOINTS);
  };
}
