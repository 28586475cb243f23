import { EXCEPTION_KINDS } from '@halyard/contract/exception-kinds';
import { expect, it } from 'vitest';
import { EXCEPTION_KIND_LABELS } from '../../../domain/exceptions/exception-labels.ts';
import { exceptionSentence } from './exception-sentence.ts';

const FACTS = { expected: '100', received: '40', currency: 'USDT', network: 'TRON' };

it.each([
  [
    'paid_after_end',
    '40.00 USDT arrived for an order that expired or was cancelled: refund it, or ask the merchant to accept it.',
  ],
  ['underpaid', '100.00 USDT expected, 40.00 USDT arrived: ask the customer for the rest, or refund them.'],
  [
    'overpaid',
    '100.00 USDT expected, 40.00 USDT arrived: check for a second payment, and refund the difference.',
  ],
  [
    'paid_without_money',
    '100.00 USDT expected and marked as paid, but no confirmed payment arrived: find the payment, or ask why the order counts as paid.',
  ],
  [
    'stuck_pending',
    '100.00 USDT expected, 40.00 USDT arrived, and the order is still pending: check whether a payment is on its way, or cancel the order.',
  ],
  [
    'unmatched_money',
    '40.00 USDT arrived on TRON without an order: find the order it belongs to, or refund the sender.',
  ],
  [
    'wrong_asset',
    '40.00 USDT arrived on TRON, which is not what the order asked for: refund it, or settle it with the merchant.',
  ],
  [
    'unexplained_balance',
    '100.00 USDT expected from its transactions, but the wallet holds 40.00 USDT: look for a transaction that is missing here.',
  ],
  ['a_new_kind', '100.00 USDT expected, 40.00 USDT arrived.'],
  ['toString', '100.00 USDT expected, 40.00 USDT arrived.'],
])('exceptionSentence explains %s', (kind, sentence) => {
  expect(exceptionSentence({ ...FACTS, kind })).toBe(sentence);
});

it.each([
  [
    { payments: 1, amount: '60' },
    '100.00 USDT expected, 40.00 USDT arrived. A payment of 60.00 USDT is not confirmed yet: open the order to follow its transactions, and cancel it only if they fail.',
  ],
  [
    { payments: 2, amount: '60.5' },
    '100.00 USDT expected, 40.00 USDT arrived. 2 payments of 60.50 USDT in all are not confirmed yet: open the order to follow its transactions, and cancel it only if they fail.',
  ],
])('exceptionSentence names payments that are on their way: %j', (unconfirmed, sentence) => {
  expect(exceptionSentence({ ...FACTS, kind: 'stuck_pending', unconfirmed })).toBe(sentence);
});

it.each([
  ['98765432109876543210.123456789012345678', '98,765,432,109,876,543,210.123456789012345678 USDT'],
  ['0.000000000000000001', '0.000000000000000001 USDT'],
  [0.1, '0.10 USDT'],
  ['1200.50', '1,200.50 USDT'],
  ['0', '0.00 USDT'],
  ['n/a', 'n/a USDT'],
  [null, 'An unknown amount of USDT'],
])('exceptionSentence writes the amount %j exactly', (received, shown) => {
  expect(exceptionSentence({ ...FACTS, kind: 'unmatched_money', received, network: null })).toBe(
    `${shown} arrived without an order: find the order it belongs to, or refund the sender.`,
  );
});

it('exceptionSentence adds no decimals to a coin', () => {
  const facts = { ...FACTS, kind: 'unmatched_money', received: '26', currency: 'TRX' };
  expect(exceptionSentence(facts)).toMatch(/^26 TRX arrived/);
});

it("EXCEPTION_KIND_LABELS names each kind, in the contract's order", () => {
  expect(EXCEPTION_KIND_LABELS.map(({ value }) => value)).toEqual(EXCEPTION_KINDS);
});
