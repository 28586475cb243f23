import { isIPv6 } from 'node:net';

/**
 * What limits and lock-outs count as one source: an IPv4 address, or the /64 of an IPv6 address, since a
 * single host commands all of one. An IPv4 address in IPv6 form counts as the IPv4 address.
 */
export function networkOf(address: string): string {
  const plain =
    address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address;
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('%')[0]?.split('::') ?? [];
  const leading = head === '' ? [] : head.split(':');
  const trailing = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - leading.length - trailing.length;
  const groups = [...leading, ...Array<string>(Math.max(0, zeros)).fill('0'), ...trailing];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
