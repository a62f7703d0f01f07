import { createHmac } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { isbot } from 'isbot';

export type Visitor = { ip: string; userAgent: string };

/** Programs that do not pretend to be people, by a list that the web keeps; and who does not say what they are. */
export function isCrawler(userAgent: string): boolean {
  return userAgent.trim() === '' || isbot(userAgent);
}

/**
 * What stands for a visitor of one owner on one day: a keyed hash, so that without the day's salt
 * no list of addresses and browsers helps, and with the owner in it, so that it says nothing about
 * visits elsewhere. 128 bits of it are kept.
 */
export function visitorHash(salt: Buffer, owner: string, { ip, userAgent }: Visitor): Buffer {
  return createHmac('sha256', salt)
    .update(JSON.stringify([owner, networkOf(ip), userAgent]))
    .digest()
    .subarray(0, 16);
}

/** An IPv4 address as it is; of IPv6 the /64, because a subscriber has all of it and changes within it. */
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

/** The eight groups of an IPv6 address. The URL parser brings every spelling to one (WHATWG URL, IPv6 serializer). */
function groupsOf(ip: string): number[] {
  const address = new URL(`http://[${ip.split('%')[0]}]`).hostname.slice(1, -1);
  const [start = '', end] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const [first, last] = [[...start], [...(end ?? [])]];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return [...first, ...zeros, ...last].map((group) => Number.parseInt(group, 16));
}
