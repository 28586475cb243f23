import { isIP, SocketAddress } from 'node:net';

const WITH_PORT = /^(?:\[([^\]]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/;
const IPV4_IN_IPV6 = '::ffff:';

/**
 * Normalizes an IP address: no port, brackets or zone, short form of IPv6, IPv4-mapped addresses as IPv4.
 * @returns undefined if the text is not an address
 */
export function plainAddress(text: string): string | undefined {
  const [, bracketed, beforePort] = WITH_PORT.exec(text) ?? [];
  const [address = ''] = (bracketed ?? beforePort ?? text).split('%', 1);
  const version = isIP(address);
  if (version !== 6) return version === 4 ? address : undefined;
  const short = new SocketAddress({ address, family: 'ipv6' }).address;
  return short.startsWith(IPV4_IN_IPV6) && short.includes('.') ? short.slice(IPV4_IN_IPV6.length) : short;
}

/**
 * Returns what limits and lockouts count as one source: the IPv4 address, or the /64 of an IPv6 address because one
 * host may use all of it. Other text is returned unchanged.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address) ?? address;
  if (isIP(plain) !== 6) return plain;
  const [head = '', tail] = plain.split('::');
  const leading = head === '' ? [] : head.split(':');
  const trailing = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - leading.length - trailing.length;
  const groups = [...leading, ...Array<string>(Math.max(0, zeros)).fill('0'), ...trailing];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
