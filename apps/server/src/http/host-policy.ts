import { PLATFORM_API } from '@halyard/contract/constants';
import type { FastifyRequest } from 'fastify';

/** Whether the Host header is ours. Blocks DNS rebinding and forged hosts in links. */
export type HostPolicy = (request: FastifyRequest) => boolean;

/** IP addresses and localhost are safe, because DNS cannot redirect them. */
const ADDRESS = /^(localhost|\d{1,3}(\.\d{1,3}){3}|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/** Paths for platform services and operators, who may use internal host names. */
const NOT_FOR_BROWSERS = new RegExp(`^(${PLATFORM_API}/|/(healthz|readyz|version)(\\?|$))`);

/** Skips the check behind a trusted proxy, which has its own routing rules. */
export function createHostPolicy(publicUrl: string | undefined): HostPolicy {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host;
  return ({ headers: { host }, url, ips = [] }) =>
    host === undefined ||
    ADDRESS.test(host) ||
    host.toLowerCase() === publicHost ||
    ips.length > 1 ||
    NOT_FOR_BROWSERS.test(url);
}
