import type { Network } from '@halyard/contract/networks';
import type { WalletType } from '@halyard/contract/wallets';

export interface WalletRow {
  readonly id: number;
  readonly uuid: string;
  readonly network: Network;
  readonly type: WalletType;
  readonly address: string;
  readonly address_seal: Buffer | null;
  readonly created_at: Date;
  readonly locked_merchant_id: string | null;
  readonly lock_currency: string | null;
  readonly lock_network_id: string | null;
  readonly locked_at: Date | null;
  /** Number of confirmed transactions. */
  readonly mainnet: number;
  readonly testnet: number;
}

/** Columns of the row `wallet`, joined with `WALLET_COUNTS`. */
export const WALLET_COLUMNS = `wallet.id, wallet.uuid, wallet.network, wallet.type, wallet.address, wallet.address_seal, wallet.created_at,
  wallet.locked_merchant_id, wallet.lock_currency, wallet.lock_network_id, wallet.locked_at,
  counts.mainnet, counts.testnet`;

export const WALLET_COUNTS = `
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(transactions) FILTER (WHERE NOT testnet), 0)::bigint AS mainnet,
      coalesce(sum(transactions) FILTER (WHERE testnet), 0)::bigint AS testnet
    FROM wallet_totals WHERE wallet_id = wallet.id AND status = 'confirmed') AS counts`;
