import type { LedgerComparison, Portfolio, WalletDetails, WalletLock } from '@halyard/contract/wallets';
import { type Amount, amountIn } from '../../../domain/amount/amount.ts';
import {
  countIn,
  fieldsOf,
  identifierIn,
  instantIn,
  isRecord,
  textIn,
  type Unread,
} from '../../../shared/api/answer-fields.ts';
import { type ListedWallet, parseWallet } from '../listed-wallet.ts';

export interface WalletLockRecord {
  readonly merchantId: string | null;
  readonly currency: string | null;
  readonly networkId: string | null;
  readonly lockedAt: string | null;
}

export interface LedgerRow {
  readonly symbol: string;
  readonly chainBalance: Amount | null;
  readonly ledgerBalance: Amount | null;
  readonly inFlight: Amount | null;
  readonly verdict: string;
}

/** A wallet in its panel. Fields that the list lacks are undefined while loading. */
export interface WalletRecord extends ListedWallet {
  readonly currentLock: WalletLockRecord | null | undefined;
  /** Whether the server stores the private key. Defaults to true. */
  readonly isPrivateKeyHeld: boolean;
  /** Undefined if the server does not count them. */
  readonly backups: { readonly count: number; readonly lastAt: string | null } | undefined;
  /** Contains `{hash}` as the placeholder of a transaction hash. */
  readonly transactionExplorerUrl: string | null;
  readonly blockNumber: string | null;
  readonly ledger: readonly LedgerRow[];
}

/** Parses a wallet in which all fields except id and address may be missing. */
export function parseWalletRecord(value: unknown): WalletRecord {
  const { currentLock, isPrivateKeyHeld, backups, transactionExplorerUrl, portfolio, ledger } =
    fieldsOf<WalletDetails>(value);
  return {
    ...parseWallet(value),
    currentLock: isRecord(currentLock) ? parseLock(currentLock) : null,
    isPrivateKeyHeld: isPrivateKeyHeld !== false,
    backups: isRecord(backups) ? parseBackups(backups) : undefined,
    transactionExplorerUrl: textIn(transactionExplorerUrl),
    blockNumber: identifierIn(fieldsOf<Portfolio>(portfolio).blockNumber),
    ledger: Array.isArray(ledger) ? ledger.filter(isRecord).map(parseLedgerRow) : [],
  };
}

/** Returns the panel's placeholder data from the list. */
export function recordOfListed(wallet: ListedWallet): WalletRecord {
  return {
    ...wallet,
    currentLock: undefined,
    isPrivateKeyHeld: true,
    backups: undefined,
    transactionExplorerUrl: null,
    blockNumber: null,
    ledger: [],
  };
}

function parseLock(lock: Unread<WalletLock>): WalletLockRecord {
  return {
    merchantId: identifierIn(lock.merchantId),
    currency: textIn(lock.currency),
    networkId: identifierIn(lock.networkId),
    lockedAt: instantIn(lock.lockedAt),
  };
}

function parseBackups({ count, lastAt }: Unread<WalletDetails['backups']>): WalletRecord['backups'] {
  const times = countIn(count);
  return times === null ? undefined : { count: times, lastAt: instantIn(lastAt) };
}

function parseLedgerRow(row: Unread<LedgerComparison>): LedgerRow {
  return {
    symbol: textIn(row.symbol) ?? '',
    chainBalance: amountIn(row.chainBalance),
    ledgerBalance: amountIn(row.ledgerBalance),
    inFlight: amountIn(row.inFlight),
    verdict: textIn(row.verdict) ?? '',
  };
}
