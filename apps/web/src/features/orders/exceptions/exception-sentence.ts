import { AMOUNT_DECIMALS } from '@halyard/contract/constants';
import type { ExceptionKind } from '@halyard/contract/exception-kinds';
import { formatAmount } from '../../../domain/amount/format-amount.ts';
import { isStablecoin } from '../../../domain/network/asset.ts';
import { networkName } from '../../../domain/network/network.ts';

export interface SentenceFacts {
  /** A kind of the contract, or any other text. */
  readonly kind: string;
  /** Decimals in `currency`; null if unknown. */
  readonly expected: string | number | null;
  readonly received: string | number | null;
  readonly currency: string;
  readonly network: string | null;
  readonly unconfirmed?: { readonly payments: number; readonly amount: string | number } | null;
}

interface Amounts {
  /** Amount with its currency: `100.00 USDT`. */
  readonly expected: string;
  readonly received: string;
  /** ` on TRON`, or nothing. */
  readonly onNetwork: string;
  /** `A payment of 100.00 USDT is`. */
  readonly unconfirmed: string | undefined;
}

const SENTENCES: Readonly<Record<ExceptionKind, (amounts: Amounts) => string>> = {
  paid_after_end: ({ received }) =>
    `${received} arrived for an order that expired or was cancelled: refund it, or ask the merchant to accept it.`,
  underpaid: ({ expected, received }) =>
    `${expected} expected, ${received} arrived: ask the customer for the rest, or refund them.`,
  overpaid: ({ expected, received }) =>
    `${expected} expected, ${received} arrived: check for a second payment, and refund the difference.`,
  paid_without_money: ({ expected }) =>
    `${expected} expected and marked as paid, but no confirmed payment arrived: find the payment, or ask why the order counts as paid.`,
  stuck_pending: ({ expected, received, unconfirmed }) =>
    unconfirmed === undefined
      ? `${expected} expected, ${received} arrived, and the order is still pending: check whether a payment is on its way, or cancel the order.`
      : `${expected} expected, ${received} arrived. ${unconfirmed} not confirmed yet: open the order to follow its transactions, and cancel it only if they fail.`,
  unmatched_money: ({ received, onNetwork }) =>
    `${received} arrived${onNetwork} without an order: find the order it belongs to, or refund the sender.`,
  wrong_asset: ({ received, onNetwork }) =>
    `${received} arrived${onNetwork}, which is not what the order asked for: refund it, or settle it with the merchant.`,
  unexplained_balance: ({ expected, received }) =>
    `${expected} expected from its transactions, but the wallet holds ${received}: look for a transaction that is missing here.`,
};

/** Returns what was expected, what arrived, and what to do next, in one sentence. Amounts are exact. */
export function exceptionSentence(facts: SentenceFacts): string {
  const { kind, expected, received, currency, network, unconfirmed } = facts;
  const amounts = {
    expected: exactAmount(expected, currency),
    received: exactAmount(received, currency),
    onNetwork: network === null ? '' : ` on ${networkName(network)}`,
    unconfirmed: unconfirmed ? paymentsOf(unconfirmed, currency) : undefined,
  };
  return isKnown(kind)
    ? SENTENCES[kind](amounts)
    : `${amounts.expected} expected, ${amounts.received} arrived.`;
}

function paymentsOf({ payments, amount }: NonNullable<SentenceFacts['unconfirmed']>, currency: string) {
  const sum = exactAmount(amount, currency);
  return payments === 1 ? `A payment of ${sum} is` : `${payments} payments of ${sum} in all are`;
}

function isKnown(kind: string): kind is ExceptionKind {
  return Object.hasOwn(SENTENCES, kind);
}

/** More decimals than any of our amounts has. */
const DECIMALS_MAX = 18;

function exactAmount(value: string | number | null, currency: string): string {
  if (value === null) {
    return `An unknown amount of ${currency}`.trim();
  }
  const decimals = String(value).split('.')[1]?.length ?? 0;
  const least = isStablecoin(currency) ? AMOUNT_DECIMALS.token : 0;
  return `${formatAmount(value, Math.min(Math.max(decimals, least), DECIMALS_MAX))} ${currency}`.trim();
}
