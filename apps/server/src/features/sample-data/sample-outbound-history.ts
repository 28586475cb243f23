import type { RandomSource } from './random-source.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './sample-calendar.ts';
import { feeOf, nativeOf, unitsWorth } from './sample-chains.ts';
import { createWalletBook, type Movement, newHash, statusAfter } from './sample-movement.ts';
import type { SampleCurrency } from './sample-payments.ts';
import type { SampleWallet } from './sample-wallets.ts';

/** What is put in when a wallet could not pay what it owes, and when it is opened. */
const FLOAT_USD = 1_500;
/** What payouts leave in a wallet. */
const LEFT_USD = 900;
const PAYOUT_DAYS = [4, 12] as const;
const PAYOUTS_MAX = 3;
const FAILED_SHARE = 0.01;
const APPROVAL_SHARE = 0.04;

/**
 * What happened at an outbound wallet, around what inbound wallets sent and were sent and what was refunded: payouts
 * whenever enough has gathered, and money put in before it would be short.
 * @param given of this wallet, in the order of their times
 * @returns these and what came between them. No currency is ever below zero: what goes out is taken off the book at
 *   the event that it follows, at the latest when it goes, and what is put in comes before what it is needed for.
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

  /** Puts in what is missing for a movement, a minute before it. */
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
      // Leave for a contract to move tokens costs its fee alone.
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
