import type { IncomingHttpHeaders } from 'node:http';
import { LOOPBACK_HOSTS } from '../infra/loopback-hosts.ts';

/**
 * Checks that an unsafe request comes from our own pages, by its `Origin` and `Sec-Fetch-Site`. Clients that send
 * neither are not browsers; for them the CSRF token alone decides.
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
    // Browsers omit port 80 from an origin.
    const port = socket.localPort === 80 ? '' : `:${socket.localPort}`;
    return [...LOOPBACK_HOSTS].some((host) => origin === `http://${host}${port}`);
  };
}

/**
 * Whether another site caused a request. This matters for safe requests too: they come without the SameSite=Strict
 * cookie, and a new cookie in the response would replace the session's.
 */
export function isFromAnotherSite({ headers }: { readonly headers: IncomingHttpHeaders }): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}
