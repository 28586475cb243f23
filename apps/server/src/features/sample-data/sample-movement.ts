import { createHash } from 'node:crypto';
import type { Network } from '@halyard/contract/networks';
import type { FeedWalletTransaction } from '@halyard/contract/platform-feed-wallets';
import type { TransactionStatus } from '@halyard/contract/wallets';
import type { RandomSource } from './random-source.ts';
import { HOUR_MS, MINUTE_MS, toIso } from './sample-calendar.ts';
import { nativeOf, usdOf, writeUnits } from './sample-chains.ts';
import type { SampleCurrency } from './sample-payments.ts';
import type { SampleWallet } from './sample-wallets.ts';

export interface Movement extends Pick<FeedWalletTransaction, 'direction' | 'status' | 'type'> {
  readonly wallet: SampleWallet;
  readonly currency: SampleCurrency;
  readonly units: bigint;
  /** In units of the native currency. */
  readonly fee: bigint;
  readonly hash: string;
  /** Unix time in milliseconds. */
  readonly at: number;
  readonly testnet?: boolean;
  readonly orderUuid?: string;
  /** Overrides the amount computed from the price. */
  readonly amountUsd?: string;
}

export function newHash(random: RandomSource, network: Network): string {
  const digest = createHash('sha256').update(`${random.next()} ${random.next()}`).digest('hex');
  return network === 'TRON' ? digest : `0x${digest}`;
}

/** Returns a status for an age in milliseconds. Some transactions are pending for hours. */
export function statusAfter(random: RandomSource, age: number): TransactionStatus {
  if (age < 10 * MINUTE_MS) return 'pending';
  if (age < HOUR_MS) return 'confirming';
  return age < 12 * HOUR_MS && random.chance(0.15) ? 'pending' : 'confirmed';
}

/** Spendable balances: pending outgoing amounts are deducted, pending incoming ones do not count. */
interface WalletBook {
  readonly unitsOf: (currency: SampleCurrency) => bigint;
  readonly enter: (movement: Movement) => void;
}

function createWalletBook(network: Network): WalletBook {
  const held = new Map<SampleCurrency, bigint>();
  const add = (currency: SampleCurrency, units: bigint) =>
    held.set(currency, (held.get(currency) ?? 0n) + units);
  return {
    unitsOf: (currency) => held.get(currency) ?? 0n,
    enter: ({ direction, status, currency, units, fee, testnet }) => {
      if (testnet || status === 'dropped') return;
      if (direction === 'incoming') {
        if (status === 'confirmed') add(currency, units);
        return;
      }
      if (direction === 'outgoing' && status !== 'failed') add(currency, -units);
      add(nativeOf(network), -fee);
    },
  };
}

/** A wallet with its movements in order of creation. */
export interface WalletHistory {
  readonly random: RandomSource;
  readonly wallet: SampleWallet;
  /** Unix time in milliseconds. */
  readonly now: number;
  readonly book: WalletBook;
  readonly movements: Movement[];
}

export function createWalletHistory(random: RandomSource, wallet: SampleWallet, now: number): WalletHistory {
  return { random, wallet, now, book: createWalletBook(wallet.network), movements: [] };
}

export function addMovement({ wallet, book, movements }: WalletHistory, movement: Movement): void {
  movements.push(movement);
  if (movement.wallet === wallet) book.enter(movement);
}

export function toFeedTransaction(random: RandomSource, movement: Movement): FeedWalletTransaction {
  const { wallet, currency, units, fee, at } = movement;
  const usd = usdOf(currency, units, at);
  return {
    uuid: random.uuid(),
    walletUuid: wallet.uuid,
    direction: movement.direction,
    status: movement.status,
    type: movement.type,
    testnet: movement.testnet ?? false,
    hash: movement.hash,
    currency,
    amount: writeUnits(units),
    amountUsd: movement.amountUsd ?? usd.toFixed(usd < 10 ? 6 : 2),
    networkFee: writeUnits(fee),
    orderUuid: movement.orderUuid ?? null,
    createdAt: toIso(at),
  };
}
