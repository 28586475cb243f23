import type { FastifyRequest } from 'fastify';
import { plainAddress } from '../infra/address-network.ts';

/**
 * Where a request came from, as limits and records know it: what the last trusted proxy says, or who connected where
 * that is no IP address. `unknown` once the connection is gone.
 */
export function clientAddress({ ip, socket }: FastifyRequest): string {
  return addressIn(ip) ?? addressIn(socket.remoteAddress) ?? 'unknown';
}

/** Fastify, too, has no address of a connection that is gone, whatever its types say. */
function addressIn(text: string | undefined): string | undefined {
  return text === undefined ? undefined : plainAddress(text);
}
