import { createServer } from 'node:net';
import type { Replica, Stage } from './stage.ts';

/** Starts a process that a browser can open, over http on loopback. */
export async function startForBrowser({ start }: Stage): Promise<Replica> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  const port = String(address.port);
  return await start({ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` });
}
