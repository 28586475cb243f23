import { isIP, SocketAddress } from 'node:net';

const WITH_PORT = /^(?:\[([^\]]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/;
const IPV4_IN_IPV6 = '::ffff:';

/** Normalizes an IP address to short form without port, brackets or zone; IPv4-mapped becomes IPv4. */
export function plainAddress(text: string): string | undefined {
  const [, bracketed, beforePort] = WITH_PORT.exec(text) ?? [];
  const [address = ''] = (bracketed ?? beforePort ?? text).split('%', 1);
  const version = isIP(address);
  if (version !== 6) return version === 4 ? address : undefined;
  const short = new SocketAddress({ address, family: 'ipv6' }).address;
  return short.startsWith(IPV4_IN_IPV6) && short.includes('.') ? short.slice(IPV4_IN_IPV6.length) : short;
}

/** Returns the unit that rate limits count: an IPv4 address, or the /64 of an IPv6 address, all of one host. */
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
