import type { IncomingHttpHeaders } from 'node:http';
import { LOOPBACK_HOSTS } from '../infra/loopback-hosts.ts';

/** Checks `Origin` and `Sec-Fetch-Site`. Non-browser clients send neither; only the CSRF token protects them. */
export type OriginPolicy = (request: {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly localPort?: number | undefined };
}) => boolean;

/** Accepts loopback names at the request's own port if there is no public URL. */
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

/** Matters for safe requests too: they lack the Strict cookie, and a new one would replace the session's. */
export function isFromAnotherSite({ headers }: { readonly headers: IncomingHttpHeaders }): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}
