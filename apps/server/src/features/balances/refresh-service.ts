import type { Network } from '@halyard/contract/networks';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../infra/db/database.ts';
import { walletIdColumn } from '../../infra/db/wallet-id-column.ts';
import { Problem } from '../../infra/problem.ts';
import { makeDue } from './source-store.ts';

export interface RefreshService {
  readonly requestOutboundSnapshots: () => Promise<Date>;
  /** @throws Problem `not_found` */
  readonly requestWalletSnapshot: (wallet: WalletReference) => Promise<Date>;
}

interface WalletReference {
  readonly id: string;
}

interface AskedWallet {
  readonly id: number;
  readonly network: Network;
}

/** Stores requests for snapshots. One snapshot answers any number of them. Skips networks without a node. */
export function createRefreshService(parts: {
  readonly database: Database;
  readonly networks: readonly Network[];
}): RefreshService {
  const { database, networks } = parts;

  /** Locks the source before its snapshots, like the worker. */
  const request = async (
    transaction: DatabaseTransaction,
    wallets: readonly AskedWallet[],
  ): Promise<Date> => {
    const asked = wallets.filter(({ network }) => networks.includes(network));
    if (asked.length > 0) {
      await makeDue(transaction, [...new Set(asked.map(({ network }) => network))]);
      await keepWishes(transaction, asked);
    }
    const { now } = await transaction.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow();
    return now;
  };

  return {
    requestOutboundSnapshots: async () =>
      await database.transaction(async (transaction) => {
        const wallets = await transaction
          .selectFrom('wallets')
          .select(['id', 'network'])
          .where('type', '=', 'outbound')
          .$narrowType<AskedWallet>()
          .execute();
        return await request(transaction, wallets);
      }),

    requestWalletSnapshot: async ({ id }) =>
      await database.transaction(async (transaction) => {
        const wallet = await transaction
          .selectFrom('wallets')
          .select(['id', 'network'])
          .where(walletIdColumn(id), '=', id)
          .$narrowType<AskedWallet>()
          .executeTakeFirst();
        if (wallet === undefined) throw new Problem('not_found', 'Wallet not found');
        return await request(transaction, [wallet]);
      }),
  };
}

async function keepWishes(transaction: DatabaseTransaction, wallets: readonly AskedWallet[]): Promise<void> {
  await sql`INSERT INTO wallet_snapshots (wallet_id, requested_at)
    SELECT id, now() FROM unnest(${wallets.map(({ id }) => id)}::bigint[]) AS asked (id) ORDER BY id
    ON CONFLICT (wallet_id) DO UPDATE SET requested_at = excluded.requested_at`.execute(transaction);
}
