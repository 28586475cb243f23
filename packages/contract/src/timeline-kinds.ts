/**
 * Audit entries, statuses of orders and creations of users and merchants, transactions, blocks of users and locks of
 * wallets, and exceptions.
 */
export const TIMELINE_KINDS = ['audit', 'status', 'transaction', 'lock', 'exception'] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];
