import type { DatabaseReader } from '../../infra/db/database.ts';

/** Sums of recorded transactions, as decimals. */
export interface LedgerAmounts {
  readonly balance: string;
  /** Sums of pending transactions. `leaving` is 0 or negative. */
  readonly arriving: string;
  readonly leaving: string;
}

const NOTHING: LedgerAmounts = { balance: '0', arriving: '0', leaving: '0' };

export type Ledger = (walletId: number, symbol: string) => LedgerAmounts;

export async function readLedger(reader: DatabaseReader, walletIds: readonly number[]): Promise<Ledger> {
  const rows = await reader
    .selectFrom('wallet_ledger')
    .select(['wallet_id', 'symbol', 'balance', 'arriving', 'leaving'])
    .where('wallet_id', 'in', walletIds)
    .execute();
  const amounts = new Map(
    rows.map(({ wallet_id, symbol, balance, arriving, leaving }) => [
      `${wallet_id} ${symbol}`,
      { balance: balance ?? '0', arriving: arriving ?? '0', leaving: leaving ?? '0' },
    ]),
  );
  return (walletId, symbol) => amounts.get(`${walletId} ${symbol}`) ?? NOTHING;
}
