import type { FastifyRequest } from 'fastify';
import { plainAddress } from '../infra/address-network.ts';

/** Returns the address that the last trusted proxy reports; `unknown` after the connection has closed. */
export function clientAddress({ ip, socket }: FastifyRequest): string {
  return addressIn(ip) ?? addressIn(socket.remoteAddress) ?? 'unknown';
}

/** Accepts undefined because Fastify has no address for a closed connection, despite its types. */
function addressIn(text: string | undefined): string | undefined {
  return text === undefined ? undefined : plainAddress(text);
}
