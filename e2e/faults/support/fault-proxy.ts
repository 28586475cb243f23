import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * What the proxy does with bytes: passes them on, keeps them for ever, or passes them on later. `lose answers to commits`
 * passes on all except what the database answers once a connection has sent a commit.
 */
export type Conduct = 'pass' | 'black hole' | 'lose answers to commits' | { readonly delayMs: number };

/** A TCP proxy on loopback whose connections can be slowed, silenced or reset. */
export interface FaultProxy {
  readonly port: number;
  conduct: Conduct;
  /** How many connections were opened so far. */
  readonly opened: () => number;
  /** Resets every connection. */
  readonly reset: () => void;
  readonly stop: () => Promise<void>;
}

export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  let opened = 0;
  const server = createServer((client) => {
    opened += 1;
    let hasCommitted = false;
    const target = connect(targetPort, '127.0.0.1');
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(from);
      from.setNoDelay();
      from.on('data', (bytes: Buffer) => {
        if (proxy.conduct !== 'lose answers to commits') hasCommitted = false;
        else if (from === client) hasCommitted ||= bytes.includes('commit\0');
        if (from === client || !hasCommitted) forward(bytes, to);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        // A black hole also keeps the end of a connection.
        if (proxy.conduct !== 'black hole') to.destroy();
      });
    }
  });
  const forward = (bytes: Buffer, to: Socket) => {
    const { conduct } = proxy;
    if (conduct === 'black hole' || to.destroyed) return;
    if (typeof conduct === 'string') to.write(bytes);
    else setTimeout(() => to.destroyed || to.write(bytes), conduct.delayMs);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: FaultProxy = {
    port: (server.address() as AddressInfo).port,
    conduct: 'pass',
    opened: () => opened,
    reset: () => {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
