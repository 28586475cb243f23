import type { FieldError } from '@halyard/contract/error-body';
import type { FeedMerchant } from '@halyard/contract/platform-feed';
import { isRefusedByBlock, refusedItem } from './feed-refusal.ts';
import type { Creator, StoredMerchant } from './merchant-records.ts';

interface MerchantBatch {
  readonly merchants: readonly FeedMerchant[];
  /** Merchants that will be stored. The others are older than the stored ones. */
  readonly fresh: ReadonlySet<FeedMerchant>;
  readonly creators: ReadonlyMap<string, Creator>;
  readonly stored: ReadonlyMap<string, StoredMerchant>;
}

/** Finds merchants that are new, restored or transferred. */
export function findMerchantsOfBlocked(batch: MerchantBatch): FieldError[] {
  const { merchants, fresh, creators, stored } = batch;
  return merchants.flatMap((merchant, position) => {
    const { uuid, userUuid, createdAt } = merchant;
    const creator = creators.get(userUuid ?? '');
    if (creator === undefined || !isRefusedByBlock(creator, createdAt)) return [];
    const isNew = fresh.has(merchant) && stored.get(uuid)?.user_id !== userUuid;
    if (!isNew && !isAdded(merchant, batch)) return [];
    return refusedItem('merchants', position, 'userUuid', 'user_blocked');
  });
}

/** Compares counts after the whole batch. Existing merchants stay, even above a lowered limit. */
export function findMerchantsBeyondLimit(batch: MerchantBatch): FieldError[] {
  const { merchants, fresh, creators, stored } = batch;
  return [...creators.values()].flatMap(({ id, max_merchants, merchant_count }) => {
    if (max_merchants < 0) return [];
    const added = merchants.flatMap((merchant, position) =>
      merchant.userUuid === id && isAdded(merchant, batch) ? [position] : [],
    );
    const removed = [...fresh].filter(
      ({ uuid, userUuid, deletedAt }) =>
        isLiveOf(stored.get(uuid), id) && (userUuid !== id || deletedAt != null),
    );
    const room = Math.max(0, max_merchants - merchant_count + removed.length);
    return added
      .slice(room)
      .map((position) => refusedItem('merchants', position, 'userUuid', 'merchant_limit_reached'));
  });
}

function isAdded(merchant: FeedMerchant, { fresh, stored }: MerchantBatch): boolean {
  const { uuid, userUuid, deletedAt } = merchant;
  return fresh.has(merchant) && deletedAt == null && !isLiveOf(stored.get(uuid), userUuid);
}

function isLiveOf(merchant: StoredMerchant | undefined, userId: string | null): boolean {
  return merchant?.is_live === true && merchant.user_id === userId;
}
