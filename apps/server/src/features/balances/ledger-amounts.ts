import type { DatabaseReader } from '../../infra/db/database.ts';

/** What the fed transactions of a wallet add up to in one asset; all decimals. */
export interface LedgerAmounts {
  readonly balance: string;
  /** What transactions on their way will add, and, 0 or below it, what they will take. */
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
