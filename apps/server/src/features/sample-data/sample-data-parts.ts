import type { FeedCredential, FeedMerchant, FeedOrder, FeedUser } from '@halyard/contract/platform-feed';
import type {
  FeedWallet,
  FeedWalletLock,
  FeedWalletTransaction,
} from '@halyard/contract/platform-feed-wallets';
import type { AppendAudit } from '../../infra/audit/append-audit.ts';
import type { MasterKeys } from '../../infra/crypto/master-keys.ts';
import type { Database } from '../../infra/db/database.ts';
import type { RequestOrigin } from '../../infra/request-origin.ts';
import type { SealedRows } from '../../infra/sealed-rows/sealed-rows.ts';

export interface SampleSender {
  readonly serviceKey: { readonly id: string; readonly name: string };
  readonly origin: RequestOrigin;
}

type Take<Item> = (items: readonly Item[], sender: SampleSender) => Promise<unknown>;

/** The platform feed without its limit on the size of a batch. It leaves the exceptions of orders to the caller. */
export interface SampleFeed {
  readonly users: Take<FeedUser>;
  readonly merchants: Take<FeedMerchant>;
  readonly orders: Take<FeedOrder>;
  readonly credentials: Take<FeedCredential>;
  readonly wallets: Take<FeedWallet>;
  readonly transactions: Take<FeedWalletTransaction>;
  readonly locks: Take<FeedWalletLock>;
}

export interface SampleDataParts {
  readonly database: Database;
  readonly masterKeys: MasterKeys;
  readonly sealedRows: SealedRows;
  readonly openFeed: (appendAudit: AppendAudit) => SampleFeed;
  readonly now: () => number;
  readonly onProgress?: (share: number) => void;
  readonly seed?: number;
  readonly orderCount?: number;
}
