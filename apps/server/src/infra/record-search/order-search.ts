import { uuid } from '@halyard/contract/fields';
import { pastedHash } from '@halyard/contract/pasted-text';
import type { BoundValues } from '../db/bound-values.ts';
import { beginsWith, HASH_BEGINNING } from '../db/text-beginning.ts';

/** Returns a condition on `id`: the order's own ids, and the hashes of its transactions. */
export function orderSearchCondition(search: string, values: BoundValues): string {
  const text = pastedHash(search);
  const sources = [`SELECT id FROM orders WHERE ${beginsWith('lower(merchant_order_id)', text, values)}`];
  if (uuid.safeParse(text).success) sources.push(`SELECT ${values.bind(text, 'uuid')}`);
  if (HASH_BEGINNING.test(text)) {
    // "order_id IS NOT NULL" would make plans read every transaction that has an order.
    sources.push(`SELECT order_id FROM wallet_transactions WHERE ${beginsWith('lower(hash)', text, values)}`);
  }
  return `id IN (${sources.join(' UNION ')})`;
}
