/** Blockchains as they are stored; `MATIC` is accepted as an alias of POLYGON. */
export const NETWORKS = ['ETH', 'POLYGON', 'BSC', 'TRON'] as const;
export type Network = (typeof NETWORKS)[number];
