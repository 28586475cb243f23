import type { FieldError } from '@halyard/contract/error-body';
import { isWithinYears, YEARS_EXPECTED } from '@halyard/contract/fields';
import type { ServiceKey } from '../../http/call.ts';
import type { RequestOrigin } from '../../infra/request-origin.ts';

/** The kinds of records that the feed takes, with the names under which a batch holds its items. */
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

/** Those that `KeepBatch` keeps: entries of the audit log are kept under the lock of its head. */
export type FeedKind = Exclude<BatchKind, 'audit_logs'>;

/** Who sent a batch, and from where. */
export interface FeedSender {
  readonly serviceKey: ServiceKey;
  readonly origin: RequestOrigin;
}

/** What is wrong with one field of a batch's item: `itemError('users', 3, 'email', …)` is about `users[3].email`. */
export function itemError(
  kind: BatchKind,
  position: number,
  field: string,
  problem: { readonly code: string; readonly message: string },
): FieldError {
  return { field: `${ITEMS_OF_KIND[kind]}[${position}].${field}`, ...problem };
}

/** Items that repeat the uuid of an earlier one: which of them should win would be a guess. */
export function findDuplicates(kind: BatchKind, items: readonly { readonly uuid: string }[]): FieldError[] {
  return findRepeated(
    kind,
    'uuid',
    items.map(({ uuid }) => uuid),
  );
}

/** Items whose `field` stands for the same as that of an earlier one. `keys` says what it stands for, by position. */
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

/** Instants outside of the years that the product can answer with. `instantsOf` gives an item's instants by field. */
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

/** The instant in UTC with milliseconds: more than those the product neither stores nor shows. */
export function toUtc(text: string): string;
export function toUtc(text: string | null | undefined): string | null;
export function toUtc(text: string | null | undefined): string | null {
  return text == null ? null : new Date(text).toISOString();
}
