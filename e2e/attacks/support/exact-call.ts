import type { OutgoingHttpHeaders } from 'node:http';
import { CSRF_HEADER } from '@halyard/contract/constants';
import { type Answer, type Caller, exchange, type Sending } from './caller.ts';
import type { Stage } from './stage.ts';

/**
 * Sends one request of a caller with any path, and without the headers that are given as undefined. Keeps the caller's
 * cookie and token.
 */
export async function sendExactly(
  { a, publicUrl }: Stage,
  { ip, cookie, csrfToken }: Caller,
  method: string,
  path: string,
  { headers, body, raw, on }: Sending = {},
): Promise<Answer> {
  const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const all: OutgoingHttpHeaders = {
    host: new URL(publicUrl).host,
    'x-forwarded-for': ip,
    'x-forwarded-proto': 'https',
    origin: publicUrl,
    [CSRF_HEADER]: csrfToken,
    ...(cookie !== '' && { cookie }),
    // Node would send the body of a DELETE without its length.
    ...(content !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(content),
    }),
    ...headers,
  };
  const present = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return await exchange(on ?? a.address, { method, path, headers: present, content });
}
