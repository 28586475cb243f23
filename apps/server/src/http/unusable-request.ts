import type { FastifyRequest } from 'fastify';
import { Problem } from '../infra/problem.ts';
import { opensPage } from './error-page.ts';

export const HEADERS_TOO_LARGE = 'The headers of the request are too large';

/** Limit for all headers, including the URL. Node's default. */
const HEADER_LIMIT_BYTES = 16 * 1024;
/**
 * Node's own limit. Between the two, the request is known, so that a browser gets a page and the API's clients get JSON.
 * Less than one read of a socket, which is 64 KiB.
 */
export const PARSED_HEADERS_BYTES = 3 * HEADER_LIMIT_BYTES;

/** Finds what is wrong with a request before anything uses it. Node accepts repeated Host headers. */
export function findUnusable(request: FastifyRequest): Problem | undefined {
  const { httpVersion, rawHeaders, url = '' } = request.raw;
  if (request.socket.remoteAddress === undefined) return invalid('The connection was reset');
  let hosts = 0;
  let bytes = url.length;
  for (const [at, text] of rawHeaders.entries()) {
    bytes += text.length + 2;
    if (at % 2 === 0 && text.toLowerCase() === 'host') hosts++;
  }
  if (bytes > HEADER_LIMIT_BYTES) {
    const message = opensPage(request)
      ? `${HEADERS_TOO_LARGE}. Delete the cookies of this site and try again`
      : HEADERS_TOO_LARGE;
    return new Problem('validation_error', message, { httpCode: 431 });
  }
  if (hosts > 1) return invalid('The request has more than one Host header');
  if (hosts === 0 && httpVersion === '1.1') return invalid('The request has no Host header');
  return undefined;
}

function invalid(message: string): Problem {
  return new Problem('validation_error', message);
}
