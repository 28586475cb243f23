import type { FieldError } from '@halyard/contract/error-body';
import { type FeedKind, itemError } from './feed-batch.ts';

export interface FeedRefusal {
  readonly status: 'user_blocked' | 'merchant_limit_reached';
  readonly errors: readonly FieldError[];
}

export const REFUSAL_MESSAGES: Readonly<Record<FeedRefusal['status'], string>> = {
  user_blocked: 'The user is blocked',
  merchant_limit_reached: 'The user has reached their merchant limit',
};

const ADVICE: typeof REFUSAL_MESSAGES = {
  user_blocked: 'Leave this item out until an administrator unblocks the user.',
  merchant_limit_reached: 'Leave this item out until an administrator raises the limit.',
};

export interface BatchUser {
  readonly id: string;
  readonly blocked_at: Date | null;
  /** Whether the user was imported as blocked. */
  readonly came_blocked: boolean;
}

/** A user who was imported as blocked may still have records from before the block. */
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
  return itemError(kind, position, field, {
    code: status,
    message: `${REFUSAL_MESSAGES[status]}. ${ADVICE[status]}`,
  });
}

/** Reports a block rather than a limit if there are both. */
export function refusalOf(errors: readonly FieldError[]): FeedRefusal | undefined {
  if (errors.length === 0) return undefined;
  const isBlocked = errors.some(({ code }) => code === 'user_blocked');
  return { status: isBlocked ? 'user_blocked' : 'merchant_limit_reached', errors };
}
