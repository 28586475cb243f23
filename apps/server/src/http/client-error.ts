import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { REQUEST_ID_HEADER } from '@halyard/contract/constants';
import type { ErrorBody } from '@halyard/contract/error-body';
import { errorCode } from '../infra/error-code.ts';

/** Closes both directions of the connection. Otherwise, a client could hold it open forever. */
export function answerClientError(
  error: Error,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (!socket.writable) return;
  const [line, message] = statusOf(errorCode(error));
  const body: ErrorBody = { status: 'validation_error', message, requestId: randomUUID() };
  const text = JSON.stringify(body);
  socket.end(
    [
      `HTTP/1.1 ${line}`,
      'connection: close',
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(text)}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      `${REQUEST_ID_HEADER}: ${body.requestId}`,
      '',
      text,
    ].join('\r\n'),
  );
  socket.destroySoon();
}

function statusOf(code: string | undefined): [line: string, message: string] {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return ['431 Request Header Fields Too Large', 'The headers of the request are too large'];
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return ['408 Request Timeout', 'The request took too long'];
  return ['400 Bad Request', 'The request is not valid HTTP'];
}
