import type { OutgoingHttpHeaders } from 'node:http';
import { type Answer, exchange } from './caller.ts';
import type { Stage } from './stage.ts';

/** Requests a page or a file of the dashboard from process A, on a network of its own. */
export async function visit(
  { a, publicUrl, newCaller }: Stage,
  path: string,
  { method = 'GET', ...headers }: OutgoingHttpHeaders & { readonly method?: string } = {},
): Promise<Answer> {
  return await exchange(a.address, {
    method,
    path,
    headers: {
      host: new URL(publicUrl).host,
      'x-forwarded-for': newCaller().ip,
      'x-forwarded-proto': 'https',
      ...headers,
    },
  });
}
