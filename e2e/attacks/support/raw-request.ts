import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Caller } from './caller.ts';
import type { Stage } from './stage.ts';

/** The answers on one connection. */
export interface RawAnswer {
  /** The status of each answer, in order. */
  readonly statuses: readonly number[];
  readonly text: string;
  /** Whether the server ended the connection. */
  readonly closed: boolean;
  readonly seconds: number;
}

type Part = string | Buffer;

const PART_PAUSE_MS = 50;

/**
 * Sends bytes as they are, each part as a packet of its own, and collects the answers until the server closes the
 * connection or sends nothing for `quietMs` after its last byte.
 * @param from own address, in place of that of the trusted proxy
 */
export async function rawRequest(
  address: string,
  parts: Part | readonly Part[],
  {
    quietMs = 500,
    waitMs = 10_000,
    from = '127.0.0.1',
  }: { readonly quietMs?: number; readonly waitMs?: number; readonly from?: string } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(address);
  const startedAt = performance.now();
  return await new Promise((resolve) => {
    let text = '';
    let quiet: NodeJS.Timeout | undefined;
    const socket = connect({ host: hostname, port: Number(port), localAddress: from });
    const end = (closed: boolean) => {
      clearTimeout(quiet);
      clearTimeout(longest);
      socket.destroy();
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
      resolve({ statuses, text, closed, seconds: (performance.now() - startedAt) / 1_000 });
    };
    const longest = setTimeout(() => end(false), waitMs);
    socket.on('connect', () => void sendAll());
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      clearTimeout(quiet);
      quiet = setTimeout(() => end(false), quietMs);
    });
    // A server that closes without reading everything also resets the connection.
    socket.on('error', () => undefined);
    socket.on('close', () => end(true));

    async function sendAll(): Promise<void> {
      for (const part of Array.isArray(parts) ? parts : [parts]) {
        if (!socket.writable) return;
        if (!socket.write(part as Part)) await new Promise((drained) => socket.once('drain', drained));
        if (Array.isArray(parts)) await pause(PART_PAUSE_MS);
      }
    }
  });
}

/** The first answer to bytes that no HTTP client would send. */
export async function answerTo(address: string, bytes: string): Promise<Answer> {
  const received = await rawRequest(address, bytes);
  const [head = '', body = ''] = received.text.split('\r\n\r\n', 2);
  const headers = Object.fromEntries(
    head.split('\r\n').flatMap((line) => {
      const [, name, value = ''] = /^([^:]+): ?(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name.toLowerCase(), value]];
    }),
  );
  const isJson = String(headers['content-type']).startsWith('application/json');
  return {
    status: received.statuses[0] ?? 0,
    headers,
    setCookie: [],
    text: body,
    body: isJson && body !== '' ? JSON.parse(body) : undefined,
  };
}

/** The first lines of a request from this client, up to the headers that an attack adds. */
export function headOf(
  stage: Stage,
  { ip, cookie, csrfToken }: Caller,
  method: string,
  path: string,
): string {
  return [
    `${method} ${path} HTTP/1.1`,
    `Host: ${new URL(stage.publicUrl).host}`,
    `X-Forwarded-For: ${ip}`,
    `Cookie: ${cookie}`,
    `Origin: ${stage.publicUrl}`,
    `X-CSRF-Token: ${csrfToken}`,
    'Content-Type: application/json',
    '',
  ].join('\r\n');
}
