import type { FieldError } from '@halyard/contract/error-body';
import { isWithinYears, YEARS_EXPECTED } from '@halyard/contract/fields';
import type { ServiceKey } from '../../http/call.ts';
import type { RequestOrigin } from '../../infra/request-origin.ts';

const ITEMS_OF_KIND = {
  users: 'users',
  merchants: 'merchants',
  orders: 'orders',
  credentials: 'credentials',
  wallets: 'wallets',
  wallet_locks: 'locks',
  wallet_transactions: 'transactions',
  audit_logs: 'entries',
} as const;
export type BatchKind = keyof typeof ITEMS_OF_KIND;

/** All kinds except audit entries, which use the lock of the chain head instead. */
export type FeedKind = Exclude<BatchKind, 'audit_logs'>;

export interface FeedSender {
  readonly serviceKey: ServiceKey;
  readonly origin: RequestOrigin;
}

/** Sets `field` to `users[3].email` for `('users', 3, 'email', …)`. */
export function itemError(
  kind: BatchKind,
  position: number,
  field: string,
  problem: { readonly code: string; readonly message: string },
): FieldError {
  return { field: `${ITEMS_OF_KIND[kind]}[${position}].${field}`, ...problem };
}

/** Finds repeated uuids, because the order of such items would matter. */
export function findDuplicates(kind: BatchKind, items: readonly { readonly uuid: string }[]): FieldError[] {
  return findRepeated(
    kind,
    'uuid',
    items.map(({ uuid }) => uuid),
  );
}

/** @param keys normalized values of `field`, in the order of the items */
export function findRepeated(kind: BatchKind, field: string, keys: readonly string[]): FieldError[] {
  const seen = new Map<string, number>();
  return keys.flatMap((key, position) => {
    const first = seen.get(key);
    if (first === undefined) {
      seen.set(key, position);
      return [];
    }
    return itemError(kind, position, field, {
      code: 'duplicate',
      message: `Duplicate of ${ITEMS_OF_KIND[kind]}[${first}].${field}. Send each only once per batch.`,
    });
  });
}

/** @param instantsOf returns the times of an item, by field name */
export function findInstantsOutOfRange<Item>(
  kind: FeedKind,
  items: readonly Item[],
  instantsOf: (item: Item) => Readonly<Record<string, string | null | undefined>>,
): FieldError[] {
  return items.flatMap((item, position) =>
    Object.entries(instantsOf(item))
      .filter(([, text]) => text != null && !isWithinYears(text))
      .map(([field]) =>
        itemError(kind, position, field, {
          code: 'out_of_range',
          message: YEARS_EXPECTED,
        }),
      ),
  );
}

/** Converts a time to UTC and truncates it to milliseconds, the precision of stored times. */
export function toUtc(text: string): string;
export function toUtc(text: string | null | undefined): string | null;
export function toUtc(text: string | null | undefined): string | null {
  return text == null ? null : new Date(text).toISOString();
}
