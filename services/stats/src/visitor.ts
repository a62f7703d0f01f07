import { createHmac } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { isbot } from 'isbot';

export type Visitor = { ip: string; userAgent: string };

/** Detects crawlers that identify themselves, and requests without a user agent. */
export function isCrawler(userAgent: string): boolean {
  return userAgent.trim() === '' || isbot(userAgent);
}

/**
 * Identifies a visitor of an owner on a day by a 128-bit keyed hash. Without the salt of the day, it
 * cannot be reversed by hashing known addresses. The hash includes the owner, so visits to several
 * owners cannot be linked. It excludes the browser, because one client can send any number of names.
 */
export function visitorHash(salt: Buffer, owner: string, ip: string): Buffer {
  return createHmac('sha256', salt)
    .update(JSON.stringify([owner, networkOf(ip)]))
    .digest()
    .subarray(0, 16);
}

/** The IPv4 address, or the /64 network of an IPv6 address, because a subscriber uses many addresses within it. */
export function networkOf(ip: string): string {
  if (isIPv4(ip)) return ip;
  const groups = groupsOf(ip);
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (mapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of an IPv6 address. The URL parser normalizes all notations (WHATWG URL, IPv6 serializer). */
function groupsOf(ip: string): number[] {
  const address = new URL(`http://[${ip.split('%')[0]}]`).hostname.slice(1, -1);
  const [start = '', end] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const [first, last] = [[...start], [...(end ?? [])]];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return [...first, ...zeros, ...last].map((group) => Number.parseInt(group, 16));
}
