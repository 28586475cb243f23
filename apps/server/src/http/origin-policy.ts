import type { IncomingHttpHeaders } from 'node:http';
import { LOOPBACK_HOSTS } from '../infra/loopback-hosts.ts';

/** Checks `Origin` and `Sec-Fetch-Site`. Non-browsers send neither, so for them only the CSRF token decides. */
export type OriginPolicy = (request: {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly localPort?: number | undefined };
}) => boolean;

/** Without a public URL, accepts loopback names at the request's own port. */
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

/** Also matters for safe requests: they lack the Strict cookie, and a new one would replace the session's. */
export function isFromAnotherSite({ headers }: { readonly headers: IncomingHttpHeaders }): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}
