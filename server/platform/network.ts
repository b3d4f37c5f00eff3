import { isIPv4, isIPv6 } from 'node:net';

const GROUPS = 8;
const NETWORK_GROUPS = 4;
const MAPPED_IPV4 = [0, 0, 0, 0, 0, 0xffff];

/** The eight groups of an IPv6 address that `isIPv6` has accepted. */
function groupsOf(address: string): number[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const [, prefix = '', ...bytes] = dotted ?? [];
  const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number);
  const plain =
    dotted === null ? address : `${prefix}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  const [head = [], tail] = plain
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))));
  if (tail === undefined) return head;
  return [...head, ...Array<number>(GROUPS - head.length - tail.length).fill(0), ...tail];
}

/**
 * The network that every rate limit counts as one address. A subscriber has a whole IPv6 /64 and could use another of
 * its addresses for each attempt. An IPv4 address mapped into IPv6 counts as that IPv4 address. Null if the address is
 * unknown.
 */
export function networkOf(address: string | null): string | null {
  if (address === null) return null;
  const [unzoned = ''] = address.split('%');
  if (isIPv4(unzoned)) return unzoned;
  if (!isIPv6(unzoned)) return null;
  const groups = groupsOf(unzoned);
  if (MAPPED_IPV4.every((group, index) => groups[index] === group))
    return groups
      .slice(MAPPED_IPV4.length)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}
