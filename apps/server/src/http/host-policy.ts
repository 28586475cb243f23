import { PLATFORM_API } from '@halyard/contract/constants';
import type { FastifyRequest } from 'fastify';

/**
 * Whether a request names a host at which people reach the dashboard. Another name is either one that was made to lead
 * here, so that a page under it may talk to this server (DNS rebinding), or one meant to end up in a link.
 */
export type HostPolicy = (request: FastifyRequest) => boolean;

/** Nobody can make an address lead elsewhere, and everybody's own computer has these names. */
const ADDRESS = /^(localhost|\d{1,3}(\.\d{1,3}){3}|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/** The platform's services and whoever looks after the process reach it under names of their own network. */
const NOT_FOR_BROWSERS = new RegExp(`^(${PLATFORM_API}/|/(healthz|readyz)(\\?|$))`);

/** A proxy that is trusted has chosen this server by rules of its own. */
export function createHostPolicy(publicUrl: string | undefined): HostPolicy {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host;
  return ({ headers: { host }, url, ips = [] }) =>
    host === undefined ||
    ADDRESS.test(host) ||
    host.toLowerCase() === publicHost ||
    ips.length > 1 ||
    NOT_FOR_BROWSERS.test(url);
}
