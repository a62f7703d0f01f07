import { BlockList, isIP, isIPv6 } from 'node:net';
import { invalid } from '@vitae/kit/errors';
import { endpointNotAllowed, networkNotAllowed, type Rejection } from '../signatures/rejection.ts';

/** The permitted uses of a historical key. Its signature covers neither the method nor the path. */
export type Fence = {
  /** The names of routes, which determine method and path. */
  endpoints: string[];
  /** Networks in CIDR notation; empty for any. */
  networks: string[];
  /** Whether each hash is accepted once for requests that change something. Their timestamps must be current. */
  singleUse: boolean;
};

/** A fence prepared for checking many requests. */
export type CheckedFence = Pick<Fence, 'singleUse'> & {
  rejectionOf(endpoint: string, address: string | undefined): Rejection | undefined;
};

export const MAX_NETWORKS = 50;

export function prepareFence({ endpoints, networks, singleUse }: Fence): CheckedFence {
  const allowed = new Set(endpoints);
  const isIncluded = networkMatcher(networks);
  return {
    singleUse,
    rejectionOf: (endpoint, address) => {
      if (!isIncluded(address)) return networkNotAllowed;
      return allowed.has(endpoint) ? undefined : endpointNotAllowed;
    },
  };
}

/** Returns a function that tells whether an address is in one of the networks. Without networks, every address is. */
export function networkMatcher(networks: readonly string[]): (address: string | undefined) => boolean {
  if (networks.length === 0) return () => true;
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix = ''] = network.split('/');
    list.addSubnet(address, Number(prefix), familyOf(address));
  }
  // `check` also compares IPv4 addresses that are written as IPv6.
  return (address = '') => isIP(address) !== 0 && list.check(address, familyOf(address));
}

/** Returns how a fence is recorded in the audit log. */
export function fenceDetail({ endpoints, networks, singleUse }: Fence): Record<string, string> {
  return { endpoints: endpoints.join(' '), networks: networks.join(' '), singleUse: String(singleUse) };
}

/** Normalizes a fence. @throws {VitaeError} INVALID_ARGUMENT if it allows no endpoint or a network is not valid */
export function parseFence({ endpoints, networks, singleUse }: Fence): Fence {
  if (endpoints.length === 0) throw invalid('Allow at least one endpoint. To stop all requests, revoke the key.');
  if (networks.length > MAX_NETWORKS) throw invalid(`Enter at most ${MAX_NETWORKS} networks.`);
  return {
    endpoints: [...new Set(endpoints)].sort(),
    networks: [...new Set(networks.map(requireNetwork))],
    singleUse,
  };
}

function requireNetwork(text: string): string {
  const network = parseNetwork(text);
  if (!network) throw invalid(`${text}: must be an IP address or a network such as 192.0.2.0/24 or 2001:db8::/32.`);
  return network;
}

/** Returns an address or network in CIDR notation; undefined if it is not valid. */
export function parseNetwork(text: string): string | undefined {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? [];
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  const length = prefix === undefined ? bits : Number(prefix);
  return bits > 0 && !address.includes('%') && length <= bits ? `${address}/${length}` : undefined;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
