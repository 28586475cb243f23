import { NATIVE_SYMBOLS } from '@halyard/contract/networks';
import type { FeedWalletTransaction } from '@halyard/contract/platform-feed-wallets';
import type { SampleData } from '../src/features/sample-data/sample-data.ts';

const DIGITS = 18;

export interface LedgerChange {
  readonly asset: string;
  /** In units of 10^-18. */
  readonly balance: bigint;
  readonly inFlight: bigint;
}

/** Returns a transaction's ledger changes without the product's SQL; `native` is the currency of fees. */
export function ledgerChanges(transaction: FeedWalletTransaction, native: string): LedgerChange[] {
  const { direction, status, testnet, currency, amount, networkFee } = transaction;
  if (testnet || status === 'dropped') return [];
  const sign = { incoming: 1n, outgoing: -1n, internal: 0n }[direction];
  const moved = status === 'failed' ? 0n : sign * unitsOf(amount);
  const fee = direction === 'incoming' ? 0n : -unitsOf(networkFee ?? '0');
  const isSettled = status === 'confirmed' || status === 'failed';
  return [[currency, moved] as const, [native, fee] as const]
    .filter(([, units]) => units !== 0n)
    .map(([asset, units]) => ({
      asset,
      balance: isSettled ? units : 0n,
      inFlight: isSettled ? 0n : units,
    }));
}

/** Returns balance and amount in flight by wallet and asset, without empty ones. */
export type SampleLedger = Readonly<Record<string, { readonly balance: bigint; readonly inFlight: bigint }>>;

/** @param rows wallet and asset, balance, amount in flight */
export function ledgerOf(rows: readonly (readonly [string, bigint, bigint])[]): SampleLedger {
  const left = rows.filter(([, balance, inFlight]) => balance !== 0n || inFlight !== 0n);
  return Object.fromEntries(left.map(([key, balance, inFlight]) => [key, { balance, inFlight }]));
}

export function sampleLedger({
  wallets,
  walletTransactions,
}: Pick<SampleData, 'wallets' | 'walletTransactions'>): SampleLedger {
  const networkOf = new Map(wallets.map(({ uuid, network }) => [uuid, network]));
  const sums = new Map<string, [bigint, bigint]>();
  for (const transaction of walletTransactions) {
    const native = NATIVE_SYMBOLS[networkOf.get(transaction.walletUuid) ?? 'ETH'];
    for (const { asset, balance, inFlight } of ledgerChanges(transaction, native)) {
      const key = `${transaction.walletUuid} ${asset}`;
      const [before, beforeInFlight] = sums.get(key) ?? [0n, 0n];
      sums.set(key, [before + balance, beforeInFlight + inFlight]);
    }
  }
  return ledgerOf([...sums].map(([key, [balance, inFlight]]) => [key, balance, inFlight]));
}

/** Converts a decimal to units of 10^-18. */
export function unitsOf(amount: string): bigint {
  const [whole = '', part = ''] = amount.split('.');
  return BigInt(whole + part.padEnd(DIGITS, '0'));
}
