import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { clientAddress } from './client-address.ts';

/**
 * Warns once about a proxy that TRUSTED_PROXIES does not name: all people behind it count as one network, so that wrong
 * passwords of a stranger lock them all out.
 */
export function createUntrustedProxyWarning(
  log: Pick<FastifyBaseLogger, 'warn'>,
): (request: FastifyRequest) => void {
  let isWarned = false;
  return (request) => {
    if (isWarned || request.headers['x-forwarded-for'] === undefined) return;
    const proxy = request.socket.remoteAddress;
    if (proxy === undefined || request.ip !== proxy) return;
    isWarned = true;
    log.warn(
      { proxy: clientAddress(request) },
      'X-Forwarded-For is ignored: add the address of the proxy to TRUSTED_PROXIES',
    );
  };
}
