import type { LedgerVerdict } from '@halyard/contract/wallets';
import type { BalanceSources } from '../../infra/balances/balance-sources.ts';
import { priceTables } from '../../infra/balances/price-tables.ts';
import type { Database } from '../../infra/db/database.ts';
import { walletIdColumn } from '../../infra/db/wallet-id-column.ts';
import { WALLET_COLUMNS, WALLET_COUNTS, type WalletRow } from './wallet-row.ts';

export interface HeldWalletRow extends WalletRow {
  readonly is_private_key_held: boolean;
  readonly backup_count: number;
  readonly last_backup_at: Date | null;
  /** Time of the newest snapshot; null without a snapshot or node. */
  readonly taken_at: Date | null;
  readonly block_number: number | null;
  readonly error: string | null;
  readonly verdict: LedgerVerdict | null;
  readonly holdings: readonly HoldingRow[];
  /** Why a held asset has no current price; null if prices are fine. */
  readonly price_error: string | null;
  /** Time of the oldest last-known price in use. */
  readonly prices_as_of: Date | null;
}

/** Decimals as text. */
export interface HoldingRow {
  readonly symbol: string;
  readonly token_address: string | null;
  /** Null for an asset in the ledger that is not queried on chain. */
  readonly balance: string | null;
  /** USD with two decimals; null without a price, or if negative, because the ledger then lacks transactions. */
  readonly value: string | null;
  /** Null if `balance` itself comes from the ledger. */
  readonly ledger_balance: string | null;
  readonly in_flight: string | null;
  readonly verdict: LedgerVerdict | null;
}

export async function readOutboundWallets(
  database: Database,
  sources: BalanceSources,
): Promise<readonly HeldWalletRow[]> {
  return await readHeldWallets(database, sources, `wallet.type = 'outbound'`, []);
}

/** @param id a wallet's id, or its uuid */
export async function readWallet(
  database: Database,
  sources: BalanceSources,
  id: string,
): Promise<HeldWalletRow | undefined> {
  return (await readHeldWallets(database, sources, `wallet.${walletIdColumn(id)} = $3`, [id]))[0];
}

export interface WalletKind extends Pick<WalletRow, 'id' | 'network' | 'type'> {}

const KINDS_MAX = 10_000;

/** Caches type and network, which never change. @param id a wallet's id, or its uuid */
export type ReadWalletKind = (id: string) => Promise<WalletKind | undefined>;

export function createWalletKinds(database: Database): ReadWalletKind {
  const kinds = new Map<string, WalletKind>();
  return async (id) => {
    const known = kinds.get(id);
    if (known !== undefined) return known;
    const column = walletIdColumn(id);
    const [wallet] = await database.prepared<WalletKind>({
      name: `kind-of-wallet-by-${column}`,
      text: `SELECT id, network, type FROM wallets WHERE ${column} = $1`,
      values: [id],
    });
    if (kinds.size >= KINDS_MAX) kinds.clear();
    if (wallet !== undefined) kinds.set(id, wallet);
    return wallet;
  };
}

async function readHeldWallets(
  database: Database,
  { chain, ledger, prices }: BalanceSources,
  condition: string,
  values: readonly unknown[],
): Promise<readonly HeldWalletRow[]> {
  const text = `
    WITH ${priceTables(prices)}
    SELECT ${WALLET_COLUMNS}, wallet.private_key IS NOT NULL AS is_private_key_held,
      wallet.backup_count, wallet.last_backup_at,
      snapshot.taken_at, snapshot.block_number, snapshot.error, snapshot.verdict, held.*
    FROM wallets AS wallet ${WALLET_COUNTS}
      LEFT JOIN wallet_snapshots AS snapshot ON snapshot.wallet_id = wallet.id AND wallet.network = ANY ($1::text[])
      CROSS JOIN LATERAL (
        SELECT coalesce(jsonb_agg(jsonb_build_object(
          'symbol', symbol,
          'token_address', token_address,
          'balance', trim_scale(balance)::text,
          'value', CASE WHEN balance = 0 THEN '0.00' WHEN balance > 0 THEN round(balance * usd, 2)::text END,
          'ledger_balance', trim_scale(ledger_balance)::text,
          'in_flight', trim_scale(in_flight)::text,
          'verdict', verdict)), '[]') AS holdings,
          min(failure.error) FILTER (WHERE balance > 0 AND (is_out OR symbol = ANY (refused))) AS price_error,
          min(as_of) FILTER (WHERE balance > 0 AND is_last_known) AS prices_as_of
        FROM (
          SELECT symbol, token_address, balance, ledger_balance, in_flight, verdict
          FROM wallet_balances WHERE wallet_id = snapshot.wallet_id
          UNION ALL
          SELECT symbol, NULL, NULL, NULL, NULL, NULL
          FROM wallet_ledger AS fed WHERE wallet_id = snapshot.wallet_id AND balance <> 0
            AND NOT EXISTS (SELECT FROM wallet_balances WHERE wallet_id = fed.wallet_id AND symbol = fed.symbol)
          UNION ALL
          SELECT symbol, NULL, balance, NULL, NULL, NULL
          FROM wallet_ledger WHERE wallet_id = wallet.id AND wallet.network = ANY ($2::text[])
        ) AS holding LEFT JOIN price USING (symbol) LEFT JOIN failure ON true) AS held
    WHERE ${condition}
    ORDER BY wallet.created_at DESC, wallet.id DESC`;
  return await database.prepared<HeldWalletRow>({
    name: `held-wallets-${prices}-${condition}`,
    text,
    values: [chain, ledger, ...values],
  });
}
