import { ADMIN_API } from '@halyard/contract/constants';
import { KeepAliveConnection } from '../measure/keep-alive-connection.ts';

const REQUESTS = 1_000;

/** Sends enough requests to compile the server's code, because a real server runs for months. */
export async function warmServer({ address, cookie }: { readonly address: string; readonly cookie: string }) {
  for (const path of ['/auth/me', '/users', '/wallets/inbound']) {
    await warmConnection(await KeepAliveConnection.open(`${address}${ADMIN_API}${path}`, { cookie }));
  }
}

export async function warmConnection(connection: KeepAliveConnection): Promise<void> {
  for (let done = 0; done < REQUESTS; done++) await connection.request();
  connection.close();
}
