import { uuid } from '@halyard/contract/fields';
import { pastedHash } from '@halyard/contract/pasted-text';
import type { BoundValues } from '../db/bound-values.ts';
import { beginsWith, HASH_BEGINNING } from '../db/text-beginning.ts';

/** Returns a condition on `id`: the hash or its beginning, and the ids of the order. */
export function transactionSearchCondition(search: string, values: BoundValues): string {
  const text = pastedHash(search);
  const orders = [
    `SELECT id FROM orders WHERE lower(merchant_order_id) = lower(${values.bind(text, 'text')})`,
  ];
  if (uuid.safeParse(text).success) orders.push(`SELECT ${values.bind(text, 'uuid')}`);
  const sources = [
    `SELECT id FROM wallet_transactions WHERE order_id = ANY (ARRAY(${orders.join(' UNION ')}))`,
  ];
  if (HASH_BEGINNING.test(text)) {
    sources.push(`SELECT id FROM wallet_transactions WHERE ${beginsWith('lower(hash)', text, values)}`);
  }
  return `id = ANY (ARRAY(${sources.join(' UNION ')}))`;
}
