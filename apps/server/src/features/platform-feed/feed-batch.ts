import type { FieldError } from '@halyard/contract/error-body';
import { isWithinYears, YEARS_EXPECTED } from '@halyard/contract/fields';
import type { ServiceKey } from '../../http/call.ts';
import type { RequestOrigin } from '../../infra/request-origin.ts';

/** Name of a batch's item list by kind of record. */
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
type BatchKind = keyof typeof ITEMS_OF_KIND;

/** Kinds stored by `KeepBatch`. Audit entries are stored under the lock of the chain head instead. */
export type FeedKind = Exclude<BatchKind, 'audit_logs'>;

/** Sender of a batch. */
export interface FeedSender {
  readonly serviceKey: ServiceKey;
  readonly origin: RequestOrigin;
}

/** Builds an error for one field of an item: `itemError('users', 3, 'email', …)` is about `users[3].email`. */
export function itemError(
  kind: BatchKind,
  position: number,
  field: string,
  problem: { readonly code: string; readonly message: string },
): FieldError {
  return { field: `${ITEMS_OF_KIND[kind]}[${position}].${field}`, ...problem };
}

/** Finds items that repeat an earlier uuid, because which one should win is ambiguous. */
export function findDuplicates(kind: BatchKind, items: readonly { readonly uuid: string }[]): FieldError[] {
  return findRepeated(
    kind,
    'uuid',
    items.map(({ uuid }) => uuid),
  );
}

/** Finds items whose key equals an earlier one. `keys` are the normalized values of `field` by position. */
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
      message: `The same as ${ITEMS_OF_KIND[kind]}[${first}].${field}`,
    });
  });
}

/** Finds times outside the supported years. `instantsOf` returns an item's times by field. */
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
