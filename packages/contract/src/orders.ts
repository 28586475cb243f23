/** Paid, awaiting payment, payment timeout, cancelled by the user. */
export const ORDER_STATUSES = ['paid', 'pending', 'expired', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
