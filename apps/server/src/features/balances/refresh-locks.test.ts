import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BalanceDesk, openBalanceDesk } from '../../../test/balance-desk.ts';
import { deriveWallet } from '../../infra/chain/wallet-address.ts';
import { endRound, leaseDueSources } from './source-store.ts';

let desk: BalanceDesk;

beforeAll(async () => {
  desk = await openBalanceDesk(['TRON']);
});
afterAll(async () => await desk?.close());

async function waitingForLocks(): Promise<number> {
  const { rows } = await desk.database.query<{ waiting: number }>({
    text: `SELECT count(*) AS waiting FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE datname = current_database() AND NOT granted`,
  });
  return rows[0]?.waiting ?? 0;
}

it('a refresh waits for a round that is being stored, without a deadlock', async () => {
  const [first = 0, second = 0] = await Promise.all(
    [1, 2].map((number) =>
      desk.addWallet({ network: 'TRON', address: deriveWallet('TRON', Buffer.alloc(32, number)).address }),
    ),
  ).then((ids) => ids.toSorted((one, other) => one - other));
  await desk.refresh.requestOutboundSnapshots();
  const [source] = await leaseDueSources(desk.database, ['TRON']);
  if (source === undefined) throw new Error('the network is not due');

  let refreshed: Promise<Date> | undefined;
  await desk.database.transaction(async (transaction) => {
    const fail = (walletId: number) =>
      sql`UPDATE wallet_snapshots SET error = 'none', failed_at = now() WHERE wallet_id = ${walletId}`.execute(
        transaction,
      );
    await endRound(transaction, source, { outcome: 'answered', error: null, pauseSeconds: 10 });
    // Successful wallets are written before failed ones, in any order of ids.
    await fail(second);
    refreshed = desk.refresh.requestOutboundSnapshots();
    await expect.poll(waitingForLocks).toBe(1);
    await fail(first);
  });
  expect(await refreshed).toBeInstanceOf(Date);
});
