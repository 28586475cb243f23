import { BlockList, isIP } from 'node:net';
import { z } from 'zod';

/** An IP address, or a CIDR range. */
export const keyNetwork = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** Whether an address is one of these addresses, or in one of these ranges. */
export function isWithin(networks: readonly string[], address: string): boolean {
  const allowed = new BlockList();
  for (const network of networks) {
    const [base = '', bits] = network.split('/');
    const family = familyOf(base);
    if (bits === undefined) allowed.addAddress(base, family);
    else allowed.addSubnet(base, Number(bits), family);
  }
  return isIP(address) !== 0 && allowed.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
