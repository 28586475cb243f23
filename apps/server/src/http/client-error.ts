import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { REQUEST_ID_HEADER } from '@halyard/contract/constants';
import type { ErrorBody } from '@halyard/contract/error-body';
import { errorCode } from '../infra/error-code.ts';
import { errorPage, isApi } from './error-page.ts';

/** Closes both directions of the connection. Otherwise, a client could hold it open forever. */
export function answerClientError(
  error: Error,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (!socket.writable) return;
  const [line, message] = statusOf(errorCode(error));
  const requestId = randomUUID();
  const answer = isFromBrowser(error) ? pageOf(message) : jsonOf({ message, requestId });
  const sent: Readonly<Record<string, string>> = {
    connection: 'close',
    ...headers,
    ...answer.headers,
    'content-length': String(Buffer.byteLength(answer.text)),
    [REQUEST_ID_HEADER]: requestId,
  };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${line}`, ...lines, '', answer.text].join('\r\n'));
  socket.destroySoon();
}

/** Node passes only the last packet of the request. Without a first line, a browser has most likely sent it. */
function isFromBrowser(error: Error): boolean {
  if (errorCode(error) !== 'HPE_HEADER_OVERFLOW') return false;
  const packet = 'rawPacket' in error && Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString() : '';
  const url = /^[A-Z]+ (\S+)/.exec(packet)?.[1];
  return url === undefined || (!isApi(url) && packet.includes('text/html'));
}

function pageOf(message: string) {
  const { html, headers } = errorPage(`${message}. Delete the cookies of this site and try again`);
  return { text: html, headers };
}

function jsonOf({ message, requestId }: Pick<ErrorBody, 'message' | 'requestId'>) {
  const body: ErrorBody = { status: 'validation_error', message, requestId };
  return { text: JSON.stringify(body), headers: { 'content-type': 'application/json; charset=utf-8' } };
}

function statusOf(code: string | undefined): [line: string, message: string] {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return ['431 Request Header Fields Too Large', 'The headers of the request are too large'];
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return ['408 Request Timeout', 'The request took too long'];
  return ['400 Bad Request', 'The request is not valid HTTP'];
}
