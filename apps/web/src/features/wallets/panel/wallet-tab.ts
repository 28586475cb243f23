/** The tabs of a wallet's panel, in their order. */
export type WalletTab = 'overview' | 'transactions' | 'audit-logs';
