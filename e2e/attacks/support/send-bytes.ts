import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Answer } from './caller.ts';

/** Sends bytes that no HTTP client would send, and reads the answer until the server closes the connection. */
export async function sendRaw(address: string, bytes: string): Promise<Answer> {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes));
  socket.on('error', () => undefined);
  const received = await text(socket);
  const [head = '', body = ''] = received.split('\r\n\r\n', 2);
  const [line = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((each) => {
      const [, name = '', value = ''] = /^([^:]+): ?(.*)$/.exec(each) ?? [];
      return [name.toLowerCase(), value];
    }),
  );
  const isJson = String(headers['content-type']).startsWith('application/json');
  return {
    status: Number(line.split(' ')[1] ?? 0),
    headers,
    setCookie: [],
    text: body,
    body: isJson && body !== '' ? JSON.parse(body) : undefined,
  };
}
