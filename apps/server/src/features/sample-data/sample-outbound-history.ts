import type { RandomSource } from './random-source.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './sample-calendar.ts';
import { feeOf, nativeOf, unitsWorth } from './sample-chains.ts';
import { createWalletBook, type Movement, newHash, statusAfter } from './sample-movement.ts';
import type { SampleCurrency } from './sample-payments.ts';
import type { SampleWallet } from './sample-wallets.ts';

/** Deposit when a wallet opens or would run short. */
const FLOAT_USD = 1_500;
/** Amount that payouts leave in a wallet. */
const LEFT_USD = 900;
const PAYOUT_DAYS = [4, 12] as const;
const PAYOUTS_MAX = 3;
const FAILED_SHARE = 0.01;
const APPROVAL_SHARE = 0.04;

/**
 * Creates the history of an outbound wallet around given movements. Adds payouts when the balance is high enough and
 * deposits before it would run short.
 * @param given sweeps, gas top-ups and refunds of this wallet, in order of time
 * @returns given and added movements. No balance is ever negative: outgoing amounts are booked no later than they are
 *   sent, and deposits come first.
 */
export function createOutboundHistory(
  random: RandomSource,
  wallet: SampleWallet,
  given: readonly Movement[],
  now: number,
): Movement[] {
  const { network } = wallet;
  const native = nativeOf(network);
  const book = createWalletBook(network);
  const movements: Movement[] = [];
  const note = (movement: Movement) => {
    movements.push(movement);
    book.enter(movement);
  };
  const own = (currency: SampleCurrency, units: bigint, at: number) => ({
    wallet,
    currency,
    units,
    fee: feeOf(random, network, currency),
    hash: newHash(random, network),
    at,
  });
  const putIn = (currency: SampleCurrency, units: bigint, at: number) =>
    note({ ...own(currency, units, at), direction: 'incoming', type: 'adjustment', status: 'confirmed' });

  /** Deposits the missing amount one minute before a movement. */
  function cover({ currency, units, fee, at }: Movement): void {
    const before = at - MINUTE_MS;
    const needs = new Map([[native, fee]]);
    needs.set(currency, (needs.get(currency) ?? 0n) + units);
    for (const [needed, amount] of needs) {
      if (book.unitsOf(needed) < amount)
        putIn(needed, amount + unitsWorth(needed, FLOAT_USD, before), before);
    }
  }
  const pay = (movement: Movement) => {
    cover(movement);
    note(movement);
  };

  function payOut(currency: SampleCurrency, after: number): void {
    let at = after;
    for (let count = random.integer(1, PAYOUTS_MAX); count > 0; count--) {
      at += (1 + 9 * random.next()) * MINUTE_MS;
      const spare = book.unitsOf(currency) - unitsWorth(currency, LEFT_USD, at);
      if (spare <= 0n || at >= now) return;
      const units = (spare * BigInt(random.integer(20, 70))) / 100n;
      const payout = { direction: 'outgoing', type: 'payout' } as const;
      if (random.chance(FAILED_SHARE)) pay({ ...own(currency, units, at), ...payout, status: 'failed' });
      else pay({ ...own(currency, units, at), ...payout, status: statusAfter(random, now - at) });
    }
    if (random.chance(APPROVAL_SHARE) && at + MINUTE_MS < now) {
      // A token approval only costs its fee.
      const approval = { ...own(native, 0n, at + MINUTE_MS), direction: 'internal', type: 'fee' } as const;
      pay({ ...approval, status: 'confirmed' });
    }
  }

  for (const currency of [native, 'USDT'] as const) {
    putIn(currency, unitsWorth(currency, FLOAT_USD, wallet.createdAt), wallet.createdAt + HOUR_MS);
  }
  const payoutDue = new Map<SampleCurrency, number>();
  for (const movement of given) {
    const { direction, currency, at } = movement;
    if (direction === 'incoming') note(movement);
    else pay(movement);
    if (at < (payoutDue.get(currency) ?? 0)) continue;
    const [least, most] = PAYOUT_DAYS;
    payoutDue.set(currency, at + (least + (most - least) * random.next()) * DAY_MS);
    payOut(currency, at);
  }
  return movements;
}
