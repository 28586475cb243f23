import type { FieldError } from '@halyard/contract/error-body';
import type { FeedMerchant } from '@halyard/contract/platform-feed';
import { isRefusedByBlock, refusedItem } from './feed-refusal.ts';
import type { Creator, StoredMerchant } from './merchant-records.ts';

type StoredMerchants = ReadonlyMap<string, StoredMerchant>;
type Creators = ReadonlyMap<string, Creator>;

/** Finds merchants that are new, restored or transferred. */
export function findMerchantsOfBlocked(
  merchants: readonly FeedMerchant[],
  creators: Creators,
  stored: StoredMerchants,
): FieldError[] {
  return merchants.flatMap((merchant, position) => {
    const { uuid, userUuid, createdAt } = merchant;
    const creator = creators.get(userUuid ?? '');
    if (creator === undefined || !isRefusedByBlock(creator, createdAt)) return [];
    const isNew = stored.get(uuid)?.user_id !== userUuid;
    if (!isNew && !isAdded(merchant, stored)) return [];
    return refusedItem('merchants', position, 'userUuid', 'user_blocked');
  });
}

/** Compares counts after the whole batch. Existing merchants stay, even above a lowered limit. */
export function findMerchantsBeyondLimit(
  merchants: readonly FeedMerchant[],
  creators: Creators,
  stored: StoredMerchants,
): FieldError[] {
  return [...creators.values()].flatMap(({ id, max_merchants, merchant_count }) => {
    if (max_merchants < 0) return [];
    const added = merchants.flatMap((merchant, position) =>
      merchant.userUuid === id && isAdded(merchant, stored) ? [position] : [],
    );
    const removed = merchants.filter(
      ({ uuid, userUuid, deletedAt }) =>
        isLiveOf(stored.get(uuid), id) && (userUuid !== id || deletedAt != null),
    );
    const room = Math.max(0, max_merchants - merchant_count + removed.length);
    return added
      .slice(room)
      .map((position) => refusedItem('merchants', position, 'userUuid', 'merchant_limit_reached'));
  });
}

function isAdded({ uuid, userUuid, deletedAt }: FeedMerchant, stored: StoredMerchants): boolean {
  return deletedAt == null && !isLiveOf(stored.get(uuid), userUuid);
}

function isLiveOf(merchant: StoredMerchant | undefined, userId: string | null): boolean {
  return merchant?.is_live === true && merchant.user_id === userId;
}
