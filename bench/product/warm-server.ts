import { ADMIN_API } from '@halyard/contract/constants';
import { KeptConnection } from '../measure/kept-connection.ts';

const REQUESTS = 1_000;

/** Has a server answer as many requests as it takes until its code is compiled: it runs for months, and starts once. */
export async function warmServer({ address, cookie }: { readonly address: string; readonly cookie: string }) {
  for (const path of ['/auth/me', '/users', '/wallets/inbound']) {
    await warmConnection(await KeptConnection.open(`${address}${ADMIN_API}${path}`, { cookie }));
  }
}

/** The same with what one connection asks for; closes it. */
export async function warmConnection(connection: KeptConnection): Promise<void> {
  for (let done = 0; done < REQUESTS; done++) await connection.ask();
  connection.close();
}
