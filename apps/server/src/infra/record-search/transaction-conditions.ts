import type { Network } from '@halyard/contract/networks';
import type {
  TransactionDirection,
  TransactionStatus,
  TransactionType,
  WalletType,
} from '@halyard/contract/wallets';
import type { BoundValues } from '../db/bound-values.ts';
import { equalities } from '../db/equalities.ts';

export interface TransactionValues {
  readonly direction?: TransactionDirection | undefined;
  readonly type?: TransactionType | undefined;
  readonly status?: TransactionStatus | undefined;
  readonly network?: Network | undefined;
  readonly currency?: string | undefined;
  readonly walletType?: WalletType | undefined;
  readonly testnet?: boolean | undefined;
}

/** Builds conditions that fit both the transactions and their counts per day. */
export function transactionConditions(
  { direction, type, status, network, currency, walletType, testnet }: TransactionValues,
  values: BoundValues,
): string[] {
  return equalities({ direction, type, status, network, currency, wallet_type: walletType, testnet }, values);
}
