import type { Network } from '@halyard/contract/networks';
import type { FeedWallet } from '@halyard/contract/platform-feed-wallets';
import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../infra/db/database.ts';
import type { SealedRows } from '../../infra/sealed-rows/sealed-rows.ts';
import { toUtc } from './feed-batch.ts';
import { type KeptRow, type Tally, tally } from './feed-tally.ts';
import type { SealedKey } from './wallet-keys.ts';

export interface StoredWallet {
  readonly uuid: string;
  readonly network: Network;
  readonly type: string;
  readonly address: string;
  readonly created_at: Date;
  readonly is_key_held: boolean;
}

/** Finds wallets that share a uuid, or network and address, with one of the batch. */
export async function findStoredWallets(
  transaction: DatabaseTransaction,
  wallets: readonly FeedWallet[],
): Promise<readonly StoredWallet[]> {
  const columns = sql`wallets.uuid, wallets.network, wallets.type, wallets.address, wallets.created_at,
    wallets.private_key IS NOT NULL AS is_key_held`;
  const { rows } = await sql<StoredWallet>`
    SELECT ${columns} FROM wallets WHERE uuid = ANY (${wallets.map(({ uuid }) => uuid)}::uuid[])
    UNION SELECT ${columns} FROM wallets JOIN unnest(${wallets.map(({ network }) => network)}::text[],
      ${wallets.map(({ address }) => address)}::text[]) AS item (network, address) USING (network, address)
  `.execute(transaction);
  return rows;
}

/** Adds missing keys. Everything else about a wallet is fixed. @param sealedKeys by wallet uuid */
export async function upsertWallets(
  transaction: DatabaseTransaction,
  wallets: readonly FeedWallet[],
  sealedKeys: ReadonlyMap<string, SealedKey>,
  sealedRows: Pick<SealedRows, 'sealAddress'>,
): Promise<Tally> {
  const keys = wallets.map(({ uuid }) => sealedKeys.get(uuid));
  const { rows } = await sql<KeptRow>`
    INSERT INTO wallets AS stored (uuid, network, type, address, created_at, public_key, private_key, address_seal)
    SELECT * FROM unnest(${wallets.map(({ uuid }) => uuid)}::uuid[],
      ${wallets.map(({ network }) => network)}::text[], ${wallets.map(({ type }) => type)}::text[],
      ${wallets.map(({ address }) => address)}::text[],
      ${wallets.map(({ createdAt }) => toUtc(createdAt))}::timestamptz[],
      ${keys.map((key) => key?.publicKey ?? null)}::text[],
      ${keys.map((key) => key?.envelope ?? null)}::bytea[],
      ${wallets.map((wallet) => sealedRows.sealAddress(wallet))}::bytea[]) AS item (uuid)
    ORDER BY item.uuid
    ON CONFLICT (uuid) DO UPDATE SET public_key = excluded.public_key, private_key = excluded.private_key
    WHERE stored.private_key IS NULL AND excluded.private_key IS NOT NULL
    RETURNING xmax = 0 AS created`.execute(transaction);
  return tally(rows);
}
