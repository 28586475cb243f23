import type { IncomingHttpHeaders } from 'node:http';
import { LOOPBACK_HOSTS } from '../infra/loopback-hosts.ts';

/**
 * Whether an unsafe request may come from where its browser says it comes from: an `Origin` of our own
 * and no `Sec-Fetch-Site` but same-origin. A client that sends neither is not a browser; its CSRF token
 * alone decides.
 */
export type OriginPolicy = (request: {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly localPort?: number | undefined };
}) => boolean;

/** Without a public URL, the loopback names at the request's own port are all our own origin. */
export function createOriginPolicy(publicUrl: string | undefined): OriginPolicy {
  const publicOrigin = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  return ({ headers, socket }) => {
    const site = headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin') return false;
    const { origin } = headers;
    if (origin === undefined) return true;
    if (publicOrigin !== undefined) return origin === publicOrigin;
    // Browsers leave port 80 out of an origin.
    const port = socket.localPort === 80 ? '' : `:${socket.localPort}`;
    return [...LOOPBACK_HOSTS].some((host) => origin === `http://${host}${port}`);
  };
}

/**
 * Whether another site caused a request. Not even a safe one: a visitor that it sends here comes without the
 * SameSite=Strict cookie, and a cookie in the answer would take the place of their session's.
 */
export function isFromAnotherSite({ headers }: { readonly headers: IncomingHttpHeaders }): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}
