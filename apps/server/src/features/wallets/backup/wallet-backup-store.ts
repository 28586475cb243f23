import type { Network } from '@halyard/contract/networks';
import type { WalletType } from '@halyard/contract/wallets';
import { sql } from 'kysely';
import type { DatabaseReader, DatabaseTransaction } from '../../../infra/db/database.ts';
import { walletIdColumn } from '../../../infra/db/wallet-id-column.ts';
import { readNewest, type SealedRows } from '../../../infra/sealed-rows/sealed-rows.ts';

export interface FoundWallet {
  readonly id: number;
  readonly uuid: string;
  readonly network: Network;
  readonly type: WalletType;
  readonly address: string;
  readonly publicKey: string | null;
  /** Null if the platform did not provide it. */
  readonly sealedKey: Buffer | null;
}

export interface SealedWallet extends FoundWallet {
  readonly sealedKey: Buffer;
}

/** @param id of the wallet, or its uuid */
export async function findWallet(reader: DatabaseReader, id: string): Promise<FoundWallet | undefined> {
  const { rows } = await sql<FoundWallet>`
    SELECT id, uuid, network, type, address, public_key AS "publicKey", private_key AS "sealedKey"
    FROM wallets WHERE ${sql.ref(walletIdColumn(id))} = ${id}`.execute(reader);
  return rows[0];
}

export async function markBackedUp(transaction: DatabaseTransaction, id: number): Promise<number> {
  const { backup_count } = await transaction
    .updateTable('wallets')
    .set({ backup_count: sql`backup_count + 1`, last_backup_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .returning('backup_count')
    .executeTakeFirstOrThrow();
  return backup_count;
}

/** Also those whose row was changed outside the product, because that may be meant to keep them from knowing. */
export async function readAdministratorEmails(
  reader: DatabaseReader,
  sealedRows: SealedRows,
): Promise<readonly string[]> {
  const rows = await readNewest(sealedRows, 'administrators', async () =>
    reader.selectFrom('administrators').selectAll().orderBy('email').execute(),
  );
  return rows
    .filter((row) => row.disabled_at === null || !sealedRows.isOurs('administrators', row))
    .map(({ email }) => email);
}
