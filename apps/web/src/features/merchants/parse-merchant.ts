import type { Merchant } from '@halyard/contract/merchants';
import { fieldsOf, identifierIn, instantIn, textIn, visibleTextIn } from '../../shared/api/answer-fields.ts';

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
