import { isIPv4, isIPv6 } from 'node:net';
import type { Clock } from '@vitae/kit/clock';
import { networkOf } from '@vitae/kit/http/client-network';
import { keySource } from '../consumption/counter.ts';
import { acceptedIn } from '../consumption/counts.ts';
import type { ConsumptionReports } from '../consumption/report.ts';
import { lastDays } from '../consumption/window.ts';
import { type Fence, networkMatcher } from './fence.ts';
import { OBSERVED_DAYS } from './fence-observation-mongo-store.ts';
import type { FenceObservation, FenceObservationStore } from './fence-observations.ts';

/** How a historical key was used in the last 30 days. */
export type ObservedUse = FenceObservation & {
  /** Accepted requests by name of the route. */
  accepted: Map<string, number>;
  /** Requests by name of the route that a fence has rejected. */
  rejected: Map<string, number>;
};

/** Requests of the last 30 days that a fence rejected or would have rejected. A request may be in several counts. */
export type FencePreview = {
  endpoints: { endpoint: string; count: number }[];
  addresses: { address: string; count: number }[];
  /** Requests by addresses that were not recorded. */
  otherAddresses: number;
  repeatedWrites: number;
  lateWrites: number;
};

export type ReadObservedUse = (
  company: { id: number; timeZone: string },
  keyId: number,
  signal?: AbortSignal,
) => Promise<ObservedUse>;

export function createObservedUse(
  reports: Pick<ConsumptionReports, 'of'>,
  observations: Pick<FenceObservationStore, 'read'>,
  clock: Clock,
): ReadObservedUse {
  return async ({ id: companyId, timeZone }, keyId, signal) => {
    const window = lastDays(OBSERVED_DAYS, Math.floor(clock.now() / 60_000), timeZone);
    const report = await reports.of({ companyId, signal, timeZone, window, source: keySource(keyId) });
    const counted = (count: (counts: Record<string, number>) => number) =>
      new Map(
        report.byEndpoint
          .map(({ endpoint, counts }) => [endpoint, count(counts)] as const)
          .filter(([, sum]) => sum > 0),
      );
    return {
      ...(await observations.read(keyId)),
      accepted: counted(acceptedIn),
      rejected: counted((counts) => counts.endpoint_not_allowed ?? 0),
    };
  };
}

/** Addresses often change within their network, so the suggested networks include their neighbors. */
const MAX_SUGGESTED = 10;

/** Returns the narrowest fence that would not have rejected accepted requests. Many networks are not restricted. */
export function suggestFence(
  { accepted, addresses, others, repeated, late }: ObservedUse,
  known: Iterable<string>,
): Fence {
  const networks = new Set([...addresses.keys()].map(neighborsOf));
  const isRestricted = others === 0 && !networks.has(undefined) && networks.size <= MAX_SUGGESTED;
  return {
    endpoints: [...known].filter((endpoint) => accepted.has(endpoint)).sort(),
    networks: isRestricted ? [...networks].filter((network) => network !== undefined).sort() : [],
    singleUse: addresses.size > 0 && repeated === 0 && late === 0,
  };
}

export function previewOf(
  { endpoints, networks, singleUse }: Fence,
  { accepted, rejected, addresses, others, repeated, late }: ObservedUse,
): FencePreview {
  const isIncluded = networkMatcher(networks);
  const counts = new Map<string, number>();
  for (const [endpoint, count] of [...accepted, ...rejected])
    if (!endpoints.includes(endpoint)) counts.set(endpoint, count + (counts.get(endpoint) ?? 0));
  return {
    endpoints: [...counts].map(([endpoint, count]) => ({ endpoint, count })).sort((a, b) => b.count - a.count),
    addresses: [...addresses]
      .filter(([address]) => !isIncluded(address))
      .map(([address, count]) => ({ address, count }))
      .sort((a, b) => b.count - a.count),
    otherAddresses: networks.length > 0 ? others : 0,
    repeatedWrites: singleUse ? repeated : 0,
    lateWrites: singleUse ? late : 0,
  };
}

/** Returns undefined for an address that is not known. */
function neighborsOf(address: string): string | undefined {
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`;
  return isIPv6(address) ? `${networkOf(address)}::/64` : undefined;
}
