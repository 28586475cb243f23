/** Disagreements between an order or a wallet and the money. */
export const EXCEPTION_KINDS = [
  'paid_after_end',
  'underpaid',
  'overpaid',
  'paid_without_money',
  'stuck_pending',
  'unmatched_money',
  'wrong_asset',
  'unexplained_balance',
] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

/** Closed when its condition ended. Resolved by an administrator while its condition still holds. */
export const EXCEPTION_STATES = ['open', 'resolved', 'closed'] as const;
export type ExceptionState = (typeof EXCEPTION_STATES)[number];

export const EXCEPTION_SORTS = ['newest', 'oldest', 'amount'] as const;
export type ExceptionSort = (typeof EXCEPTION_SORTS)[number];
