import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

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
 */
export async function rawRequest(
  address: string,
  parts: Part | readonly Part[],
  { quietMs = 500, waitMs = 10_000 }: { readonly quietMs?: number; readonly waitMs?: number } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(address);
  const startedAt = performance.now();
  return await new Promise((resolve) => {
    let text = '';
    let quiet: NodeJS.Timeout | undefined;
    const socket = connect(Number(port), hostname);
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
