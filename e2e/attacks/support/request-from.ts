import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * Sends lines that no client would send, and returns the status of the answer.
 * @param from own address, in place of that of the trusted proxy
 */
export async function rawRequest(
  address: string,
  {
    lines,
    body,
    from = '127.0.0.1',
  }: { readonly lines: readonly string[]; readonly body: string; readonly from?: string },
): Promise<number> {
  const { hostname: host, port } = new URL(address);
  const socket = connect({ host, port: Number(port), localAddress: from });
  socket.write(
    [...lines, `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close', '', body].join('\r\n'),
  );
  const answer = await text(socket);
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
}
