import type { RandomSource } from './random-source.ts';
import { MINUTE_MS } from './sample-calendar.ts';
import { feeOf, isWorthSweeping, nativeOf, parseUnits } from './sample-chains.ts';
import type { PaidWallet } from './sample-inbound-wallets.ts';
import {
  addMovement,
  createWalletHistory,
  type Movement,
  newHash,
  statusAfter,
  type WalletHistory,
} from './sample-movement.ts';
import type { OrderPayment } from './sample-order-payments.ts';
import type { SampleCurrency } from './sample-payments.ts';
import type { SampleWallet } from './sample-wallets.ts';

const SWEPT_SHARE = 0.8;
const FAILED_SHARE = 0.008;
const DROPPED_SHARE = 0.004;
const FEES_PER_TOPUP = 6n;

type InboundHistory = WalletHistory & { readonly outbound: SampleWallet };

/** Creates payments, top-ups and sweeps. All steps after a payment precede the next payment. */
export function createInboundHistory(
  random: RandomSource,
  { wallet, payments }: PaidWallet,
  outbound: SampleWallet,
  now: number,
): Movement[] {
  const history = { ...createWalletHistory(random, wallet, now), outbound };
  for (const [index, payment] of payments.entries()) {
    const movement = movementOf(random, wallet, payment);
    addMovement(history, movement);
    const until = payments[index + 1]?.at ?? now;
    if (movement.status === 'confirmed' && random.chance(SWEPT_SHARE)) {
      sweep(history, movement.currency, payment.at, until);
    }
  }
  return history.movements;
}

function sweep(history: InboundHistory, currency: SampleCurrency, after: number, until: number): void {
  const { random, wallet, outbound, book, now } = history;
  const native = nativeOf(wallet.network);
  if (!isWorthSweeping(wallet.network, currency, book.unitsOf(currency), after)) return;
  const fee = feeOf(random, wallet.network, currency);
  let at = after;
  const wait = (least: number, most: number) => {
    at += (least + (most - least) * random.next()) * MINUTE_MS;
    return at < until;
  };
  if (currency !== native && book.unitsOf(native) < 2n * fee) {
    // A sweep needs a confirmed gas top-up.
    if (!wait(2, 20) || statusAfter(random, now - at) !== 'confirmed') return;
    sendGas(history, fee, at);
  }
  const outgoing = () => ({
    wallet,
    direction: 'outgoing' as const,
    type: 'sweep' as const,
    currency,
    units: book.unitsOf(currency) - (currency === native ? fee : 0n),
    fee,
    hash: newHash(random, wallet.network),
    at,
  });
  if (!wait(3, 60)) return;
  const fate = random.next();
  if (fate < FAILED_SHARE + DROPPED_SHARE && now - at > 60 * MINUTE_MS) {
    addMovement(history, { ...outgoing(), status: fate < FAILED_SHARE ? 'failed' : 'dropped' });
    if (!wait(5, 30)) return;
  }
  const transfer = { ...outgoing(), status: statusAfter(random, now - at) };
  addMovement(history, transfer);
  addMovement(history, { ...transfer, wallet: outbound, direction: 'incoming' });
}

function sendGas(history: InboundHistory, fee: bigint, at: number): void {
  const { random, wallet, outbound } = history;
  const native = nativeOf(wallet.network);
  const transfer = {
    type: 'gas_topup',
    status: 'confirmed',
    currency: native,
    units: fee * FEES_PER_TOPUP,
    fee: feeOf(random, wallet.network, native),
    hash: newHash(random, wallet.network),
    at,
  } as const;
  addMovement(history, { ...transfer, wallet: outbound, direction: 'outgoing' });
  addMovement(history, { ...transfer, wallet, direction: 'incoming' });
}

function movementOf(
  random: RandomSource,
  wallet: SampleWallet,
  { order, at, status }: OrderPayment,
): Movement {
  const currency = order.currency as SampleCurrency;
  return {
    wallet,
    direction: 'incoming',
    type: 'payment',
    status,
    currency,
    units: parseUnits(order.amount),
    fee: feeOf(random, wallet.network, currency),
    hash: newHash(random, wallet.network),
    at,
    testnet: order.testnet,
    orderUuid: order.uuid,
    amountUsd: order.amountUsd,
  };
}
