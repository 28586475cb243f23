import type { FieldError } from '@halyard/contract/error-body';
import { type FeedKind, itemError } from './feed-batch.ts';

/** Why a batch that is well-formed is not kept: an administrator's decision about a user stands against it. */
export interface FeedRefusal {
  readonly status: 'user_blocked' | 'merchant_limit_reached';
  /** One for each item that stands in the way. */
  readonly errors: readonly FieldError[];
}

export const REFUSAL_MESSAGES: Readonly<Record<FeedRefusal['status'], string>> = {
  user_blocked: 'The user is blocked',
  merchant_limit_reached: 'The user may not have more merchants',
};

/** What a batch must know of a user whom it is about. */
export interface BatchUser {
  readonly id: string;
  readonly blocked_at: Date | null;
  /** Blocked since before this product knew the user. */
  readonly came_blocked: boolean;
}

/**
 * Whether a block stands against a new record of the user's. What was created before a block that the user came
 * with is history from before this product, and is taken at any time.
 */
export function isRefusedByBlock(user: BatchUser, createdAt: string): boolean {
  if (user.blocked_at === null) return false;
  return !user.came_blocked || new Date(createdAt) >= user.blocked_at;
}

export function refusedItem(
  kind: FeedKind,
  position: number,
  field: string,
  status: FeedRefusal['status'],
): FieldError {
  return itemError(kind, position, field, { code: status, message: REFUSAL_MESSAGES[status] });
}

/** A block weighs more than a limit where a batch meets both. Undefined where nothing stands in the way. */
export function refusalOf(errors: readonly FieldError[]): FeedRefusal | undefined {
  if (errors.length === 0) return undefined;
  const isBlocked = errors.some(({ code }) => code === 'user_blocked');
  return { status: isBlocked ? 'user_blocked' : 'merchant_limit_reached', errors };
}
