import type { RandomSource } from './random-source.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './sample-calendar.ts';
import { feeOf, nativeOf, unitsWorth } from './sample-chains.ts';
import {
  addMovement,
  createWalletHistory,
  type Movement,
  newHash,
  statusAfter,
  type WalletHistory,
} from './sample-movement.ts';
import type { SampleCurrency } from './sample-payments.ts';
import type { SampleWallet } from './sample-wallets.ts';

/** Deposit for a new wallet, or for one whose balance is too low. */
const FLOAT_USD = 1_500;
const LEFT_USD = 900;
const PAYOUT_DAYS = [4, 12] as const;
const PAYOUTS_MAX = 3;
const FAILED_SHARE = 0.01;
const APPROVAL_SHARE = 0.04;

/** Adds payouts and deposits to the `given` movements, in chronological order. Balances are never negative. */
export function createOutboundHistory(
  random: RandomSource,
  wallet: SampleWallet,
  given: readonly Movement[],
  now: number,
): Movement[] {
  const history = createWalletHistory(random, wallet, now);
  for (const currency of [nativeOf(wallet.network), 'USDT'] as const) {
    const units = unitsWorth(currency, FLOAT_USD, wallet.createdAt);
    deposit(history, currency, units, wallet.createdAt + HOUR_MS);
  }
  const payoutDue = new Map<SampleCurrency, number>();
  for (const movement of given) {
    const { direction, currency, at } = movement;
    if (direction === 'incoming') addMovement(history, movement);
    else pay(history, movement);
    if (at < (payoutDue.get(currency) ?? 0)) continue;
    const [least, most] = PAYOUT_DAYS;
    payoutDue.set(currency, at + (least + (most - least) * random.next()) * DAY_MS);
    payOut(history, currency, at);
  }
  return history.movements;
}

function payOut(history: WalletHistory, currency: SampleCurrency, after: number): void {
  const { random, wallet, book, now } = history;
  let at = after;
  for (let count = random.integer(1, PAYOUTS_MAX); count > 0; count--) {
    at += (1 + 9 * random.next()) * MINUTE_MS;
    const spare = book.unitsOf(currency) - unitsWorth(currency, LEFT_USD, at);
    if (spare <= 0n || at >= now) return;
    const units = (spare * BigInt(random.integer(20, 70))) / 100n;
    const isFailed = random.chance(FAILED_SHARE);
    pay(history, {
      ...transferOf(history, currency, units, at),
      direction: 'outgoing',
      type: 'payout',
      status: isFailed ? 'failed' : statusAfter(random, now - at),
    });
  }
  if (random.chance(APPROVAL_SHARE) && at + MINUTE_MS < now) {
    // A token approval only costs its fee.
    const approval = transferOf(history, nativeOf(wallet.network), 0n, at + MINUTE_MS);
    pay(history, { ...approval, direction: 'internal', type: 'fee', status: 'confirmed' });
  }
}

/** Adds a movement, and any missing amount as a deposit one minute before it. */
function pay(history: WalletHistory, movement: Movement): void {
  const { currency, units, fee, at } = movement;
  const before = at - MINUTE_MS;
  const needs = new Map([[nativeOf(history.wallet.network), fee]]);
  needs.set(currency, (needs.get(currency) ?? 0n) + units);
  for (const [needed, amount] of needs) {
    if (history.book.unitsOf(needed) < amount)
      deposit(history, needed, amount + unitsWorth(needed, FLOAT_USD, before), before);
  }
  addMovement(history, movement);
}

function deposit(history: WalletHistory, currency: SampleCurrency, units: bigint, at: number): void {
  const transfer = transferOf(history, currency, units, at);
  addMovement(history, { ...transfer, direction: 'incoming', type: 'adjustment', status: 'confirmed' });
}

function transferOf({ random, wallet }: WalletHistory, currency: SampleCurrency, units: bigint, at: number) {
  const fee = feeOf(random, wallet.network, currency);
  return { wallet, currency, units, fee, hash: newHash(random, wallet.network), at };
}
