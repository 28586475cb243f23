import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { REQUEST_ID_HEADER } from '@halyard/contract/constants';
import type { ErrorBody } from '@halyard/contract/error-body';
import { errorCode } from '../infra/error-code.ts';
import { HEADERS_TOO_LARGE } from './unusable-request.ts';

type Refusal = readonly [line: string, message: string, status?: ErrorBody['status']];

/** Answers a request that Node cannot parse, in JSON: only the API's clients send such requests. */
export function answerClientError(
  error: Error,
  socket: Duplex,
  headers: Readonly<Record<string, string>>,
): void {
  const answering = '_httpMessage' in socket ? (socket._httpMessage as ServerResponse | null) : null;
  // The client would take the text for a part of the answer that it is reading.
  if (answering?.headersSent) socket.destroy();
  else refuse(socket, refusalOf(errorCode(error)), headers);
}

/** Answers a client that takes this server for a proxy. */
export function answerConnect(socket: Duplex, headers: Readonly<Record<string, string>>): void {
  // Node hands the connection over without its own listener. An error that nothing handles would end the process.
  socket.on('error', () => undefined);
  refuse(socket, ['405 Method Not Allowed', 'Method not allowed.', 'method_not_allowed'], headers);
}

/** Closes both directions of the connection. Otherwise, a client could hold it open forever. */
function refuse(
  socket: Duplex,
  [line, message, status = 'validation_error']: Refusal,
  headers: Readonly<Record<string, string>>,
): void {
  if (!socket.writable) return;
  const requestId = randomUUID();
  const body: ErrorBody = { status, message, requestId };
  const text = JSON.stringify(body);
  const sent: Readonly<Record<string, string>> = {
    connection: 'close',
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    [REQUEST_ID_HEADER]: requestId,
  };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${line}`, ...lines, '', text].join('\r\n'), () => socket.destroy());
}

function refusalOf(code: string | undefined): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return ['431 Request Header Fields Too Large', HEADERS_TOO_LARGE];
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return ['408 Request Timeout', 'The request took too long'];
  return ['400 Bad Request', 'The request is not valid HTTP'];
}
