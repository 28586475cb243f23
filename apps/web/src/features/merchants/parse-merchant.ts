import type { Merchant, MerchantDetails } from '@halyard/contract/merchants';
import type { OrderStatus } from '@halyard/contract/orders';
import {
  countIn,
  fieldsOf,
  identifierIn,
  instantIn,
  textIn,
  visibleTextIn,
} from '../../shared/api/answer-fields.ts';

export type OrderCounts = Readonly<Record<OrderStatus | 'total', number>>;

/** A merchant with defaults for missing fields. Unknown values are null. */
export interface MerchantDetailsRecord extends Merchant {
  readonly owner: { readonly uuid: string; readonly email: string } | null;
  readonly orders: OrderCounts;
  readonly revenueUsd: string | number | null;
}

export function isMerchant(value: unknown): boolean {
  return identifierIn(fieldsOf<Merchant>(value).uuid) !== null;
}

export function parseMerchantDetails(value: unknown): MerchantDetailsRecord {
  const { owner, orders, revenueUsd } = fieldsOf<MerchantDetails>(value);
  const { uuid, email } = fieldsOf<NonNullable<MerchantDetails['owner']>>(owner);
  const counts = fieldsOf<MerchantDetails['orders']>(orders);
  const ownerUuid = identifierIn(uuid);
  const count = (name: keyof OrderCounts) => countIn(counts[name]) ?? 0;
  return {
    ...parseMerchant(value),
    owner: ownerUuid === null ? null : { uuid: ownerUuid, email: visibleTextIn(email) ?? '' },
    orders: {
      total: count('total'),
      paid: count('paid'),
      pending: count('pending'),
      expired: count('expired'),
      cancelled: count('cancelled'),
    },
    revenueUsd: typeof revenueUsd === 'number' ? revenueUsd : textIn(revenueUsd),
  };
}

/** Parses a merchant in which any field may be missing or malformed. */
export function parseMerchant(value: unknown): Merchant {
  const merchant = fieldsOf<Merchant & { readonly id: string }>(value);
  return {
    uuid: identifierIn(merchant.uuid ?? merchant.id) ?? '',
    name: visibleTextIn(merchant.name) ?? '',
    website: textIn(merchant.website),
    creatorName: visibleTextIn(merchant.creatorName),
    creatorEmail: visibleTextIn(merchant.creatorEmail),
    createdAt: instantIn(merchant.createdAt) ?? '',
    deletedAt: instantIn(merchant.deletedAt),
  };
}
