import type { Merchant } from '@halyard/contract/merchants';
import { fieldsOf, identifierIn, instantIn, textIn } from '../../shared/api/answer-fields.ts';

/** Parses a merchant in which any field may be missing or malformed. */
export function parseMerchant(value: unknown): Merchant {
  const merchant = fieldsOf<Merchant & { readonly id: string }>(value);
  return {
    uuid: identifierIn(merchant.uuid ?? merchant.id) ?? '',
    name: textIn(merchant.name) ?? '',
    website: textIn(merchant.website),
    creatorName: textIn(merchant.creatorName),
    creatorEmail: textIn(merchant.creatorEmail),
    createdAt: instantIn(merchant.createdAt) ?? '',
    deletedAt: instantIn(merchant.deletedAt),
  };
}
